"""Names that may pass for others are refused; names of the world's languages are welcome."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playroom.online.server.names import checked_name, name_key
from playroom.online.server.refused import Refused
from playroom.online.wire.protocol import RefusalCode


@pytest.mark.parametrize(
    "name",
    [
        "\u3164",  # HANGUL FILLER
        "Ada\u3164",
        "Ada\u115f",
        "Ada\u2800\u2066",
        "A\u034fda",
        "Ada\u00ad",
        "A\u200dda",
        "A\u0336d\u0336a\u0336",  # struck through
        "A\u0363\u0364\u0365\u0366\u0367da",
        "A\u0363d\u0364a\u0365",
        "A\u20dd",  # in a circle
        "аԁа",
        "Сара ԁ",
        "ꓮꓓꓮ",
        "Adа",
        "Αda",
        "漢ひ한",
        "ᴀda",
        "Administrator",
        "ADMINISTRATOR.",
        "The  Server",
        "Thе sеrvеr",
        "Le serveur",
        "moderator",
        "A former member",
    ],
    ids=ascii,
)
def test_a_name_that_may_pass_for_another_is_refused(name: str) -> None:
    with pytest.raises(Refused) as refused:
        checked_name(name)

    assert refused.value.code == RefusalCode.BAD_NAME


@pytest.mark.parametrize(
    "name",
    [
        "Ọlọ́runfẹ́mi",
        "Nguyễn Thị",
        "Анна",
        "Сара",
        "АНА",
        "Ρια",
        "Ёжик",
        "Ελένη",
        "क्षमा",
        "ก็อย",
        "김철수",
        "山田 Taro",
        "Łukasz",
        "D’Arcy 2",
    ],
)
def test_a_name_in_its_own_letters_is_welcome(name: str) -> None:
    assert checked_name(name) == name


@pytest.mark.parametrize(
    ("name", "written"),
    [("  Ada \t Byron ", "Ada Byron"), ("Ａｄａ", "Ada"), ("Zoe\u0301", "Zoé"), ("ﬁn", "fin")],
)
def test_a_name_is_written_in_one_way(name: str, written: str) -> None:
    assert checked_name(name) == written


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "аԁа"),
        ("ADA", "ada"),
        ("Ada", "A d-a"),
        ("Max", "Mɑx"),
        ("Сара", "capa"),
        ("𝐀𝐝𝐚", "Ada"),
        ("ß", "SS"),
        ("Ada", "Aḍa"),
        ("Ạḍạ", "ada"),
    ],
)
def test_names_that_sound_or_look_alike_have_one_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Zoe", "Zoé"),
        ("Ada", "Ida"),
        ("Анна", "Ганна"),
        ("Ben1", "Benl"),
        ("किरण", "करण"),
        ("कुरण", "करण"),
        ("มานี", "มานะ"),
    ],
)
def test_other_names_have_other_keys(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


@pytest.mark.long
@settings(max_examples=30)
@given(st.text(max_size=20))
def test_a_name_that_is_taken_is_taken_again_as_it_is(text: str) -> None:
    try:
        name = checked_name(text)
    except Refused:
        return

    assert checked_name(name) == name
    assert name_key(name) == name_key(text) == name_key(name_key(name)) != ""
