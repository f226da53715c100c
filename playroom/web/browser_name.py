"""How a browser is called in the list of a member's browsers: by the names of the program and the system."""

from typing import Final

_PROGRAMS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
"""What stands in the header User-Agent, the first that fits: most browsers also name others."""

_SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)

UNKNOWN: Final = "?"


def browser_name(agent: str) -> str:
    """Such as "Firefox, Windows"; nothing else of what the browser says is kept."""
    found = (next((name for sign, name in signs if sign in agent), "") for signs in (_PROGRAMS, _SYSTEMS))
    return ", ".join(filter(None, found)) or UNKNOWN
