"""People come late, go home, are replaced and come back, through the API as a director does it."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from django.test import Client

from engine.comparison.rounding import shown
from games.models import PlayerToken
from tests.tournaments.brute_force import assert_equals_brute_force
from tests.tournaments.directing import Caller, with_key
from tests.tournaments.factories import (
    count_and_publish,
    drawn_stage,
    facts,
    finish,
    play_round,
    plays_of,
    release,
)
from tests.tournaments.people import user_with
from tests.tournaments.rows import empty
from tournaments.archive import restore_archive, write_archive
from tournaments.models import Bye, Role, Stage

from .evening import evening_with

pytestmark = pytest.mark.django_db


def played(stage: Stage, number: int) -> None:
    """A round is released and played: position 1 is landlord and bids its table's number."""
    play_round(release(stage, number), lambda play: facts(1, 1 + play.table.number % 3))
    count_and_publish(stage)


def entrant(stage: Stage, number: int) -> str:
    """The id of an entrant."""
    return str(stage.event.entrants.get(number=number).pk)


def seated(stage: Stage, number: int) -> set[int]:
    """The numbers of those who sit in a released round."""
    seats = stage.rounds.get(number=number).tables.values_list(
        "table__seats__sitting__entrant__number", flat=True
    )
    return set(seats)


def sits_out(stage: Stage) -> dict[int, list[int]]:
    """The numbers of those who sit out, by round."""
    found: dict[int, list[int]] = {}
    byes = Bye.objects.filter(round__stage=stage).order_by("round__number", "entrant__number")
    for round_, number in byes.values_list("round__number", "entrant__number"):
        found.setdefault(round_, []).append(number)
    return found


def row(stage: Stage, number: int) -> dict[str, object]:
    """An entrant's line in the newest standings."""
    rows = stage.versions.latest("number").payload["rows"]
    return next(dict(each) for each in rows if each["number"] == number)


@pytest.fixture
def stage(db: None) -> Stage:
    """Nine players, three rounds of one board."""
    return drawn_stage(entrants=9, rounds=3, boards=1)


@pytest.fixture
def director(stage: Stage) -> Caller:
    return with_key(stage.event)


def test_15_who_is_late_plays_from_the_next_round_and_nothing_played_changes(
    stage: Stage, director: Caller
) -> None:
    """Scenario 15: a player is late by one round; another arrives after the draw is released."""
    played(stage, 1)
    before = [(play.table.number, play.positions) for play in plays_of(stage.rounds.get(number=1))]
    scores = {number: row(stage, number)["score"] for number in range(1, 10)}
    body = {"text": "name,club\nLin,Club 9", "late": True, "reason": "a late train"}
    made = director.post("entrants/import/", body)
    assert made.status_code == 201
    assert [each["number"] for each in made.json()["entrants"]] == [10]
    assert len(made.json()["codes"]) == 1
    after = [(play.table.number, play.positions) for play in plays_of(stage.rounds.get(number=1))]
    assert before == after
    release(stage, 2)
    body = {"text": "name\nOu", "late": True, "reason": "round 2 is under way"}
    assert director.post("entrants/import/", {**body, "from_round": 2}).status_code == 409
    assert director.post("entrants/import/", body).status_code == 201
    play_round(stage.rounds.get(number=2), lambda play: facts(1, 1 + play.table.number % 3))
    count_and_publish(stage)
    assert 10 in seated(stage, 2)
    assert 11 not in seated(stage, 2)
    played(stage, 3)
    assert {number: scores_of(stage, number)[0] for number in scores} == scores
    assert [scores_of(stage, number)[0] for number in (10, 11)] == ["0", "0"]
    # The certificate shows what each cost: one sits out of rounds 2 and 3; then two of round 3.
    assert [len(out) for out in sits_out(stage).values()] == [1, 2]
    told = Client().get(f"/api/v1/events/{stage.event.slug}/movement/").json()
    assert [
        (each["from_round"], [who["name"] for who in each["people"]], each["certificate"]["byes"])
        for each in told["versions"]
    ] == [(1, [], 0), (2, ["Lin"], 2), (3, ["Ou"], 3)]
    page = Client().get(f"/e/{stage.event.slug}/movement/").content.decode()
    assert "Lin" in page
    assert "Ou" in page
    assert_equals_brute_force(stage)


def test_16_who_goes_home_keeps_what_was_played() -> None:
    """Scenario 16: ill after round 3 of 5: results stand, the movement shrinks, byes by rule."""
    stage = drawn_stage(entrants=15, rounds=5, boards=1)
    director = with_key(stage.event)
    for number in (1, 2, 3):
        played(stage, number)
    kept = row(stage, 4)["score"]
    body = {"entrant": entrant(stage, 4), "reason": "ill"}
    assert director.post("withdrawals/", body).json()["state"] == "withdrawn"
    twice = director.post("withdrawals/", body)
    assert (twice.status_code, twice.json()["refusal"]) == (409, "already_withdrawn")
    for number in (4, 5):
        played(stage, number)
        assert 4 not in seated(stage, number)
        assert len(seated(stage, number)) == 12
    mine = row(stage, 4)
    assert (mine["score"], mine["boards"], mine["boards_awarded"]) == (kept, 3, 0)
    # Fourteen are left: two sit out of either round, four different people, at no less than half.
    out = sits_out(stage)
    assert {number: len(set(who)) for number, who in out.items()} == {4: 2, 5: 2}
    assert len({*out[4], *out[5]}) == 4
    # Five tables in rounds 1 to 3, a top of 8 each; four in 4 and 5, a top of 6.
    for number in out[4]:
        first, second, third, bye, last = map(Fraction, scores_of(stage, number))
        own = (first + second + third + last) / (8 + 8 + 8 + 6)
        assert bye == max(own, Fraction(1, 2)) * 6
    assert_equals_brute_force(stage)


def scores_of(stage: Stage, number: int) -> list[str]:
    """What an entrant has by round."""
    rounds = row(stage, number)["rounds"]
    assert isinstance(rounds, list)
    return rounds


def test_17_byes_are_shared_and_score_the_own_average_or_half() -> None:
    """Scenario 17: ten players: one sits out each round, nobody twice; at least 50 %."""
    stage = drawn_stage(entrants=10, rounds=3, boards=1)
    for number in (1, 2, 3):
        played(stage, number)
    out = [number for numbers in sits_out(stage).values() for number in numbers]
    assert len(out) == len(set(out)) == 3
    for number in out:
        mine = row(stage, number)
        assert (mine["boards"], mine["boards_awarded"]) == (2, 1)
        own = percentages(stage, number)
        mean = sum(own, Fraction(0)) / len(own)
        assert mine["percentage"] == shown((sum(own, Fraction(0)) + max(mean, Fraction(50))) / 3)
    assert_equals_brute_force(stage)


def percentages(stage: Stage, number: int) -> list[Fraction]:
    """What an entrant scored on each board played, in per cent of its top of 4."""
    rounds = row(stage, number)["rounds"]
    assert isinstance(rounds, list)
    out = sits_out(stage)
    return [
        Fraction(score) * 25
        for round_, score in enumerate(rounds, start=1)
        if number not in out.get(round_, [])
    ]


def test_18_a_substitute_sits_and_the_entrant_is_ranked(stage: Stage, director: Caller) -> None:
    """Scenario 18: a substitute plays rounds 2 and 3; the record names who sat."""
    played(stage, 1)
    body = {"entrant": entrant(stage, 5), "name": "Zhao Min", "reason": "a meeting"}
    made = director.post("substitutions/", body)
    assert (made.status_code, made.json()["from_round"]) == (201, 2)
    signed = Client().post("/api/v1/sessions/", {"code": made.json()["code"]}, "application/json")
    assert signed.status_code == 201
    played(stage, 2)
    played(stage, 3)
    listed = {each["number"] for each in stage.versions.latest("number").payload["rows"]}
    assert listed == set(range(1, 10))
    page = Client().get(f"/e/{stage.event.slug}/rounds/2/").content.decode()
    assert "Zhao Min" in page
    standings = Client().get(f"/e/{stage.event.slug}/standings/").content.decode()
    assert "Zhao Min" not in standings
    assert PlayerToken.objects.filter(player__person__name="Zhao Min").exists()


def test_19_who_comes_back_gets_no_points_and_no_bye_before_the_others(
    director: Caller, stage: Stage
) -> None:
    """Scenario 19: away for round 2, back for round 3."""
    played(stage, 1)
    body = {"entrant": entrant(stage, 6), "reason": "an errand"}
    director.post("withdrawals/", body)
    played(stage, 2)
    missed = row(stage, 6)
    assert director.post("returns/", body).json()["state"] == "active"
    played(stage, 3)
    assert 6 in seated(stage, 3)
    mine = row(stage, 6)
    assert mine["boards"] == int(str(missed["boards"])) + 1
    assert mine["boards_awarded"] == 0
    twice = director.post("returns/", body)
    assert (twice.status_code, twice.json()["refusal"]) == (409, "already_active")
    assert_equals_brute_force(stage)


def test_31_who_directs_and_plays_sees_a_board_when_they_have_played_it() -> None:
    """Scenario 31: until then its table shows its state only, and a ruling is a deputy's."""
    stage = drawn_stage(entrants=9, rounds=1, boards=1)
    event = stage.event
    user, owner = user_with(event, Role.DIRECTOR, "dora"), with_key(event, Role.OWNER)
    said = owner.post("roles/", {"user": "dora", "role": "director", "plays_as": "1"})
    assert said.json()["plays_as"] == "1"
    client = Client()
    client.force_login(user)
    round_ = release(stage)
    mine = round_.tables.get(table__seats__sitting__entrant__number=1).number
    for play in plays_of(round_):
        if play.table.number != mine:
            finish(play, facts(1, 3, "farmers", bombs=9))
    other = next(p for p in plays_of(round_) if p.table.number != mine)
    drawer = f"/direct/{event.slug}/rounds/1/tables/{other.table.number}/"
    page = client.get(drawer).content.decode()
    assert "its result is hidden from you" in page
    assert "bombs 9" not in page
    form = {"what": "scores", "play": other.pk, "award-1": "average", "back": drawer}
    refused = client.post(f"/direct/{event.slug}/decide/", form, follow=True).content.decode()
    assert "leave this to somebody who does not play" in refused
    positions = {"1": {"award": "average"}}
    body = {"kind": "scores", "play": other.pk, "positions": positions, "reason": "noise"}
    assert with_key(event).post("rulings/", body).status_code == 201  # the deputy
    finish(next(p for p in plays_of(round_) if p.table.number == mine), facts(1))
    assert "bombs 9" in client.get(drawer).content.decode()


def test_31_where_boards_go_round_others_results_are_told_when_the_own_play_is_over() -> None:
    """Scenario 31: a Mitchell, in which everybody plays every board, each in another round."""
    stage = drawn_stage(entrants=15, rounds=5, boards=1, kind="individual-mitchell")
    event = stage.event
    user, owner = user_with(event, Role.DIRECTOR, "dora"), with_key(event, Role.OWNER)
    owner.post("roles/", {"user": "dora", "role": "director", "plays_as": "1"})
    client = Client()
    client.force_login(user)
    boards: dict[int, str] = {}
    for number in (1, 2, 3, 4, 5):
        for play in plays_of(release(stage, number)):
            mine = play.table.seats.filter(sitting__entrant__number=1).exists()
            finish(play, facts(1, 3, "farmers", bombs=9))
            if mine:
                boards[number] = play.board_id
        for earlier in range(1, number + 1):
            for play in plays_of(stage.rounds.get(number=earlier)):
                drawer = f"/direct/{event.slug}/rounds/{earlier}/tables/{play.table.number}/"
                page = client.get(drawer).content.decode()
                sees = play.board_id in boards.values() or number == 5
                assert ("bombs 9" in page) is sees, (number, earlier, play.table.number)
                assert ("its result is hidden from you" in page) is not sees
    assert len(set(boards.values())) == 5


def test_32_on_another_laptop_codes_and_signed_in_devices_go_on(tmp_path: Path) -> None:
    """Scenario 32: the laptop dies in mid-round, after its archive; another one goes on."""
    evening = evening_with(physical=False)
    first = evening.mover(2)
    assert evening.act(2, first, {"type": "bid", "value": 1}).status_code == 201
    seq, code = evening.view(2, "A")["seq"], evening.codes[3, "C"]
    file = tmp_path / "fushi-of-round-1.zip"
    write_archive(file)
    empty()
    restore_archive(file)
    assert evening.view(2, "A")["seq"] == seq  # the token of before
    following = evening.mover(2)
    assert following != first
    assert evening.act(2, following, {"type": "bid", "value": 3}).status_code == 201
    again = evening.sign_in(3, "C", take_over=True)
    assert (again.status_code, evening.codes[3, "C"]) == (201, code)
