"""What rulings, missing boards and people who go do to matches of teams; worked by hand."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Play
from tournaments.errors import DrawRefused, EventRefused, RulingRefused
from tournaments.four_a_side import four_matches
from tournaments.models import Entrant, Stage
from tournaments.services import (
    create_event,
    create_stage,
    draw_stage,
    import_entrants,
    release_round,
)
from tournaments.services.actors import SYSTEM
from tournaments.services.correct_result import correct_result
from tournaments.services.draw_round import draw_round
from tournaments.services.enter_late import enter_late
from tournaments.services.map_hands import map_hands
from tournaments.services.mark_not_played import mark_not_played
from tournaments.services.reverse_ruling import reverse_ruling
from tournaments.services.rule_scores import rule_scores
from tournaments.services.swap_seats import swap_seats
from tournaments.services.withdraw_board import withdraw_board, withdraw_play
from tournaments.services.withdraw_entrant import withdraw_entrant
from tournaments.team_matches import Match, all_matches

from .directing import with_key
from .factories import (
    PASSED_OUT,
    count_and_publish,
    drawn_stage,
    facts,
    finish,
    play_round,
    plays_of,
    release,
)
from .program import teams_text

pytestmark = pytest.mark.django_db


def teams(count: int, rounds: int, kind: str, boards: int = 2, **settings: Any) -> Stage:
    """A drawn stage of teams with a reserve each."""
    event = create_event(name="Team Cup", actor=SYSTEM)
    import_entrants(event, teams_text(count, 4 if kind.startswith("four") else 3), SYSTEM)
    stage = create_stage(
        event, rounds=rounds, boards_per_round=boards, kind=kind, seed=1, actor=SYSTEM, **settings
    )
    return draw_stage(stage, SYSTEM)


def triangle() -> tuple[Stage, list[Play]]:
    """Three teams in one match of two boards; position 1 is landlord at 3 and wins everywhere."""
    stage = teams(3, 1, "teams-knockout")
    return stage, plays_of(release(stage))


def by_hand(stage: Stage) -> Match:
    (match,) = all_matches(stage, live=True)
    return match


def team_at(play: Play, position: int) -> int:
    """Whose hand a position is: the team's place in the movement."""
    seat = play.table.seats.get(letter=play.positions[position - 1])
    return int(seat.sitting.entrant.number) - 1


def test_equal_results_bring_nobody_anything_and_one_more_bomb_is_a_margin() -> None:
    """At table 1 the landlord has a bomb: +12 instead of +6, so his team has 6 - 3 - 3 + 6 = 6.

    The others have 3 less each: -3. Nine points are 6 on the scale, twice: the margin is 12.
    """
    stage, plays = triangle()
    for play in plays:
        finish(play, facts(1, 3, bombs=int(play == plays[0])))
    match = by_hand(stage)
    winner = team_at(plays[0], 1)
    others = [team for team in match.teams if team != winner]
    assert match.is_complete
    assert match.boards == 2
    assert match.sums == {winner: 6, **dict.fromkeys(others, -3)}
    assert match.margin(winner) == 12
    assert [match.margin(team) for team in others] == [-6, -6]


def test_a_board_that_one_table_did_not_play_is_not_compared_and_the_match_is_complete() -> None:
    stage, plays = triangle()
    mark_not_played(plays[3], SYSTEM, "no time")
    for play in (*plays[:3], *plays[4:]):
        finish(play, facts(1, 3, bombs=play.table.number))
    match = by_hand(stage)
    assert match.is_complete
    assert match.boards == 1
    # Board 1: 12, 24, 48 for the landlord at the tables 1, 2, 3, and half of it lost by the others.
    sums = dict.fromkeys(match.teams, 0)
    for play in plays[:3]:
        for position, points in ((1, 2), (2, -1), (3, -1)):
            sums[team_at(play, position)] += points * 6 * 2 ** (play.table.number - 1)
    assert match.sums == sums


@pytest.mark.parametrize("everywhere", [True, False])
def test_a_withdrawn_board_is_not_waited_for(everywhere: bool) -> None:
    stage, plays = triangle()
    for play in plays:
        finish(play, facts(1, 3, bombs=play.table.number))
    before = by_hand(stage)
    if everywhere:
        ruling = withdraw_board(stage, plays[3].board, SYSTEM, "known")
    else:
        ruling = withdraw_play(plays[3], SYSTEM, "known")
    match = by_hand(stage)
    assert (match.is_complete, match.boards) == (True, 1)
    reverse_ruling(ruling, SYSTEM, "not known")
    assert by_hand(stage) == before


def test_without_any_board_a_match_is_drawn() -> None:
    stage = teams(9, 1, "teams-round-robin", 1, scoring="victory-points")
    plays = plays_of(release(stage))
    for play in plays:
        finish(play, facts(1))
    withdraw_board(stage, plays[0].board, SYSTEM, "known")
    count_and_publish(stage)
    rows = stage.versions.latest("number").payload["rows"]
    assert {row["score"] for row in rows} == {"20"}


def test_swapped_hands_at_one_table_are_not_compared_and_an_award_brings_two() -> None:
    stage, plays = triangle()
    for play in plays:
        finish(play, facts(1, 3, bombs=play.table.number))
    map_hands(plays[0], "213", SYSTEM, "pockets swapped")
    assert by_hand(stage).boards == 1
    team = team_at(plays[0], 2)
    withdraw_board(stage, plays[3].board, SYSTEM, "known")
    rule_scores(plays[0], {"2": {"award": "average_plus"}}, SYSTEM, "innocent")
    match = by_hand(stage)
    assert match.boards == 1
    assert match.margin(team) == 4
    assert {match.margin(other) for other in match.teams if other != team} == {0}


def test_a_team_with_several_awards_on_a_board_has_their_mean() -> None:
    """Of team X hand 1 of table 1 has average plus and its hand of table 2 average: (2 + 0) / 2 = 1
    against each opponent, 2 in all; average minus for its third hand makes it (2 + 0 − 2) / 3 = 0.
    """
    stage, plays = triangle()
    for play in plays:
        finish(play, facts(1, 3))
    team = team_at(plays[0], 1)

    def award(play: Play, name: str) -> None:
        position = next(each for each in (1, 2, 3) if team_at(play, each) == team)
        rule_scores(play, {str(position): {"award": name}}, SYSTEM, "ruled")

    award(plays[1], "average")
    assert by_hand(stage).margin(team) == 0
    award(plays[0], "average_plus")
    assert by_hand(stage).margin(team) == 2
    award(plays[2], "average_minus")
    assert by_hand(stage).margin(team) == 0
    # The other board is compared: equal results bring nobody anything.
    assert by_hand(stage).boards == 2


def test_players_of_two_teams_who_changed_seats_have_their_scores_and_no_match() -> None:
    stage, plays = triangle()
    for play in plays:
        finish(play, facts(1, 3, bombs=play.table.number))
    (ruling,) = swap_seats([plays[0]], ("A", "B"), SYSTEM, "wrong chairs")
    assert by_hand(stage).boards == 1
    reverse_ruling(ruling, SYSTEM, "they did not")
    assert by_hand(stage).boards == 2


class TestFourASide:
    def played(self) -> tuple[Stage, list[Play]]:
        stage = teams(2, 1, "four-a-side-league", 4, scoring="comparison")
        plays = plays_of(release(stage))
        for play in plays:
            finish(play, facts(1, 3) if play.board.number == 1 else PASSED_OUT)
        correct_result(plays[0], facts(1, 3, bombs=1), SYSTEM, "a bomb")
        return stage, plays

    def boards(self, stage: Stage) -> list[int]:
        (match,) = four_matches(stage, live=True)
        return [board.number for board in match.boards]

    def test_hands_that_lay_differently_are_not_compared(self) -> None:
        stage, plays = self.played()
        assert self.boards(stage) == [1, 2, 3, 4]
        map_hands(plays[0], "213", SYSTEM, "swapped")
        assert self.boards(stage) == [2, 3, 4]
        map_hands(plays[1], "213", SYSTEM, "there, too")
        assert self.boards(stage) == [1, 2, 3, 4]

    def test_a_team_with_several_awards_on_a_board_has_their_mean(self) -> None:
        """Board 1: the landlord of table 1 has average plus, and whoever held the farmers' hands at
        one table average: (2 + 0 + 0) / 3 = 2/3, 1 for the team that did both; 0 for the other.

        Half a point ahead is ahead, whichever team it is.
        """
        stage, plays = self.played()
        ruled = {"1": {"award": "average_plus"}}
        rule_scores(plays[0], ruled, SYSTEM, "ruled")
        assert self.won_by_lord(stage, plays[0]) == (2, 0, 1)
        farmers = {each: {"award": "average"} for each in ("2", "3")}
        ruling = rule_scores(plays[1], farmers, SYSTEM, "ruled")
        assert self.won_by_lord(stage, plays[0]) == (1, 0, 1)
        # The other way round: the landlord of table 2 is of the other team.
        reverse_ruling(ruling, SYSTEM, "not there")
        rule_scores(plays[0], farmers, SYSTEM, "ruled")
        rule_scores(plays[1], ruled, SYSTEM, "ruled")
        assert self.won_by_lord(stage, plays[1]) == (1, 0, 1)

    def test_a_board_with_an_artificial_score_counts_though_it_was_not_played(self) -> None:
        """Average plus to position 1, average to its partner: (2 + 0) / 2 = 1 against 0."""
        stage = teams(2, 1, "four-a-side-league", 4, scoring="comparison")
        plays = plays_of(release(stage))
        awards = {"1": {"award": "average_plus"}}
        awards |= {each: {"award": "average"} for each in ("2", "3")}
        rule_scores(plays[0], awards, SYSTEM, "known to one")
        mark_not_played(plays[0], SYSTEM, "known to one")
        assert self.boards(stage) == []
        for play in plays[1:]:
            finish(play, PASSED_OUT)
        assert self.boards(stage) == [1, 2, 3, 4]
        assert self.won_by_lord(stage, plays[0]) == (1, 0, 1)

    def won_by_lord(self, stage: Stage, play: Play) -> tuple[int, int, int]:
        """What board 1 brings the team of the landlord of a play, the other, and its lead."""
        (match,) = four_matches(stage, live=True)
        lord = play.seat_results.get(position=1).entrant.number - 1
        place = match.teams.index(lord)
        won = match.boards[0].won
        return won[place], won[1 - place], match.lead * (1 - 2 * place)

    def test_opponents_cannot_have_changed_seats_and_partners_may(self) -> None:
        stage, plays = self.played()
        with pytest.raises(RulingRefused) as caught:
            swap_seats([plays[0]], ("A", "B"), SYSTEM, "wrong chairs")
        assert caught.value.code == "opponents_swapped"
        swap_seats([plays[0]], ("A", "C"), SYSTEM, "wrong chairs")
        assert self.boards(stage) == [1, 2, 3, 4]


class TestKnockout:
    """Five teams: 1 and 2 have byes, 3, 4 and 5 meet; the winner joins them."""

    def played(self) -> tuple[Stage, list[int]]:
        """Round 1 is over; the numbers of who met, best first."""
        stage = teams(5, 2, "teams-knockout")
        plays = plays_of(release(stage))
        for play in plays:
            finish(play, facts(1, 3, bombs=play.table.number))
        count_and_publish(stage)
        (match,) = all_matches(stage, live=True)
        assert set(match.teams) == {2, 3, 4}
        return stage, [team + 1 for team in match.order]

    def final(self, stage: Stage) -> set[int]:
        stage.refresh_from_db()
        assert stage.movement is not None
        names = list(dict.fromkeys(stage.movement["entrants"]))
        (match,) = stage.movement["matches"][-1]
        return {names[team] for team in match}

    def leaves(self, stage: Stage, number: int) -> None:
        withdraw_entrant(Entrant.objects.get(event=stage.event, number=number), SYSTEM, "ill")

    def test_the_winner_goes_on(self) -> None:
        stage, order = self.played()
        draw_round(stage, SYSTEM)
        assert self.final(stage) == {1, 2, order[0]}

    def test_for_a_winner_who_leaves_the_next_of_its_match_goes_on(self) -> None:
        stage, order = self.played()
        self.leaves(stage, order[0])
        draw_round(stage, SYSTEM)
        assert self.final(stage) == {1, 2, order[1]}

    def test_for_a_team_with_a_bye_that_leaves_the_best_that_lost_goes_on(self) -> None:
        stage, order = self.played()
        self.leaves(stage, 2)
        draw_round(stage, SYSTEM)
        assert self.final(stage) == {1, order[0], order[1]}

    def test_nobody_joins_it_late(self) -> None:
        stage, _order = self.played()
        text = "team,name\n" + "\n".join(f"Late,Late P{n}" for n in range(1, 4))
        with pytest.raises(EventRefused) as caught:
            enter_late(stage.event, text, SYSTEM)
        assert caught.value.code == "no_round_left"


class TestFinals:
    def final(self, kind: str) -> Stage:
        """Six of nine are in the final, and its first round is over."""
        before = drawn_stage(entrants=9, rounds=1, boards=1, tie_breaks=["lot"])
        play_round(release(before), lambda play: facts(1, play.table.number))
        count_and_publish(before)
        stage = create_stage(
            before.event,
            kind=kind,
            rounds=2,
            boards_per_round=1,
            source=before,
            last_rank=6,
            allow_repeats=True,
            actor=SYSTEM,
        )
        draw_stage(stage, SYSTEM)
        play_round(release(stage), lambda play: facts(1, play.table.number))
        count_and_publish(stage)
        return Stage.objects.select_related("event").get(pk=stage.pk)

    def test_who_has_not_qualified_is_in_no_later_round_of_a_swiss_final(self) -> None:
        stage = self.final("individual-swiss")
        assert stage.movement is not None
        numbers = set(stage.movement["entrants"])
        draw_round(stage, SYSTEM)
        release_round(stage.rounds.get(number=2), SYSTEM)
        seats = stage.rounds.get(number=2).tables.values_list(
            "table__seats__sitting__entrant__number", flat=True
        )
        assert set(seats) == numbers
        assert len(numbers) == 6

    @pytest.mark.parametrize(
        ("kind", "code"),
        [("individual-swiss", "no_round_left"), ("individual-barometer", "qualified_only")],
    )
    def test_nobody_enters_late(self, kind: str, code: str) -> None:
        stage = self.final(kind)
        with pytest.raises((DrawRefused, EventRefused)) as caught:
            enter_late(stage.event, "name\nLin", SYSTEM)
        assert caught.value.code == code

    def test_a_decision_on_an_earlier_stage_shows_the_difference_of_its_standings(self) -> None:
        stage = self.final("individual-swiss")
        play = plays_of(stage.event.stages.get(number=1).rounds.get())[2]
        wanted = {"reason": "typed wrong", "facts": facts(1, 3, "farmers"), "dry_run": True}
        shown = with_key(stage.event).post(f"plays/{play.pk}/correct/", wanted).json()
        changed = {change["entrant"] for change in shown["changes"]}
        seated = set(play.table.seats.values_list("sitting__entrant", flat=True))
        assert seated <= changed
