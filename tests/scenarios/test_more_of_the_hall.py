"""More of the hall: what happens to all tables at once.

| scenario | here | and |
|---|---|---|
| 33 the network fails for 20 minutes | `test_33_…` | `tests/games/test_halts.py` the clocks |
| 34 fire alarm | `test_34_…` | `tests/tournaments/test_halting.py` who may |
| 37 irregularities with cards | `test_37_…` | `tests/tournaments/test_incidents.py` refusals |
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from games.models import Play
from tests.games.listening import Listener
from tests.tournaments.brute_force import assert_equals_brute_force
from tests.tournaments.directing import with_key
from tests.tournaments.factories import count_and_publish
from tournaments.models import AuditEntry, RoundState
from tournaments.services.rebuild import rebuild

from .evening import Evening, console, evening_with, values


def seconds_left(view: dict[str, Any]) -> float:
    """What a device draws of the clock: how long whoever is asked still has."""
    ends, now = (datetime.fromisoformat(view[name]) for name in ("deadline", "now"))
    return (ends - now).total_seconds()


@pytest.mark.django_db
def test_33_while_the_network_is_away_clocks_stand_and_slips_are_typed_in() -> None:
    evening = evening_with(physical=False, action_seconds=30)  # every table has begun board 1
    assert evening.director.post("pause/", {"reason": "no network"}).json() == {"tables": 3}
    assert evening.let_pass(20 * 60) == 0
    scorer = with_key(evening.stage.event, "scorer")
    lines = scorer.send("GET", "rounds/1/plays/").json()["plays"]
    assert [line["state"] for line in lines] == ["playing", "scheduled"] * 3
    for line in lines[:-1]:
        path = f"plays/{line['play']}/result/"
        wrong = evening.slip(line["board"]) | {"landlord": 2, "out_first": 2}
        assert scorer.post(path, wrong).json()["code"] == "does_not_fit"
        typed = scorer.post(path, evening.slip(line["board"]))
        assert (typed.status_code, typed.json()["state"]) == (201, "finished")
        assert scorer.post(path, evening.slip(line["board"])).json()["code"] == "has_result"
    viewer = with_key(evening.stage.event, "viewer")
    assert viewer.post(f"plays/{lines[-1]['play']}/result/", {}).status_code == 403
    # The network is back: the last board, begun meanwhile, is played on phones with a whole clock.
    assert evening.view(3, "A")["halted"] == "paused"
    assert evening.director.post("resume/").json() == {"tables": 1}
    assert 28 < seconds_left(evening.view(3, "A")) <= 30
    evening.play_on(3, 2)
    assert evening.round_.state == RoundState.FINISHED
    assert AuditEntry.objects.filter(verb="enter_slip").count() == 5
    count_and_publish(evening.stage)
    assert rebuild(evening.stage.event).differences == []


@pytest.mark.django_db
def test_a_slip_typed_in_ends_a_claim_that_nobody_answered() -> None:
    evening = evening_with(physical=False, claims=True)
    letter, view = evening.claim_the_rest(1)
    typed = evening.director.post(f"plays/{view['id']}/result/", evening.slip(1))
    assert (typed.status_code, typed.json()["state"]) == (201, "finished")
    following = evening.view(1, letter)
    assert (following["board"]["number"], following["halted"]) == (2, None)


@pytest.fixture
def clocked(transactional_db: None) -> Evening:
    """Three tables on phones with clocks, visible to open streams."""
    return evening_with(physical=False, action_seconds=30, pool_seconds=60)


def test_34_at_a_fire_alarm_everything_stands_and_goes_on_from_there(clocked: Evening) -> None:
    clocked.act(1, clocked.mover(1), {"type": "bid", "value": 0})
    clocked.let_pass(40)  # ten seconds into everybody's reserve
    before = {table: clocked.view(table, "A") for table in (1, 2, 3)}
    with Listener(clocked.tokens[2, "B"]) as phone:
        clocked.director.post("pause/", {"reason": "fire alarm"})
        clocked.director.post("announcements/", {"text": "Leave by the stairs."})
        phone.wait_for(lambda: bool(phone.named("announcement")))
        assert "Leave by the stairs." in phone.named("announcement")[0]["data"]
        assert any('"paused"' in entry["data"] for entry in phone.named("entry"))
        refused = clocked.act(2, clocked.mover(2), {"type": "bid", "value": 0})
        assert (refused.status_code, refused.json()["code"]) == (409, "table_paused")
        assert clocked.let_pass(15 * 60) == 0
        clocked.director.post("resume/")
        phone.wait_for(lambda: any('"resumed"' in e["data"] for e in phone.named("entry")))
    for table, view in before.items():
        after = clocked.view(table, "A")
        assert seconds_left(after) == pytest.approx(seconds_left(view), abs=3)
        assert {name: after[name] for name in ("seq", "to_act", "hand")} == {
            name: view[name] for name in ("seq", "to_act", "hand")
        }
    assert clocked.act(2, clocked.mover(2), {"type": "bid", "value": 0}).status_code == 201
    assert Play.objects.filter(seq=1).count() == 2


@pytest.mark.django_db
def test_37_an_exposed_kitty_is_called_decided_by_the_law_and_taken_back() -> None:
    evening = evening_with(
        physical=True, law_text="§ 13 A kitty seen: average plus to who did not."
    )
    for table in (1, 2, 3):
        evening.finish(table, 1, landlord=1)
    called = evening.ask(1, "B", "me/calls/", {"reason": "irregularity", "text": "the kitty"})
    assert called.status_code == 201
    assert evening.director.send("GET", "settings/").json()["law_text"].startswith("§ 13")
    play = evening.play(1, 1)
    wanted = {
        "play": play.pk,
        "kind": "exposed_kitty",
        "decision": "adjusted",
        "seat": "A",
        "law": "§ 13",
        "positions": {str(play.positions.index("B") + 1): {"award": "average_plus"}},
        "reason": "seen by A and B before the auction",
    }
    tried = evening.director.post("incidents/", {**wanted, "dry_run": True}).json()
    made = evening.director.post("incidents/", {**wanted, "preview": tried["preview"]})
    assert made.status_code == 201, made.content
    call = evening.director.send("GET", "calls/").json()["results"][0]["id"]
    closed = evening.director.post(f"calls/{call}/close/", {"reason": "average plus to B"})
    assert closed.status_code == 200
    position = play.positions.index("B") + 1
    assert values(position)[0] is None  # it left the field; its award comes from the standings
    count_and_publish(evening.stage)
    assert rebuild(evening.stage.event).differences == []
    number = made.json()["made"]["id"]
    undone = evening.director.post(f"incidents/{number}/reverse/", {"reason": "it was board 2"})
    assert undone.status_code == 201, undone.content
    assert values(position)[0] is not None
    count_and_publish(evening.stage)
    assert rebuild(evening.stage.event).differences == []
    verbs = AuditEntry.objects.filter(verb__contains="incident").values_list("verb", flat=True)
    assert sorted(verbs) == ["record_incident", "reverse_incident"]


#: What happens with cards, what the director decides, and what it does to scores.
IRREGULARITIES: list[tuple[str, str, dict[str, Any]]] = [
    ("out_of_turn", "taken_back", {"text": "B bid before A"}),
    ("exposed_card", "stands", {"text": "the 3 of hearts fell"}),
    ("exposed_kitty", "adjusted", {"positions": {"1": {"award": "average_plus"}}}),
    ("wrong_count", "adjusted", {"positions": {"2": {"award": "average"}}}),
    ("illegal_combination", "penalty", {"percentage": "10"}),
    ("no_announcement", "penalty", {"percentage": "5"}),
]


@pytest.mark.django_db
def test_37_irregularities_with_cards_have_a_kind_a_decision_and_the_events_law() -> None:
    evening = evening_with(physical=True, law_text="7.2 An exposed card stays exposed.")
    called = {"reason": "irregularity", "text": "a card fell"}
    assert evening.ask(1, "C", "me/calls/", called).status_code == 201
    (call,) = evening.director.send("GET", "calls/").json()["results"]
    evening.director.post(f"calls/{call['id']}/take/")
    page = f"rounds/1/tables/{call['table']['number']}/"
    assert "7.2 An exposed card stays exposed." in console(evening.stage.event, page)
    for table in (1, 2, 3):
        evening.finish(table, 1, landlord=table)
    play = evening.play(1, 1)
    for kind, decision, more in IRREGULARITIES:
        told = {"play": play.pk, "kind": kind, "decision": decision, "seat": "B", "law": "7.2"}
        made = evening.director.post("incidents/", {**told, "reason": "heard all three", **more})
        assert made.status_code == 201, made.content
    evening.director.post(f"calls/{call['id']}/close/", {"reason": "ruled"})
    listed = evening.director.send("GET", "incidents/").json()["results"]
    assert [(each["kind"], each["decision"]) for each in reversed(listed)] == [
        (kind, decision) for kind, decision, _more in IRREGULARITIES
    ]
    assert {each["law"] for each in listed} == {"7.2"}
    rulings = evening.director.send("GET", "rulings/").json()["results"]
    assert sorted(each["kind"] for each in rulings) == ["penalty"] * 2 + ["scores"] * 2
    count_and_publish(evening.stage)
    assert_equals_brute_force(evening.stage)
    # Each is undone by another row, and with it what it did to the scores.
    for each in listed:
        undone = evening.director.post(f"incidents/{each['id']}/reverse/", {"reason": "appeal"})
        assert undone.status_code == 201
    count_and_publish(evening.stage)
    assert_equals_brute_force(evening.stage)
    assert rebuild(evening.stage.event).differences == []
    assert evening.ask(1, "A", "me/calls/").json() == {"call": None}
    assert with_key(evening.stage.event, "viewer").post("incidents/", {}).status_code == 403
