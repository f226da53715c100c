"""Random matches of the three games, as records of format 2 with the JSON that each action must give."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

import yaml
from family_common import Json, Round, Setup, fitting, is_double, tiles, written
from family_referee import CHOICES, InvalidSetupError, Match, defaults, pack, set_up

NAMES = ("Ada", "Ben", "Cy", "Dora Lee", "Eve", "Zoé", "no", "5-3", "train Ada", "left", "y: {", "Ada 6-6")


@dataclass
class Played:
    """A match as a record, and what a reader of it must show: *expected* after each deal and each action."""

    setup: Setup
    record: Json
    expected: list[Json] = field(default_factory=list)

    @property
    def text(self) -> str:
        return as_text(self.record)

    def prefix(self, count: int) -> Json:
        """The record of the first *count* deals and actions."""
        rounds = []
        for each in self.record["rounds"]:
            if count:
                actions = each["actions"][: count - 1]
                rounds.append(each | {"actions": actions})
                count -= 1 + len(actions)
        return self.record | {"rounds": rounds}


def as_text(record: Json) -> str:
    return yaml.safe_dump(record, sort_keys=False, allow_unicode=True, width=10_000)


def random_match(chance: Random, game: str = "", *, most_rounds: int = 30) -> Played:
    """A match of random choices with a random table, until it is over or *most_rounds* have been played."""
    setup, given = random_setup(chance, game or chance.choice([*CHOICES]))
    record: Json = {"record": 2, "game": setup.game}
    record |= {"options": given} if given else {}
    record |= {"players": list(setup.players)} | ({"teams": setup.teams} if setup.teams else {})
    played = Played(setup, record | {"rounds": []})
    match = Match(setup)
    while not match.over and len(match.rounds) < most_rounds:
        played.expected += random_round(match, chance, played.record["rounds"])
    return played


def random_setup(chance: Random, game: str) -> tuple[Setup, Json]:
    """A table that the rulebook allows, and those of its options that are not the default."""
    while True:
        count = chance.randint(2, 8 if game == "mexican-train" else 4)
        players = tuple(chance.sample(NAMES, count))
        given = random_options(chance, game, count)
        try:
            return set_up(game, players, chance.choice([0, 2]), given), given
        except InvalidSetupError:
            continue


def random_options(chance: Random, game: str, players: int) -> Json:
    """Answers to some options: those that are not the default."""
    given = {name: chance.choice(answers) for name, answers in CHOICES[game].items() if chance.random() < 0.5}
    if game == "mexican-train":
        given["rounds"] = chance.randint(1, defaults(game, players, given)["rounds"])
    elif chance.random() < 0.6:
        given["target"] = chance.choice([1, 5, chance.randint(1, 60), chance.randint(1, 300)])
    usual = {name: answers[0] for name, answers in CHOICES[game].items()} | defaults(game, players, given)
    usual |= {"set": defaults(game, players, {}).get("set")}
    return {name: answer for name, answer in given.items() if answer != usual[name]}


def random_round(match: Match, chance: Random, rounds: list[Json]) -> Iterator[Json]:
    """Deal and play a round, write it to *rounds*, and give the JSON after the deal and after each action."""
    entry = random_deal(match, chance)
    rounds.append(entry)
    yield match.summary()
    while current := match.current:
        name, action = match.setup.players[current.seat], random_action(current.legal(), chance)
        entry["actions"].append(f"{name} {variation(current, action, chance)}")
        match.act(action)
        yield match.summary()


def random_action(legal: list[str], chance: Random) -> str:
    """Any legal action, but half of the time a double, draw or pass: most rules are about these."""
    special = [each for each in legal if each in {"draw", "pass"} or is_double(tiles(each.split()[0])[0])]
    return chance.choice(special if special and chance.random() < 0.5 else legal)


def random_deal(match: Match, chance: Random) -> Json:
    """Shuffle, deal, and write the deal down: the starter where chance decides, and sometimes elsewhere."""
    stock = pack(match.setup, len(match.rounds))
    chance.shuffle(stock)
    size, names = match.setup.options["hand"], match.setup.players
    hands = [stock[seat * size : (seat + 1) * size] for seat in range(len(names))]
    boneyard = stock[len(names) * size :]
    known = match.known_starter(hands)
    starter = chance.randrange(len(names)) if known is None else known
    match.begin(hands, boneyard, starter)
    told: Json = {"starter": names[starter]} if known is None or chance.random() < 0.5 else {}
    dealt = {name: written(hand) for name, hand in zip(names, hands, strict=True)}
    return told | {"hands": dealt, "boneyard": written(boneyard), "actions": []}


def variation(current: Round, action: str, chance: Random) -> str:
    """The same action, sometimes with its halves turned, or without its end where one alone fits."""
    tile, _, end = action.partition(" ")
    if action in {"draw", "pass"}:
        return action
    one, other = tile.split("-")
    legal = current.legal()
    if len(fitting(legal, tile)) == 1 and chance.random() < 0.3:
        end = ""
    if f"{other}-{one} {end}".strip() not in legal and chance.random() < 0.3:
        tile = f"{other}-{one}"
    return f"{tile} {end}".strip()


def replayed(record: Json) -> Match:
    """The match that a record leads to."""
    match = Match(
        set_up(record["game"], tuple(record["players"]), record.get("teams", 0), record.get("options", {}))
    )
    for each in record["rounds"]:
        hands = [tiles(each["hands"][name]) for name in match.setup.players]
        starter = each.get("starter", match.setup.players[match.known_starter(hands) or 0])
        match.begin(hands, tiles(each["boneyard"]), match.setup.players.index(starter))
        for action in each["actions"]:
            match.read(action)
    return match
