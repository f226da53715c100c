"""The tiles on the table, walked one by one."""

from pathlib import Path

from support.console.opened import opened

TABLE = ("play", "--seed", "7", "--pace", "0", "--players", "2")


def test_before_the_first_tile_the_keys_stay_with_the_hand(home: Path) -> None:
    console = opened(home, *TABLE, position=False)
    first, second = console.answers("home", "right")

    assert console.answers("j", "home", "right") == ["No tiles on the table yet.", first, second]


def test_the_key_that_opens_the_walk_leads_back_to_the_hand(home: Path) -> None:
    console = opened(home, *TABLE, position=False)
    console.play()
    (held,) = console.hear("home")

    walked, back, first = console.answers("j", "j", "home")

    assert walked.startswith("Line: ")
    assert back.startswith("Ends ")
    assert first == held


def test_the_line_is_walked_from_end_to_end(home: Path) -> None:
    console = opened(home, *TABLE, position=False)
    for _ in range(2):
        console.play()
    line = [str(laid) for laid in console.match.now.layout.rows["line"]]

    first, *walked = console.answers("j", *["right"] * len(line))

    assert first == f"Line: {line[0]}, left end"
    assert walked == [*line[1:-1], f"{line[-1]}, right end", f"{line[-1]}, right end"]
    assert console.answers("left", "home", "end", "up") == [
        line[-2],
        f"{line[0]}, left end",
        f"{line[-1]}, right end",
        f"Line: {line[-1]}, right end",
    ]


def test_the_focus_stays_on_its_tile_while_the_table_grows(home: Path) -> None:
    console = opened(home, "play", "block", "--seed", "5", "--pace", "5", "--players", "4", position=False)
    console.play()
    line = [str(laid) for laid in console.match.now.layout.rows["line"]]
    focused = console.answers("j", "right", "right")[-1].partition(",")[0]
    console.hear("escape")
    console.play()
    grown = [str(laid) for laid in console.match.now.layout.rows["line"]]

    assert focused == line[2] in grown


def test_queries_are_answered_on_the_way_and_escape_leads_back(home: Path) -> None:
    console = opened(home, *TABLE)
    console.play()
    ends = console.hear("c")

    assert console.answers("j", "c")[1:] == ends
    assert console.answers("escape")[0].startswith(ends[0])


def test_trains_are_walked_one_below_the_other(home: Path) -> None:
    console = opened(
        home,
        "play",
        "mexican-train",
        "--bots",
        "novice",
        "--seed",
        "3",
        "--pace",
        "0",
        "--players",
        "3",
        position=False,
    )
    for _ in range(3):
        console.play()
    layout = console.match.now.layout
    rows = [tiles for tiles in layout.rows.values() if tiles]

    told = console.answers("j", *["down"] * (len(rows) + 1))

    assert told[-1] == told[-2] == "Engine: 9-9"
    assert [each.partition(": ")[2].partition(",")[0] for each in told[:-2]] == [str(row[0]) for row in rows]
    assert told[0].startswith("Your train: ")
    assert console.answers("up")[0] == told[-3]


def test_the_arms_of_a_spinner_are_rows_of_their_own(home: Path) -> None:
    console = opened(
        home,
        "play",
        "all-fives",
        "--bots",
        "novice",
        "--seed",
        "2",
        "--pace",
        "0",
        "--players",
        "4",
        position=False,
    )
    for _ in range(20):
        rows = console.match.now.layout.rows
        if rows.get("up"):
            break
        console.play()

    line, up = console.answers("j", "down")

    assert line.startswith("Line: ")
    assert up.startswith(f"Up: {rows['up'][0]}")
