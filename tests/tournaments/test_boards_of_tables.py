"""Boards that go round (three-way Mitchell), boards of each table's own, and several sessions."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from django.test import Client
from django.utils import timezone, translation

from engine.actions import Bid
from engine.dealing_reveal import Reveal, deals_from_data, verify
from engine.movements import check
from games.models import Board, LogEntry, Play, PlayState, Result
from games.queries import chairs_of, state_of
from games.services.do_action import do_action
from games.services.replay import check_play
from games.services.undo_action import undo_action
from tournaments.errors import DrawRefused, EventRefused, RevealRefused
from tournaments.models import Field, RoundState, Stage
from tournaments.queries import commitment_page, edition, play_list, scorecard
from tournaments.services import draw_stage, release_round
from tournaments.services.actors import SYSTEM
from tournaments.services.draw_round import draw_round
from tournaments.services.enter_late import enter_late
from tournaments.services.rebuild import rebuild
from tournaments.services.reveal_session import reveal_session
from tournaments.services.undo_draw import undo_draw
from tournaments.services.withdraw_entrant import withdraw_entrant
from tournaments.stored_seating import seating_differences, stored_seating

from .brute_force import assert_equals_brute_force
from .factories import (
    count_and_publish,
    drawn_stage,
    facts,
    finish,
    new_stage,
    play_for_real,
    play_round,
    plays_of,
    random_facts,
    release,
)

pytestmark = pytest.mark.django_db

MITCHELL, OWN = "individual-mitchell", "individual-own-deals"


def at_tables(stage: Stage, number: int) -> dict[int, tuple[set[int], set[int]]]:
    """Who sits and which boards are at each table of a released round, from the facts."""
    found: dict[int, tuple[set[int], set[int]]] = {}
    for play in plays_of(stage.rounds.get(number=number)):
        here = found.setdefault(play.table.number, (set(), set()))
        here[1].add(play.board.number)
        here[0].update(play.table.seats.values_list("sitting__entrant__number", flat=True))
    return found


def test_a_mitchell_goes_round_as_its_formula_says_and_opens_boards_at_the_end() -> None:
    """Five tables, two boards a set; players 1–5 stay, 6–10 go one table up, 11–15 two.

    Round r (from 0), table t (from 0): t+1, 6+(t−r) mod 5, 11+(t−2r) mod 5, set t+r mod 5.
    """
    stage = drawn_stage(15, 5, 2, kind=MITCHELL)
    source = random.Random(4)
    for number in range(1, 6):
        release(stage, number)
        found = at_tables(stage, number)
        for t in range(5):
            r = number - 1
            people = {t + 1, 6 + (t - r) % 5, 11 + (t - 2 * r) % 5}
            first = 2 * ((t + r) % 5) + 1
            assert found[t + 1] == (people, {first, first + 1})
        assert set(Field.objects.values_list("expected", flat=True)) == {5}
        play_round(stage.rounds.get(number=number), lambda _: random_facts(source))
        assert stage.rounds.get(number=number).state == RoundState.FINISHED
        opened = Board.objects.filter(opened_at__isnull=False).count()
        assert opened == (10 if number == 5 else 0)
        count_and_publish(stage)
        assert rebuild(stage.event).differences == []
    assert_equals_brute_force(stage)
    report = check(stored_seating(stage), stage.certificate)
    assert report.is_sound, report
    assert report.figures["repeat_meetings"] == 0
    assert seating_differences(stage) == []
    reveal_session(stage.sessions.get(), SYSTEM)


def test_a_mitchell_of_fewer_rounds_compares_those_who_played_a_board() -> None:
    stage = drawn_stage(15, 3, 1, kind=MITCHELL)
    source = random.Random(4)
    for number in (1, 2, 3):
        play_round(release(stage, number), lambda _: random_facts(source))
    count_and_publish(stage)
    assert set(Field.objects.values_list("expected", flat=True)) == {3}
    assert Board.objects.filter(opened_at=None).count() == 0
    assert_equals_brute_force(stage)


@pytest.mark.parametrize(
    ("people", "near"), [(18, "15, 21"), (16, "15"), (27, "21, 33"), (22, "21")]
)
def test_a_mitchell_for_other_numbers_is_refused_in_one_line(people: int, near: str) -> None:
    with pytest.raises(DrawRefused) as caught:
        draw_stage(new_stage(people, 3, 1, kind=MITCHELL), SYSTEM)
    assert caught.value.code == "mitchell_players"
    assert caught.value.detail.endswith(f"{people} people are not so. Near are {near}.")


def test_a_mitchell_has_as_many_rounds_as_tables_one_session_and_stays_as_drawn() -> None:
    with pytest.raises(DrawRefused) as caught:
        draw_stage(new_stage(15, 6, 1, kind=MITCHELL), SYSTEM)
    assert caught.value.params["maximum"] == 5
    with pytest.raises(EventRefused) as refused:
        new_stage(15, 4, 1, kind=MITCHELL, sessions=2)
    assert refused.value.code == "sessions_out_of_range"
    stage = drawn_stage(15, 5, 1, kind=MITCHELL)
    with pytest.raises(DrawRefused, match="substitute"):
        withdraw_entrant(stage.event.entrants.get(number=1), SYSTEM)


def test_the_page_of_a_mitchell_round_says_which_boards_are_at_each_table(client: Client) -> None:
    stage = drawn_stage(15, 5, 2, kind=MITCHELL)
    for _released in (False, True):
        page = client.get(f"/e/{stage.event.slug}/rounds/1/").content.decode()
        row = page[page.index('data-key="3"') :]
        row = row[: row.index("</tr>")]
        assert '<span class="nowrap">5 <code>' in row
        assert '<span class="nowrap">6 <code>' in row
        assert ">7 <" not in row
        release(stage, 1) if not _released else None
    with translation.override("en"):
        document = client.get(f"/api/v1/events/{stage.event.slug}/rounds/1/").json()
    boards = [[board["number"] for board in table["boards"]] for table in document["tables"]]
    assert boards == [[1, 2], [3, 4], [5, 6], [7, 8], [9, 10]]


def test_everybody_plays_other_deals_and_points_are_summed() -> None:
    """Ten people, three tables, one bye; two boards a table: boards 1–6 and, with two tables
    reserved for who comes late, 11–16 and 21–26. Somebody who comes late fills no fourth table;
    two more do."""
    stage = drawn_stage(10, 3, 2, kind=OWN)
    source = random.Random(6)
    play_round(release(stage, 1), lambda _: random_facts(source))
    enter_late(stage.event, "name\nLin\nOu", SYSTEM)
    stage.refresh_from_db()
    for number in (2, 3):
        play_round(release(stage, number), lambda _: random_facts(source))
    count_and_publish(stage)
    boards = Counter(Play.objects.values_list("board__number", flat=True))
    assert boards == Counter([*range(1, 7), *range(11, 19), *range(21, 29)])
    assert_equals_brute_force(stage)
    assert rebuild(stage.event).differences == []
    assert check(stored_seating(stage), stage.certificate).is_sound
    assert seating_differences(stage) == []
    session = stage.sessions.get()
    assert session.board_set.description["boards"] == 30


def test_a_board_opens_when_its_own_table_has_finished_it() -> None:
    stage = drawn_stage(9, 1, 2, kind=OWN)
    plays = plays_of(release(stage, 1))
    finish(plays[0], facts(1))
    opened = Board.objects.filter(opened_at__isnull=False)
    assert list(opened.values_list("number", flat=True)) == [plays[0].board.number]


def pass_out(play: Play) -> None:
    """Three times no bid."""
    for _ in range(3):
        play = Play.objects.select_related("table", "board__board_set").get(pk=play.pk)
        state = state_of(play)
        chairs = chairs_of(play.table_id)
        do_action(play, state, state.to_act[0], Bid(0), chairs, timezone.now())


def test_a_deal_that_all_pass_is_dealt_again_from_the_same_secret() -> None:
    stage = drawn_stage(6, 1, 1, kind=OWN)
    play = plays_of(release(stage, 1))[0]
    for times in (1, 2):
        before = state_of(Play.objects.select_related("board__board_set").get(pk=play.pk))
        pass_out(play)
        play = Play.objects.select_related("table", "board__board_set").get(pk=play.pk)
        assert (play.state, play.board.attempt, play.seq) == (PlayState.PLAYING, times, 4 * times)
        after = state_of(play)
        assert after.to_act == (1,)
        assert after.deal != before.deal
        assert check_play(play) == []
    with pytest.raises(Exception, match="Nothing was done"):
        undo_action(play.table_id, timezone.now())
    play_for_real(play, seed=5)
    play = Play.objects.select_related("table", "board__board_set").get(pk=play.pk)
    assert check_play(play) == []
    assert not Result.objects.get(play=play).facts["passed_out"]
    told = LogEntry.objects.filter(play=play, kind="redealt").order_by("seq")
    assert [entry.data for entry in told] == [
        {"before": 0, "attempt": 1},
        {"before": 1, "attempt": 2},
    ]
    for other in plays_of(stage.rounds.get())[1:]:
        play_for_real(other, seed=5)
    count_and_publish(stage)
    document = reveal_session(stage.sessions.get(), SYSTEM)
    assert document["attempts"]["original"][str(play.board.number)] >= 2
    page = commitment_page(edition(stage.event.slug))
    assert not verify(Reveal.from_data(document), None, deals_from_data(page.deals[1]))
    address = f"/e/{stage.event.slug}/plays/{play.pk}/"
    assert Client().get(address).status_code == 200


def test_duplicate_tables_never_deal_again() -> None:
    play = plays_of(release(drawn_stage(6, 1, 1), 1))[0]
    pass_out(play)
    play.refresh_from_db()
    assert play.state == PlayState.FINISHED


@pytest.mark.parametrize("kind", ["individual-barometer", "individual-swiss"])
def test_each_session_has_its_own_secret_and_is_revealed_when_it_has_ended(kind: str) -> None:
    """Five rounds in two sessions: rounds 1–2 with boards 1–4, rounds 3–5 with boards 5–10."""
    stage = drawn_stage(12, 4 if kind.endswith("barometer") else 5, 2, kind=kind, sessions=2)
    half = 2
    one, two = stage.sessions.order_by("number")
    assert one.board_set.commitment != two.board_set.commitment
    numbers = [list(s.board_set.boards.values_list("number", flat=True)) for s in (one, two)]
    assert numbers == [[1, 2, 3, 4], list(range(5, 2 * stage.rounds_planned + 1))]
    source = random.Random(6)
    for number in range(1, stage.rounds_planned + 1):
        if not stage.rounds.filter(number=number).exists():
            draw_round(stage, SYSTEM)
        round_ = release_round(stage.rounds.get(number=number), SYSTEM)
        assert round_.session_id == (one.pk if number <= half else two.pk)
        with pytest.raises(RevealRefused):
            reveal_session(one if number <= half else two, SYSTEM)
        play_round(round_, lambda _: random_facts(source))
        count_and_publish(stage)
        if number == half:
            reveal_session(one, SYSTEM)
        else:
            with pytest.raises(RevealRefused):
                reveal_session(one, SYSTEM)
    document = reveal_session(two, SYSTEM)
    assert_equals_brute_force(stage)
    page = commitment_page(edition(stage.event.slug))
    assert [each.session for each in page.commitments] == [1, 2]
    deals = deals_from_data(page.deals[2])
    assert len(deals) == len(numbers[1])
    assert not verify(Reveal.from_data(document), two.board_set.commitment, deals)
    shown = Client().get(f"/e/{stage.event.slug}/verify/").content.decode()
    assert one.board_set.commitment in shown
    assert two.board_set.commitment in shown


def test_the_same_sessions_serve_a_draw_made_again() -> None:
    stage = drawn_stage(9, 4, 1, sessions=2)
    before = list(stage.sessions.values_list("board_set__commitment", flat=True))
    stage = draw_stage(undo_draw(stage, SYSTEM, "another seed"), SYSTEM)
    assert list(stage.sessions.values_list("board_set__commitment", flat=True)) == before


def test_each_result_of_boards_that_go_round_names_the_round_in_which_it_was_played() -> None:
    """Five sets of one board: set k is at table k in round 1, and one table down in round 2."""
    stage = drawn_stage(15, 2, 1, kind=MITCHELL)
    for number in (1, 2):
        play_round(release(stage, number), lambda _: facts(1, 2))
    count_and_publish(stage)
    told = edition(stage.event.slug)
    found = {(play.board, play.table, play.round) for play in play_list(told).plays}
    assert found == {(1, 1, 1), (2, 2, 1), (3, 3, 1), (4, 4, 1), (5, 5, 1)} | {
        (1, 5, 2),
        (2, 1, 2),
        (3, 2, 2),
        (4, 3, 2),
        (5, 4, 2),
    }
    card = scorecard(told, stage.event.entrants.get(number=1).pk)
    assert [len(round_.lines) for round_ in card.rounds] == [1, 1]
