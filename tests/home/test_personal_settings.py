"""Each of several people at one keyboard has some settings for themselves, the rest are for all."""

import pytest

from playroom.home.settings import Settings, personal_change, settings_of

SHARED = Settings(verbosity="full", people={"Ana": {"verbosity": "brief", "language": "fr"}})


def test_a_persons_own_choice_comes_before_the_shared_settings() -> None:
    assert (settings_of("Ana", SHARED).verbosity, settings_of("Ana", SHARED).language) == ("brief", "fr")
    assert settings_of("Ben", SHARED) == SHARED


@pytest.mark.parametrize(
    "own",
    [{"verbosity": "endless"}, {"verbosity": 7}, {"volume": 3, "name": "Eve"}, "brief", None],
    ids=repr,
)
def test_what_cannot_be_a_setting_of_a_person_counts_for_nothing(own: object) -> None:
    damaged = Settings(verbosity="full", people={"Ana": own})

    assert settings_of("Ana", damaged) == damaged


def test_what_is_personal_is_saved_under_the_name_of_the_person() -> None:
    changes = {"tiles": "words", "verbosity": "full", "volume": 3}

    assert personal_change("Ana", changes, SHARED) == {
        "volume": 3,
        "people": {"Ana": {"language": "fr", "tiles": "words", "verbosity": "full"}},
    }
    assert personal_change("Ben", {"tiles": "words"}, SHARED) == {
        "people": {"Ana": {"verbosity": "brief", "language": "fr"}, "Ben": {"tiles": "words"}}
    }


def test_what_is_for_all_stays_for_all() -> None:
    changes = {"tiles": "words", "volume": 3}

    assert personal_change("", changes, SHARED) == changes
    assert personal_change("Ana", {"volume": 3}, SHARED) == {"volume": 3}


def test_a_person_whose_settings_were_damaged_begins_anew() -> None:
    damaged = Settings(people={"Ana": "brief"})

    assert personal_change("Ana", {"tiles": "words"}, damaged) == {"people": {"Ana": {"tiles": "words"}}}
