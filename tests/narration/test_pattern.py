"""What an ICU pattern asks for."""

import pytest

from playroom.narration.message import Message
from playroom.narration.phrases.entry import Placeholder, blanks, parsed_blanks
from playroom.narration.phrases.locales import phrasebook
from playroom.narration.phrases.phrasebook import formatted


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("No blanks.", ()),
        ("{who} draws.", (Placeholder("who"),)),
        ("{ who }: {tile}", (Placeholder("who"), Placeholder("tile"))),
        ("{n, plural, one {# tile} other {# tiles}}", (Placeholder("n", "plural", ("one", "other")),)),
        ("{n,plural,=0{none}other{#}}", (Placeholder("n", "plural", ("=0", "other")),)),
        (
            "{end, select, left {left of {who}} other {right}}",
            (Placeholder("end", "select", ("left", "other")), Placeholder("who")),
        ),
        ("It's '{'no'}' blank, nor is d'{x}", ()),
        ("It''s {who}, l''{tile}", (Placeholder("who"), Placeholder("tile"))),
        ("{n, plural, offset:1 one {#} other {#}}", (Placeholder("n", "plural", ("one", "other")),)),
    ],
)
def test_the_blanks_of_a_pattern_are_found(pattern: str, found: tuple[Placeholder, ...]) -> None:
    assert parsed_blanks(pattern) == found


@pytest.mark.parametrize("locale", ["fr_FR", "ru_RU"])
def test_a_thousand_is_one_number(locale: str) -> None:
    assert formatted("{n, plural, other {# points}}", locale, {"n": 1500}) == "1500 points"


@pytest.mark.parametrize(
    ("code", "seconds", "spoken"),
    [
        ("en", 0.0, "Pace of bots: at once"),
        ("en", 0.8, "Pace of bots: 0.8 seconds"),
        ("en", 1.0, "Pace of bots: 1 second"),
        ("fr", 0.8, "Rythme des robots\u00a0: 0,8 seconde"),
        ("fr", 1.5, "Rythme des robots\u00a0: 1,5 seconde"),
        ("fr", 2.0, "Rythme des robots\u00a0: 2 secondes"),
    ],
)
def test_seconds_are_decimals_of_the_language(code: str, seconds: float, spoken: str) -> None:
    pace = Message("menus.pace", blanks={"seconds": seconds})

    assert phrasebook(code).say(Message("menus.preferences.pace", blanks={"value": pace})) == spoken


@pytest.mark.parametrize(
    "pattern",
    ["{who", "who}}{", "{n, plural, one {#}}", "{end, select, left {l}}", "{n, plural, other {#}", "{a b}"],
)
def test_a_broken_pattern_is_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match="MessageFormat"):
        parsed_blanks(pattern)


@pytest.mark.parametrize(
    ("pattern", "spoken"),
    [
        ("It's {who}'s", "It's Ben's"),
        ("''{who}''", "'Ben'"),
        ("l'{who}'", "l{who}"),
        ("'{' {who} '}'", "{ Ben }"),
        ("It''s late", "It's late"),
        ("l'as # 3 | d'", "l'as # 3 | d'"),
    ],
)
def test_apostrophes_mean_what_they_mean_to_icu(pattern: str, spoken: str) -> None:
    assert formatted(pattern, "en", dict.fromkeys(blanks(pattern), "Ben")) == spoken
