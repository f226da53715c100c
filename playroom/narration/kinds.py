"""What an entry of a file, or an argument, may be, in words."""

from playroom.narration.message import Blank, Either, Message
from playroom.rules.answer_kinds import Flag, Number, OneOf, Word
from playroom.strict_yaml.kinds import Measure, OrUnset, TextChoice


def values_told(kind: object) -> Blank:
    """The values that a kind allows, as they are written."""
    match kind:
        case OrUnset(unset, inner):
            told = values_told(inner)
            return told if unset == "" else Either((str(unset), told))
        case Word(words):
            return Either(tuple(map(str, words)))
        case TextChoice(choices):
            return Either(tuple(choices))
        case OneOf(_, choices):
            return Either(tuple(str(choice).lower() for choice in choices))
        case Flag():
            return Either(("true", "false"))
        case Number(least, None):
            return Message("rulebooks.at_least", blanks={"least": least})
        case Number(least, int(most)):
            return Message("rulebooks.between", blanks={"least": least, "most": most})
        case Measure(unit, least, most):
            return Message(f"command_line.measures.{unit}", blanks={"least": least, "most": most})
    return str(getattr(kind, "allowed", kind))
