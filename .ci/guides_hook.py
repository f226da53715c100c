"""Puts the pages that help reads into the wheel, in each language that has them, where help finds them."""

from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGES: Final = ("accessibility.md", "news.md")


class GuidesHook(BuildHookInterface[Any]):
    """The hook that hatchling calls while it builds a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the pages; an editable installation reads them in the checkout."""
        if version == "editable":
            return
        docs = Path(self.root, "docs")
        for name in PAGES:
            for page in (docs / name, *docs.glob(f"*/{name}")):
                inside = page.relative_to(docs).as_posix()
                build_data["force_include"][str(page)] = f"playroom/guides/{inside}"
