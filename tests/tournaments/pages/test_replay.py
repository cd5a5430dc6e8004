"""A replay: contests, what everybody has left, and when each card leaves its hand."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.test import Client

from engine.hand import Result
from tests.tournaments.factories import facts
from tests.tournaments.read.made_event import MadeEvent
from tournaments.pages.replay import Replay, replay
from tournaments.queries import Hands, PlayEntry, PlayPage, PlayResult

#: A small deal: position 1 becomes landlord and takes the kitty.
CARDS = Hands((("2s", "5h", "4c"), ("Kd", "8s", "6d"), ("Ah", "9c", "7d")), ("BJ", "5c", "3s"))
LOG: list[tuple[str, int | None, dict[str, Any]]] = [
    ("bid", 1, {"value": 2}),
    ("bid", 2, {"value": 0}),
    ("doubles_revealed", None, {"choices": {"2": True, "3": False}, "kitty": ["BJ", "5c", "3s"]}),
    ("redouble", 1, {"value": False}),
    ("play", 1, {"cards": ["3s"], "combination": "single"}),
    ("play", 2, {"cards": ["6d"], "combination": "single"}),
    ("pass", 3, {"cards": [], "combination": None}),
    ("play", 1, {"cards": ["BJ"], "combination": "single"}),
    ("pass", 2, {"cards": [], "combination": None}),
    ("pass", 3, {"cards": [], "combination": None}),
    ("play", 1, {"cards": ["5h", "5c"], "combination": "pair"}),
]


def made_replay(log: list[tuple[str, int | None, dict[str, Any]]]) -> Replay:
    at = datetime(2026, 5, 1, tzinfo=UTC)
    entries = tuple(
        PlayEntry(seq, kind, position, data, False, at)
        for seq, (kind, position, data) in enumerate(log, 1)
    )
    result = PlayResult("p", 1, 1, 1, Result.from_data(facts(1, 2)), "123", ())
    page = PlayPage.__new__(PlayPage)
    values = {"cards": CARDS, "entries": entries, "result": result}
    for name, value in values.items():
        object.__setattr__(page, name, value)
    return replay(page)


def test_a_contest_begins_with_a_lead_and_ends_with_passes() -> None:
    shown = made_replay(LOG)
    assert [(contest.number, len(contest.steps)) for contest in shown.contests] == [
        (0, 4),
        (1, 6),
        (2, 1),
    ]
    assert [step.number for contest in shown.contests for step in contest.steps] == list(
        range(1, 12)
    )


def test_every_step_says_what_everybody_has_left() -> None:
    steps = [step for contest in made_replay(LOG).contests for step in contest.steps]
    assert steps[3].left == {1: 6, 2: 3, 3: 3}
    assert steps[5].left == {1: 5, 2: 2, 3: 3}
    assert steps[10].left == {1: 2, 2: 2, 3: 3}
    assert steps[2].choices == {2: True, 3: False}


def test_the_landlords_hand_has_the_kitty_and_each_card_its_step() -> None:
    landlord, second, third = made_replay(LOG).hands
    assert [(card.text, card.step, card.from_kitty) for card in landlord] == [
        ("BJ", 8, True),
        ("2s", 0, False),
        ("5h", 11, False),
        ("5c", 11, True),
        ("4c", 0, False),
        ("3s", 5, True),
    ]
    assert [(card.text, card.step) for card in second] == [("Kd", 0), ("8s", 0), ("6d", 6)]
    assert [card.step for card in third] == [0, 0, 0]


def test_a_play_without_a_log_still_has_its_page(made: MadeEvent, anybody: Client) -> None:
    answer = anybody.get(f"/e/{made.slug}/plays/{made.play(2, 1).pk}/")
    assert answer.status_code == 200
    assert "Board 2 at table 1" in answer.content.decode()


def test_the_page_prints_the_log_in_words(made: MadeEvent, anybody: Client) -> None:
    text = anybody.get(f"/e/{made.slug}/plays/{made.play(1, 1).pk}/").content.decode()
    for words in ("bids 2", "no bid", "Position 2: no double, Position 3: no double", "single"):
        assert words in text
    assert text.count('data-step="') == 5
