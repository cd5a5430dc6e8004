"""Games of other programs: replayed into records with position 1 bidding first; faults have places.

The OpenSpiel state was written by OpenSpiel 2.0.2, the games by the referee of `test_oracles`.
Logs of Botzone and RLCard are written here from random games, by what is documented of them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.cards import RANKS, format_card, format_cards, format_ranks, pack
from engine.errors import FileError
from engine.explain import explain
from engine.notations import NOTATIONS, botzone, openspiel, read_notation, rlcard
from engine.phases import AllPass
from engine.record import Record
from engine.record_text import write_text
from engine.record_text_reading import read_text
from engine.rulesets import Ruleset
from tests.engine.played import random_record

DATA = Path(__file__).parents[1] / "data"
STATE = (DATA / "openspiel_state.txt").read_text("utf-8")


def finished(ruleset: Ruleset, first: int, forced: bool) -> Record:
    """A random record with a landlord, after three passes or not."""
    for seed in range(first, first + 200):
        record = random_record(seed, ruleset)
        if record.state.landlord and forced == (not any(v for _, v in record.state.auction)):
            return record
    raise AssertionError


def faults(name: str, text: str) -> list[tuple[int | None, str]]:
    with pytest.raises(FileError) as caught:
        read_notation(name, text)
    return [(error.line, error.code) for error in caught.value.errors]


# OpenSpiel


def test_games_of_openspiel_have_the_points_it_gave() -> None:
    text = (DATA / "openspiel_games.jsonl").read_text("utf-8")
    records = read_notation("openspiel", text)
    games = [json.loads(line) for line in text.splitlines()]
    assert len(records) == len(games) == 300
    for record, game in zip(records, games, strict=True):
        points, first = record.points, game["first_bidder"]
        assert points is not None
        ours = [points[(seat - first) % 3 + 1] for seat in range(3)]
        assert ours == game["open_spiel_returns"]
    assert read_text(write_text(records[:5])) == records[:5]


def history() -> list[int]:
    return [int(line) for line in STATE.split("[State]")[1].split()]


def test_a_serialized_state_is_read_in_each_of_its_forms() -> None:
    (record,) = read_notation("openspiel", STATE)
    numbers = history()
    assert record.deal.hand(1)[0] in [openspiel._card(n - 51) for n in numbers[1:52]]
    assert record.result is not None
    older = [*numbers[:52], *(number + 105 for number in numbers[52:])]
    for text in (json.dumps(numbers), " ".join(map(str, numbers)), json.dumps(older)):
        assert read_notation("openspiel", text) == (record,)


def test_openspiel_numbers_every_play_once() -> None:
    plays = openspiel._plays()
    assert len(plays) == 26053
    assert (format_ranks(plays[4]), format_ranks(plays[26056])) == ("3", "BR")
    tables = openspiel.ruleset().tables.plays
    # It also numbers wings that are three of a rank beside the body.
    odd = [packed for packed in plays.values() if packed not in tables]
    assert odd
    assert {explain(packed, openspiel.ruleset()).code for packed in odd} == {"triple_next_to_body"}


def test_faults_of_openspiel_games() -> None:
    numbers = history()
    assert faults("openspiel", "[State]\n1\n2\n") == [(1, "bad_log")]
    assert faults("openspiel", "kuhn_poker()\n[State]\n1\n") == [(1, "bad_log")]
    assert faults("openspiel", json.dumps([*numbers[:51], numbers[1], *numbers[52:]]))
    assert faults("openspiel", json.dumps([*numbers, 7])) == [(1, "hand_finished")]
    assert faults("openspiel", json.dumps([*numbers[:52], 9])) == [(1, "bad_log")]
    assert faults("openspiel", json.dumps([*numbers[:52], 3, 99999])) == [(1, "bad_log")]
    assert faults("openspiel", "1" * 20) == [(1, "bad_log")]
    assert faults("openspiel", '{"hands": 7}') == [(1, "bad_log")]
    line = (DATA / "openspiel_games.jsonl").read_text("utf-8").splitlines()[0]
    second = line.replace('"plays":[[2,"456', '"plays":[[2,"X56')
    assert faults("openspiel", f"{line}\n{second}\n{{\n") == [(2, "bad_rank"), (3, "bad_json")]
    assert faults("openspiel", line.replace('"kitty":["4h"', '"kitty":["4x"')) == [(1, "bad_card")]
    assert faults("openspiel", line.replace("[[0,0]", "[[0,1]"))[0][1] == "bid_too_low"


# RLCard


def rlcard_game(record: Record, turn: int, *, suits: bool) -> dict[str, Any]:
    """The game as RLCard's perfect information has it; position 1 sits in seat `turn`."""
    hands: list[tuple[int, ...]] = [()] * 3
    for position, hand in enumerate(record.deal.hands, 1):
        own = sorted(hand + record.deal.kitty) if position == 1 else sorted(hand)
        hands[(position - 1 + turn) % 3] = tuple(own)
    game: dict[str, Any] = {
        "seen_cards": "".join(format_ranks(pack([card])) for card in record.deal.kitty),
        "trace": [
            [(play.position - 1 + turn) % 3, format_ranks(pack(play.cards)) or "pass"]
            for play in record.state.plays
        ],
    }
    if suits:
        game["hand_cards_with_suit"] = [" ".join(map(suit_first, hand)) for hand in hands]
    else:
        game["hand_cards"] = [format_ranks(pack(hand)) for hand in hands]
    return game


def suit_first(card: int) -> str:
    text = format_card(card).replace("10", "T")
    return text if text in ("BJ", "RJ") else text[1].upper() + text[0]


@pytest.mark.parametrize("suits", [True, False])
@pytest.mark.parametrize("turn", [0, 1, 2])
def test_a_game_of_rlcard_is_replayed(turn: int, suits: bool) -> None:
    wanted = finished(rlcard.ruleset(), 4 * turn, forced=True)
    text = json.dumps([rlcard_game(wanted, turn, suits=suits)])
    (record,) = read_notation("rlcard", text)
    assert record.result == wanted.result
    assert record.state.all_pass is AllPass.FORCED
    assert [pack(hand) for hand in record.deal.hands] == [pack(h) for h in wanted.deal.hands]
    assert [play.combination for play in record.state.plays] == [
        play.combination for play in wanted.state.plays
    ]
    if suits:
        assert pack(record.deal.kitty) == pack(wanted.deal.kitty)
    assert read_text(write_text([record])) == (record,)


def test_faults_of_rlcard_games() -> None:
    game = rlcard_game(finished(rlcard.ruleset(), 0, forced=True), 0, suits=True)
    assert faults("rlcard", "{}") == [(1, "bad_log")]
    assert faults("rlcard", json.dumps(game | {"trace": [[7, "3"]]})) == [(1, "bad_log")]
    assert faults("rlcard", json.dumps(game | {"trace": [[0, "X"]]})) == [(1, "bad_rank")]
    assert faults("rlcard", json.dumps(game | {"trace": [[0, "33"], [5, "4"]]})) == [(1, "bad_log")]
    assert faults("rlcard", json.dumps(game | {"trace": [[0, "pass"]]})) == [(1, "leader_passes")]
    assert faults("rlcard", json.dumps(game | {"seen_cards": "3333"})) != []
    assert faults("rlcard", json.dumps(game | {"hand_cards_with_suit": ["S3", "XX", ""]})) == [
        (1, "bad_card")
    ]


# Botzone


def botzone_number(card: int) -> int:
    return next(number for number in range(54) if botzone.card_of(number) == card)


def botzone_log(record: Record, turn: int, *, bids: bool = True) -> list[dict[str, Any]]:
    """The log of a match in which position 1 sits in seat `turn`."""
    log: list[dict[str, Any]] = []
    told: set[int] = set()
    landlord = record.state.landlord

    def say(position: int, request: dict[str, Any], response: Any) -> None:
        seat = (position - 1 + turn) % 3
        if position not in told:
            told.add(position)
            hand = record.deal.hand(position)
            if not bids and position == landlord:
                hand += record.deal.kitty
            request["own"] = [botzone_number(card) for card in hand]
        output = {"command": "request", "content": {str(seat): request}}
        log.append({"output": output})
        log.append({str(seat): {"verdict": "OK", "response": response}})

    if bids:
        for number, (position, value) in enumerate(record.state.auction):
            say(position, {"bid": [v for _, v in record.state.auction[:number]]}, value)
    for play in record.state.plays:
        kitty = [botzone_number(card) for card in record.deal.kitty]
        cards = [botzone_number(card) for card in play.cards]
        say(play.position, {"history": [[], []], "publiccard": kitty}, cards)
    log.append({"output": {"command": "finish", "content": {"0": 1, "1": 0, "2": 0}}})
    return log


@pytest.mark.parametrize("turn", [0, 1, 2])
def test_a_match_of_botzone_with_bidding_is_replayed(turn: int) -> None:
    wanted = finished(botzone.ruleset(), 5 + turn, forced=False)
    match = {"logs": botzone_log(wanted, turn), "players": [{"name": n} for n in "abc"]}
    (record,) = read_notation("botzone", json.dumps(match))
    assert record.deal == wanted.deal
    assert record.state.plays == wanted.state.plays
    assert record.points == wanted.points
    assert record.players == tuple("abcabc"[turn : turn + 3])


@pytest.mark.parametrize("turn", [0, 1, 2])
def test_a_match_of_botzone_without_bidding_is_replayed(turn: int) -> None:
    wanted = finished(botzone.ruleset(), 4 * turn, forced=True)
    log = botzone_log(wanted, turn, bids=False)
    first = (wanted.state.landlord or 0) - 1
    (record,) = read_notation("botzone", json.dumps(log))
    assert record.deal == wanted.deal.rotated(first + 1)
    assert record.state.landlord == 1
    assert record.result is not None
    assert wanted.result is not None
    assert record.result.winner == wanted.result.winner


def test_cards_of_botzone() -> None:
    numbers = (0, 1, 2, 3, 4, 51, 52, 53)
    assert format_cards(map(botzone.card_of, numbers)) == "3h 3d 3s 3c 4h 2c BJ RJ"
    assert sorted(map(botzone.card_of, range(54))) == list(range(54))
    assert len(RANKS) == 15


def test_faults_of_botzone_matches() -> None:
    log = botzone_log(finished(botzone.ruleset(), 5, forced=False), 0)
    assert faults("botzone", "7") == [(1, "bad_log")]
    assert faults("botzone", '{"logs": [7]}') == [(1, "bad_log")]
    assert faults("botzone", '{"logs": []}') == [(1, "bad_log")]
    assert faults("botzone", '{"logs": [{"0": {"response": "x"}}]}') == [(1, "bad_log")]
    assert faults("botzone", '{"logs": [{"0": {"response": [99]}}]}') == [(1, "bad_log")]
    wrong = [*log[:1], {"0": {"response": 9}}, *log[2:]]
    assert faults("botzone", json.dumps({"logs": wrong})) == [(1, "bad_bid")]


def test_notations_by_name() -> None:
    assert set(NOTATIONS) == {"botzone", "openspiel", "rlcard"}
    assert faults("pgn", "") == [(None, "unknown_notation")]
