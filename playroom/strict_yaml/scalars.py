"""The values of scalars without quotes."""

import re
from collections.abc import Mapping
from typing import Final

from yaml.resolver import Resolver

from playroom.strict_yaml.page import Reason, Value, quoted, reason

_WHOLE: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,17})")
_DECIMAL: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,17})\.[0-9]{1,17}")
_CONSTANTS: Final[Mapping[str, Value]] = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
}
_BOOLEAN_WORD: Final = re.compile(r"yes|no|on|off", re.IGNORECASE)


class AmbiguousScalarError(ValueError):
    """A scalar that YAML programs interpret differently."""

    def __init__(self, why: Reason) -> None:
        super().__init__(why)
        self.why = why


def plain_scalar(text: str) -> Value:
    """The value of a scalar without quotes; AmbiguousScalarError if it must be put in quotes."""
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if _WHOLE.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text):
        return float(text)
    if _BOOLEAN_WORD.fullmatch(text):
        raise AmbiguousScalarError(reason("yes_or_no", given=text))
    if _is_special(text):
        raise AmbiguousScalarError(reason("needs_quotes", given=quoted(text)))
    return text


def _is_special(text: str) -> bool:
    """Whether YAML 1.1 has another meaning for *text*, such as a date or an octal number."""
    rules = Resolver.yaml_implicit_resolvers.get(text[0], ())
    return any(pattern.match(text) for _, pattern in rules)
