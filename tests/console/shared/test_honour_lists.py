"""Rated tables and tables of honour by ear: a place, what it means, hiding it, and what is not rated."""

import pytest
from support.console.club_members import PASSWORD, SERVER, choose_soon, member, opened, soon
from support.console.hand_held import Console
from support.online.shared_room import SharedRoom

from playroom.online.server.rating_book import MOST_HONOURED, PROVISIONAL, RatedMatchOver

BLOCK = ("--players", "2", "--single-round", "true")
LEAVE_RATED = "Leave the table? A bot plays on for you. If it ends the match, that counts for nobody."
QUIT_RATED = "Leave the playroom? Your seat is kept. If a bot ends the match, that counts for nobody."


@pytest.fixture
def room(room: SharedRoom) -> SharedRoom:
    """A club with accounts and ratings."""
    room.need_accounts()
    room.loop.create_task(room.rooms.watch_lobby())
    return room


def rate(room: SharedRoom, matches: int = PROVISIONAL, game: str = "kozel") -> None:
    """Let Cleo have won against Ada, and Ada against Ben, so often."""
    for number in range(matches):
        for table, pair in enumerate((("Cleo", "Ada"), ("Ada", "Ben"), ("Cleo", "Ben"))):
            sides = [[name] for name in pair]
            room.ratings.book.apply(RatedMatchOver(f"T{table}", number, game, sides, [0, 1]))


WORDS = {
    "en": (
        *("People of the club", "Make an account", "Tables of honour"),
        "Tables of honour. Kozel: you are number 2 of 3, about as strong as Cleo",
        ("Table of honour, Kozel. 1. Cleo", "2. You", "3. Ben"),
    ),
    "fr": (
        *("Personnes du club", "Créer un compte", "Tableaux d'honneur"),
        "Tableaux d'honneur. Kozel : vous êtes numéro 2 sur 3, à peu près de la force de Cleo",
        ("Tableau d'honneur, Kozel. 1. Cleo", "2. Vous", "3. Ben"),
    ),
    "es": (
        *("Personas del club", "Crear una cuenta", "Cuadros de honor"),
        "Cuadros de honor. Kozel: eres número 2 de 3, más o menos con la fuerza de Cleo",
        ("Cuadro de honor, Kozel. 1. Cleo", "2. Tú", "3. Ben"),
    ),
}


@pytest.mark.parametrize("language", WORDS)
def test_a_table_of_honour_is_heard_in_the_words_of_each_language(room: SharedRoom, language: str) -> None:
    people, make, honours, own, table = WORDS[language]
    rate(room)
    ada = member(room, "Ada", people, make, language=language, position=False)

    told = choose_soon(ada, honours)
    listed = [*soon(ada, "enter"), *soon(ada, "down"), *soon(ada, "down")]

    assert told == [own]
    assert listed == [*table]


def test_few_matches_are_said_to_be_provisional_and_give_no_place(room: SharedRoom) -> None:
    rate(room, 2)
    ada = member(room, "Ada")

    told = [*choose_soon(ada, "Tables of honour"), *soon(ada, "enter")]

    assert told == [
        "Tables of honour. Kozel: provisional, 4 of 10 matches",
        "Table of honour, Kozel. Nobody has a place yet: that takes 10 matches",
    ]


def test_before_any_rated_match_it_is_said(room: SharedRoom) -> None:
    ada = member(room, "Ada")

    assert choose_soon(ada, "Tables of honour") == ["Tables of honour. No rated match was played yet"]


@pytest.mark.long
def test_a_person_hides_their_rating_and_shows_it_again(room: SharedRoom) -> None:
    rate(room)
    cleo, ada = member(room, "Cleo"), member(room, "Ada")
    choose_soon(cleo, "Tables of honour")
    hidden = [*soon(cleo, "end", "up"), *soon(cleo, "right")]
    own = [*soon(cleo, "home", "enter"), *soon(cleo, "down")]

    told = [*choose_soon(ada, "Tables of honour"), *soon(ada, "enter")]

    assert hidden[-1] == "Hide my rating: on"
    assert told == [
        "Tables of honour. Kozel: you are number 1 of 2, about as strong as Ben",
        "Table of honour, Kozel. 1. You",
    ]
    assert own[-2:] == ["Table of honour, Kozel. 1. You, hidden from others", "2. Ada"]


@pytest.mark.long
def test_who_is_not_among_the_first_hears_their_own_place_last(room: SharedRoom) -> None:
    rate(room)
    for at in range(MOST_HONOURED):
        for number in range(PROVISIONAL):
            sides = [[f"Best {at}"], [f"Last {at}"]]
            room.ratings.book.apply(RatedMatchOver(f"B{at}", number, "kozel", sides, [0, 1]))
    ada = member(room, "Ada")
    choose_soon(ada, "Tables of honour")
    soon(ada, "enter")

    place = room.ratings.book.honours("Ada")[0].place
    assert place > MOST_HONOURED
    assert soon(ada, "end", "up")[-1] == f"{place}. You"


@pytest.mark.long
def test_a_host_calls_the_table_rated_and_all_hear_what_that_means(room: SharedRoom) -> None:
    ada, ben = member(room, "Ada"), member(room, "Ben")
    opened(ada)
    ben.wait(6)
    choose_soon(ben, "Playroom dominos")
    choose_soon(ben, "Seat 2")
    choose_soon(ada, "Game")
    told = [*walk_to(ada, "Rated: off"), *soon(ada, "right")]
    ben.wait(2)
    news = soon(ben)
    no_hints = [*walk_to(ada, "Hints: off"), *soon(ada, "right")]
    soon(ada, "escape")
    asked = choose_soon(ada, "Start the match")

    assert told[-1] == "Rated: on. Hints: off."
    assert news[-1] == "Changed: Hints: off, Rated: on."
    assert no_hints[-1] == "No hints at a rated table."
    assert asked[0].startswith("With a bot the match is not rated. Start?")


def rated_match(room: SharedRoom) -> tuple[Console, Console]:
    """Ada and Ben, who begin a rated match of one round, and have heard nothing of it yet."""
    ada = room.console("ada", "host", "block", "--at", SERVER, "--name", "Ada", *BLOCK)
    soon(ada)
    choose_soon(ada, "Make an account")
    soon(ada, "enter")
    ada.write(PASSWORD)
    soon(ada, "enter")
    choose_soon(ada, "Game")
    walk_to(ada, "Rated: off")
    soon(ada, "right", "escape")
    ben = member(room, "Ben")
    ben.wait(6)
    choose_soon(ben, "Block")
    choose_soon(ben, "Seat 2")
    choose_soon(ben, "Ready")
    soon(ada)
    choose_soon(ada, "Start the match")
    return ada, ben


def heard_to_the_end(room: SharedRoom, *consoles: Console) -> list[str]:
    """What is heard at all of these until the match is over."""
    told = []
    for _ in range(60):
        room.play(*consoles)
        told += [said for console in consoles for said in soon(console)]
        if room.table(0).match.winners:
            return [*told, *(said for console in consoles for said in soon(console))]
    raise AssertionError(told)


@pytest.mark.long
def test_a_rated_match_is_called_so_and_counts_at_its_end(room: SharedRoom) -> None:
    ada, ben = rated_match(room)
    begun = [" ".join([*soon(console), *soon(console)]) for console in (ben, ada)]
    asked = [*soon(ben, "q"), *soon(ben, "n", "ctrl-c")]
    soon(ben, "n")

    told = heard_to_the_end(room, ada, ben)

    assert ["This match is rated." in each for each in begun] == [True, True]
    assert asked[0].startswith(LEAVE_RATED)
    assert asked[-1].startswith(QUIT_RATED)
    assert " ".join(told).count("The match counts for the table of honour.") == 2


@pytest.mark.long
def test_a_rated_match_says_what_it_has_made_of_ones_place(room: SharedRoom) -> None:
    rate(room, game="block")
    ada, ben = rated_match(room)

    told = heard_to_the_end(room, ada, ben)

    places = [each for each in told if "Block: you are number" in each]
    assert len(places) == 2
    assert any("3 of 3" in each for each in places)


@pytest.mark.long
def test_after_a_first_rated_match_the_rating_is_provisional(room: SharedRoom) -> None:
    ada, ben = rated_match(room)

    told = " ".join(heard_to_the_end(room, ada, ben))

    assert told.count("Block: provisional, 1 of 10 matches") == 2


@pytest.mark.long
def test_who_comes_back_to_a_rated_match_hears_that_it_is_one(room: SharedRoom) -> None:
    _, ben = rated_match(room)
    soon(ben)
    ben.close()
    again = room.console("ben", "join", room.clients[0].table.state.code)

    told = " ".join([*soon(again), *soon(again)])

    assert "This match is rated." in told


@pytest.mark.long
def test_a_rated_match_that_a_bot_ends_is_said_to_count_for_nobody(room: SharedRoom) -> None:
    ada, ben = rated_match(room)
    soon(ben)
    soon(ben, "q", "y")

    told = " ".join(heard_to_the_end(room, ada))

    assert "Not all played to the end: the match counts for nobody." in told
    assert "The match counts for" not in told
    assert "provisional" not in told


def walk_to(console: Console, line: str) -> list[str]:
    said = soon(console, "home")
    for _ in range(20):
        if said and said[-1].startswith(line):
            return said
        said = soon(console, "down")
    raise AssertionError(said)
