"""The versions of installed packages, and of the playroom itself."""

from importlib.metadata import PackageNotFoundError, version


def installed(name: str) -> tuple[str, ...]:
    """A package with its version, if it is installed."""
    try:
        return (f"{name} {version(name)}",)
    except PackageNotFoundError:
        return ()


def own_version() -> str:
    """The name of the playroom, and its version where it is installed."""
    return " ".join(installed("playroom") or ("playroom",))
