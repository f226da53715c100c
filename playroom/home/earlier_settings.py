"""The settings of earlier versions, as this version has them."""

from collections.abc import Mapping
from typing import Any, Final

from playroom.home.detail import URGENCIES, DetailLevel
from playroom.narration.preferences import FirstTime

FORMER: Final = frozenset({"brief_offered", "chat", "coach", "explains", "pause", "reading", "repeats"})
"""The settings that do nothing any more, or something that another setting does now."""

FORMER_SWITCHES: Final = frozenset(
    {"train", "stood_down", "again", "skipped", "turned_round", "dropped", "won"}
)
"""The kinds of events that have the level of detail of another kind now."""

FORMER_MODE: Final = "quiet"
"""The mode in which answers alone were spoken; now the levels of detail say so."""


def up_to_date(plain: Mapping[str, Any]) -> dict[str, Any]:
    """Settings of any version as plain data, as this version names them; what is wrong stays."""
    current = {name: value for name, value in plain.items() if name not in FORMER}
    if isinstance(told := plain.get("told"), dict) and FORMER_SWITCHES & told.keys():
        current["told"] = {name: level for name, level in told.items() if name not in FORMER_SWITCHES}
    if plain.get("mode") == FORMER_MODE:
        current["mode"] = "voice"
        current.setdefault("told", {str(urgency): str(DetailLevel.SOUND) for urgency in URGENCIES})
    if plain.get("explains") is False:
        current["explained"] = [str(each) for each in FirstTime]
    if plain.get("mode") == "text" and plain.get("reading"):
        current.setdefault("hearing", plain["reading"])
    return current
