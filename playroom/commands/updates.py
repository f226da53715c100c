"""Looks for a newer version, and offers it in the menu; loaded once the first words are said."""

from collections.abc import Mapping
from datetime import date
from functools import partial

from playroom import __version__
from playroom.commands.context import Context
from playroom.console.console import Console
from playroom.console.menus.updates import InstallPlace, Update
from playroom.console.ui.background import Background
from playroom.update.newest_version import Found, Releases, newest_version
from playroom.update.offer import is_newer
from playroom.update.players_folder import installed_version, players_folder, system_name


def look_for_update(
    context: Context,
    console: Console,
    background: Background,
    releases: Releases,
    environment: Mapping[str, str],
    today: date,
) -> None:
    """Ask for a newer version, unless the player or the environment forbids it, and offer it in the menu."""
    if not console.room.settings.updates or not releases.may_be_asked(environment):
        return
    folder = players_folder(environment)
    installed = installed_version(folder) if folder else ""
    newest = installed if installed and is_newer(installed, __version__) else __version__

    def offer(found: Found | None) -> None:
        if found is None:
            return
        file = found.offer.files.get(system_name())
        place = InstallPlace(folder, file, releases.address, __version__) if folder and file else None
        Update(console.menu, found.offer, place).show(says=found.is_fresh)

    background.run(partial(newest_version, releases, context.folders.updates, today, newest), offer)
