"""A club's evening with cards, over the API as the people would: scenarios 1, 2, 3, 7, 12, 33."""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from engine.boards_file import DealSet
from engine.cards import format_card
from engine.reported import remapped
from games.deals import deal_of
from games.models import Board, Dispute, IdempotentRequest, Play, Result
from games.services.issue_code import issue_codes
from tournaments.models import AuditEntry, DirtyMark, Field, Round, RoundState, SeatResult, Stage
from tournaments.services import release_round
from tournaments.services.actors import SYSTEM
from tournaments.services.change_event import change_event
from tournaments.services.rebuild import rebuild

from .directing import Caller, with_key
from .factories import count_and_publish, drawn_stage

pytestmark = pytest.mark.django_db


@dataclass
class Evening:
    """One round of two boards at three tables; players speak by seat."""

    stage: Stage
    director: Caller
    tokens: dict[tuple[int, str], str] = field(default_factory=dict)

    @property
    def round_(self) -> Round:
        return self.stage.rounds.get(number=1)

    def play(self, table: int, board: int) -> Play:
        plays = Play.objects.select_related("table", "board__board_set")
        return plays.get(table__realm=self.stage.event_id, table__number=table, board__number=board)

    def say(self, table: int, letter: str, verb: str, board: int, body: Any) -> Any:
        """A seated player reports, confirms or disputes."""
        token = self.tokens[table, letter]
        return Client().post(
            f"/api/v1/plays/{self.play(table, board).pk}/{verb}/",
            json.dumps(body),
            "application/json",
            headers={"Authorization": f"Bearer {token}", "Idempotency-Key": uuid.uuid4().hex},
        )

    def slip(self, board: int, landlord: int = 1, hands: str = "123", **others: Any) -> Any:
        """The landlord led his highest card and won at 2."""
        deal = remapped(deal_of(self.play(1, board).board), hands)
        lead = format_card(deal.hand(landlord)[0])
        return {"landlord": landlord, "lead": lead, "bid": 2, "out_first": landlord, **others}

    def finish(self, table: int, board: int, **others: Any) -> None:
        """Seat A reports, B and C confirm."""
        body = self.slip(board, **others)
        assert self.say(table, "A", "result", board, body).status_code == 201
        for letter in "BC":
            assert self.say(table, letter, "confirm", board, {"report": 1}).status_code == 200


def evening_with(physical: bool) -> Evening:
    """Everybody has signed in; round 1 is released."""
    stage = drawn_stage(entrants=9, rounds=1, boards=2)
    change_event(stage.event, SYSTEM, {"physical": physical})
    round_ = release_round(stage.rounds.get(number=1), SYSTEM)
    evening = Evening(stage, with_key(stage.event))
    for seated in round_.tables.select_related("table"):
        seats = list(seated.table.seats.select_related("player"))
        for seat, code in zip(seats, issue_codes([s.player for s in seats]), strict=True):
            answer = Client().post("/api/v1/sessions/", {"code": code}, "application/json")
            evening.tokens[seated.number, seat.letter] = answer.json()["token"]
    return evening


@pytest.fixture
def evening(db: None) -> Evening:
    return evening_with(physical=True)


def values(position: int, mapping: str = "123") -> list[int | None]:
    """What a field of board 1 holds."""
    rows = SeatResult.objects.filter(
        field__board__number=1, field__mapping=mapping, position=position
    )
    return list(rows.order_by("play__table__number").values_list("value", flat=True))


def test_1_the_wrong_landlord_is_found_by_his_lead_and_two_others_must_agree(
    evening: Evening,
) -> None:
    wrong = evening.slip(1, landlord=2) | {"landlord": 3, "out_first": 3}
    assert evening.say(1, "A", "result", 1, wrong).json()["code"] == "does_not_fit"
    evening.say(1, "A", "result", 1, evening.slip(1, landlord=2))
    evening.say(1, "B", "confirm", 1, {"report": 1})
    assert not SeatResult.objects.exists()
    evening.say(1, "C", "confirm", 1, {"report": 1})
    assert [values(position) for position in (1, 2, 3)] == [[-2], [4], [-2]]


def test_2_a_board_of_another_table_or_one_played_before_takes_no_slip(evening: Evening) -> None:
    theirs = evening.play(2, 1).pk
    token = evening.tokens[1, "A"]
    answer = Client().post(
        f"/api/v1/plays/{theirs}/result/",
        json.dumps(evening.slip(1)),
        "application/json",
        headers={"Authorization": f"Bearer {token}", "Idempotency-Key": "k"},
    )
    assert answer.json()["code"] == "not_found"
    evening.finish(1, 1)
    assert evening.say(1, "A", "result", 1, evening.slip(1)).json()["code"] == "has_result"
    # The lead belongs to board 2: it was typed under board 1.
    here, there = (deal_of(evening.play(1, board).board) for board in (1, 2))
    foreign = next(card for card in there.hand(1) if card not in here.hand(1) + here.kitty)
    body = evening.slip(1) | {"lead": format_card(foreign)}
    assert evening.say(2, "A", "result", 1, body).status_code == 422
    # Nobody of another table is told anything before the board opens.
    table = Client().get("/api/v1/me/table/", headers={"Authorization": f"Bearer {token}"}).json()
    assert [play["result"] is not None for play in table["table"]["plays"]] == [True, False]
    assert Client().get(f"/api/v1/events/{evening.stage.event.slug}/boards/1/").status_code == 404


def test_3_a_dispute_ten_minutes_later_is_decided_by_the_director(evening: Evening) -> None:
    for table in (1, 2, 3):
        evening.finish(table, 1, landlord=table)
    Board.objects.filter(number=1).update(opened_at=timezone.now() - timedelta(minutes=10))
    body = {"revision": 1, "reason": "it was bid at 3"}
    assert evening.say(1, "B", "dispute", 1, body).status_code == 200
    assert values(1) == [4, -2, -2]  # provisionally
    (queued,) = evening.director.send("GET", "disputes/").json()["results"]
    assert (queued["table"], queued["board"], queued["seat"]) == (1, 1, "B")
    play = evening.play(1, 1)
    facts = {**Result.objects.get(play=play).facts, "bid": 3}
    correction = {"facts": facts, "reason": "the slip says 3"}
    assert evening.director.post(f"plays/{play.pk}/correct/", correction).status_code == 201
    decided = {"decision": "corrected", "reason": "the slip says 3"}
    path = f"disputes/{queued['id']}/settle/"
    assert evening.director.post(path, decided).json()["settlement"] == "corrected"
    assert evening.director.post(path, decided).status_code == 409
    assert evening.director.send("GET", "disputes/").json()["results"] == []
    assert values(1) == [6, -2, -2]
    Board.objects.filter(number=1).update(opened_at=timezone.now() - timedelta(minutes=31))
    late = evening.say(2, "B", "dispute", 1, {"revision": 1})
    assert late.json()["code"] == "correction_period_over"


def test_3_a_disputed_report_counts_when_the_director_accepts_it(evening: Evening) -> None:
    evening.say(1, "A", "result", 1, evening.slip(1))
    evening.say(1, "B", "dispute", 1, {"report": 1})
    play = evening.play(1, 1).pk
    assert evening.director.post(f"plays/{play}/accept/").json()["refusal"] == "reason_missing"
    accepted = evening.director.post(f"plays/{play}/accept/", {"reason": "heard both"})
    assert accepted.json() == {"play": play, "state": "finished"}
    assert Dispute.objects.get().settlement == "stands"
    assert values(1) == [4]


def test_7_a_board_taken_away_from_a_slow_table_costs_nobody_anything(evening: Evening) -> None:
    for table in (1, 2):
        evening.finish(table, 1)
        evening.finish(table, 2)
    evening.finish(3, 1)
    play = evening.play(3, 2)
    refused = evening.director.post("rounds/1/finish/", {"reason": "late"}).json()
    assert refused["refusal"] == "plays_unfinished"
    away = evening.director.post(f"plays/{play.pk}/not-played/", {"reason": "late"})
    assert away.json()["state"] == "not_played"
    assert evening.say(3, "A", "result", 2, evening.slip(2)).json()["code"] == "not_played"
    # The board opens without it, the round ends, and two results are all that is expected.
    board = Board.objects.get(pk=play.board_id)
    assert board.opened_at is not None
    assert evening.round_.state == RoundState.FINISHED
    assert set(Field.objects.filter(board=board).values_list("expected", flat=True)) == {2}
    count_and_publish(evening.stage)
    assert rebuild(evening.stage.event).differences == []
    back = evening.director.post(f"plays/{play.pk}/to-be-played/", {"reason": "error"})
    assert back.json()["refusal"] == "board_open"


def test_7_it_is_given_back_while_nobody_knows_the_board(evening: Evening) -> None:
    play = evening.play(3, 2)
    path = f"plays/{play.pk}/"
    evening.director.post(f"{path}not-played/", {"reason": "slow"})
    assert set(Field.objects.filter(board=play.board).values_list("expected", flat=True)) == {2}
    evening.director.post(f"{path}to-be-played/", {"reason": "fast after all"})
    assert set(Field.objects.filter(board=play.board).values_list("expected", flat=True)) == {3}
    evening.say(3, "A", "result", 2, evening.slip(2))
    begun = evening.director.post(f"{path}not-played/", {"reason": "slow"})
    assert begun.json()["code"] == "has_begun"
    verbs = AuditEntry.objects.filter(target=f"play:{play.pk}").order_by("pk")
    assert list(verbs.values_list("verb", flat=True)) == ["mark_not_played", "mark_to_be_played"]


def test_12_swapped_hands_are_compared_with_their_equals_only(evening: Evening) -> None:
    evening.finish(1, 1)
    evening.finish(2, 1)
    # At table 3 hands 1 and 2 had been swapped: the lead of position 1 was hand 2's.
    told = evening.say(3, "A", "result", 1, evening.slip(1, hands="213")).json()
    assert told["code"] == "does_not_fit"
    body = evening.slip(1, hands="213") | {"hands": "213"}
    evening.say(3, "A", "result", 1, body)
    evening.say(3, "B", "confirm", 1, {"report": 1})
    done = evening.say(3, "C", "confirm", 1, {"report": 1}).json()
    assert done["result"]["hands"] == "213"
    assert values(1) == [4, 4]
    assert values(1, "213") == [4]
    assert set(Field.objects.filter(board__number=1).values_list("mapping", "expected")) == {
        ("123", 3),
        ("213", 3),
    }
    count_and_publish(evening.stage)
    assert not DirtyMark.objects.exists()
    # Alone among three: 60 % of a top of 4.
    from tournaments.models import FrequencyRow

    (row,) = FrequencyRow.objects.filter(field__mapping="213", field__position=1)
    assert (row.score_numerator, row.score_denominator) == (12, 5)
    assert rebuild(evening.stage.event).differences == []


def test_33_after_a_network_failure_slips_are_typed_in_through_the_same_checks() -> None:
    evening = evening_with(physical=False)  # on phones: every table has begun board 1
    scorer = with_key(evening.stage.event, "scorer")
    lines = scorer.send("GET", "rounds/1/plays/").json()["plays"]
    assert [line["state"] for line in lines] == ["playing", "scheduled"] * 3
    for line in lines:
        path = f"plays/{line['play']}/result/"
        wrong = evening.slip(line["board"]) | {"landlord": 2, "out_first": 2}
        assert scorer.post(path, wrong).json()["code"] == "does_not_fit"
        typed = scorer.post(path, evening.slip(line["board"]))
        assert (typed.status_code, typed.json()["state"]) == (201, "finished")
        assert scorer.post(path, evening.slip(line["board"])).json()["code"] == "has_result"
    assert evening.round_.state == RoundState.FINISHED
    assert AuditEntry.objects.filter(verb="enter_slip").count() == 6
    count_and_publish(evening.stage)
    assert rebuild(evening.stage.event).differences == []
    viewer = with_key(evening.stage.event, "viewer")
    assert viewer.post(f"plays/{lines[0]['play']}/result/", {}).status_code == 403


def test_packs_made_up_from_the_file_give_plays_that_match(evening: Evening) -> None:
    assert evening.director.post("rounds/1/deals/").json()["refusal"] == "reason_missing"
    key = {"Idempotency-Key": "packs"}
    wanted = {"reason": "two packs a board"}
    document = evening.director.post("rounds/1/deals/", wanted, **key).json()["file"]
    again = evening.director.post("rounds/1/deals/", wanted, **key)
    assert again.json() == {"round": 1}  # the hands are neither kept nor told twice
    entry = AuditEntry.objects.get(verb="print_hands")
    assert (entry.reason, entry.after) == ("two packs a board", {"round": 1, "boards": [1, 2]})
    hands = json.dumps(document["deals"][0]["hands"])
    assert not IdempotentRequest.objects.filter(response__contains=hands[:40]).exists()
    # Two tables play what lies in their packs: the lead is a card of the file, and it fits.
    for deal in DealSet.from_data(document).boards:
        for table in (1, 2):
            lead = format_card(deal.deal.hand(table)[0])
            body = {"landlord": table, "lead": lead, "bid": 2, "out_first": table}
            assert evening.say(table, "A", "result", deal.number, body).status_code == 201
    scorer = with_key(evening.stage.event, "scorer")
    assert scorer.post("rounds/1/deals/", {"reason": "curious"}).status_code == 403
    on_phones = evening_with(physical=False)
    refused = on_phones.director.post("rounds/1/deals/", {"reason": "curious"}).json()
    assert refused["refusal"] == "not_with_cards"
