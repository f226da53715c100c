"""The colours of the board are far enough apart, and the page is drawn without HTML in texts."""

import re
from pathlib import Path

import pytest

import playroom

PAGE = Path(playroom.__file__).parent / "web" / "page"
SHEETS = ("board.css", "table.css", "hand.css")
CSS = "".join((PAGE / name).read_text(encoding="utf-8") for name in SHEETS)
SCRIPTS = [PAGE / name for name in ("board.js", "layout.js", "tiles.js")]

LEAST_CONTRAST = 7.0
DARK = "@media (prefers-color-scheme: dark)"
FORCED = "@media (forced-colors: active)"

PIPS = [f"pip-{number}" for number in range(1, 7)]
PAIRS = [
    *[(ink, ground) for ink in ("ink", "quiet", "edge", "strong") for ground in ("page", "card")],
    ("on-strong", "strong"),
    *[(ink, "felt") for ink in ("on-felt", "glow", "tile")],
    *[(ink, "tile") for ink in ("tile-ink", *PIPS)],
]
"""Each colour that is seen before another: texts, edges of buttons, tiles, pips, numbers at the ends."""

FORBIDDEN = (
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|\.style\b|\"style\"|fetch\("
)


def colours(part: str) -> dict[str, str]:
    """The colours of a theme: the custom properties of a part of the style sheet."""
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", part))


def themes() -> dict[str, dict[str, str]]:
    light = colours(CSS[: CSS.index(DARK)])
    dark = colours(CSS[CSS.index(DARK) : CSS.index(FORCED)])
    return {"light": light, "dark": light | dark}


def luminance(colour: str) -> float:
    """The relative luminance of WCAG 2."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("ink", "ground"), PAIRS)
def test_colours_are_seven_to_one_apart(theme: str, ink: str, ground: str) -> None:
    named = themes()[theme]

    assert contrast(named[ink], named[ground]) >= LEAST_CONTRAST


def test_each_colour_has_a_name_and_is_compared() -> None:
    declared = set(re.findall(r"--([\w-]+):", CSS))
    written = re.sub(r"--[\w-]+: [^;]+;", "", CSS)

    assert declared == {name for pair in PAIRS for name in pair}
    assert re.findall(r"#[0-9a-fA-F]{3,8}\b|rgba?\(|hsla?\(|opacity: 0\.", written) == []


def test_forced_colours_replace_every_colour() -> None:
    forced = CSS[CSS.index(FORCED) :]

    assert set(re.findall(r"--([\w-]+):", forced)) == set(themes()["dark"])


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_scripts_read_no_text_as_html_or_code(script: Path) -> None:
    assert re.findall(FORBIDDEN, script.read_text(encoding="utf-8")) == []


def test_nothing_is_loaded_from_elsewhere() -> None:
    written = CSS + "".join(script.read_text(encoding="utf-8") for script in SCRIPTS)

    assert re.findall(r"https?://[^\"]+", written) == ["http://www.w3.org/2000/svg"]
    assert "@import" not in written
    assert "url(" not in written
