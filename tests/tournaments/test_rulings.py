"""Rulings: worked by hand where that can be, and against the brute force on random events."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from games.models import Play
from tournaments.errors import NotPermitted, PreviewOutdated, RulingRefused
from tournaments.models import AuditEntry, Field, FrequencyRow, Ruling, Stage, StandingsVersion
from tournaments.services.actors import SYSTEM
from tournaments.services.map_hands import map_hands
from tournaments.services.penalise import penalise
from tournaments.services.preview import with_preview
from tournaments.services.rebuild import rebuild
from tournaments.services.reverse_ruling import reverse_ruling
from tournaments.services.rule_scores import rule_scores
from tournaments.services.swap_seats import swap_seats
from tournaments.services.withdraw_board import withdraw_board, withdraw_play

from .brute_force import assert_equals_brute_force
from .factories import (
    PASSED_OUT,
    count_and_publish,
    drawn_stage,
    facts,
    finish,
    play_stage,
    plays_of,
    release,
)
from .people import scorer_of

pytestmark = pytest.mark.django_db

#: Position 1 as landlord: +4, +4, +2, 0, −4.
FIVE = [facts(1, 2), facts(1, 2), facts(1, 1), PASSED_OUT, facts(1, 2, "farmers")]


@pytest.fixture
def plays() -> list[Play]:
    """One board at five tables, finished with +4 +4 +2 0 −4 for position 1."""
    plays = plays_of(release(drawn_stage(entrants=15, rounds=1, boards=1)))
    for play, what in zip(plays, FIVE, strict=True):
        finish(play, what)
    count_and_publish(stage_of(plays))
    return plays


def stage_of(plays: list[Play]) -> Stage:
    return Stage.objects.get(rounds__tables__table=plays[0].table)


def scores(play: Play, mapping: str = "123") -> dict[int, Fraction]:
    """The frequency table of position 1 after counting: value → score."""
    stage = stage_of([play])
    count_and_publish(stage)
    field = Field.objects.get(stage=stage, position=1, mapping=mapping)
    rows = FrequencyRow.objects.filter(field=field, generation=field.generation)
    return {r.value: Fraction(r.score_numerator, r.score_denominator) for r in rows}


def row_of(play: Play, position: int) -> dict[str, Any]:
    """The newest published row of who held a position."""
    stage = stage_of([play])
    count_and_publish(stage)
    version = StandingsVersion.objects.filter(stage=stage).order_by("-number")[0]
    entrant = play.table.seats.get(letter=play.positions[position - 1]).player.entrant.pk
    return next(row for row in version.payload["rows"] if row["entrant"] == entrant)


def check(stage: Stage) -> None:
    """Published, brute force and rebuild agree."""
    count_and_publish(stage)
    assert_equals_brute_force(stage)
    assert rebuild(stage.event).differences == []


def test_an_award_leaves_the_field_and_the_rest_gets_neuberg(plays: list[Play]) -> None:
    rule_scores(plays[0], {"1": {"award": "average_plus"}}, SYSTEM, "disturbed")
    # Left: +4 +2 0 −4, MP 6 4 2 0; (5/4)(MP + 1) − 1.
    assert scores(plays[1]) == {
        4: Fraction(31, 4),
        2: Fraction(21, 4),
        0: Fraction(11, 4),
        -4: Fraction(1, 4),
    }
    row = row_of(plays[0], 1)
    assert (row["boards"], row["boards_awarded"], row["percentage"]) == (0, 1, "60.00")
    assert Fraction(row["score"]) == Fraction(60, 100) * 8
    assert row_of(plays[0], 2)["boards"] == 1
    check(stage_of(plays))


def test_sides_of_one_table_get_different_awards(plays: list[Play]) -> None:
    wanted = {"1": {"award": "average_minus"}, "2": {"award": "average"}}
    rule_scores(plays[0], wanted, SYSTEM, "late")
    assert [row_of(plays[0], n)["percentage"] for n in (1, 2)] == ["40.00", "50.00"]
    check(stage_of(plays))


def test_each_outcome_is_compared_before_they_are_weighted(plays: list[Play]) -> None:
    # Instead of +4: 60 % of +8 and 40 % of −4. Others: +4 +2 0 −4.
    # +8 is above all four: 8. −4 is level with one: 1. 3/5 × 8 + 2/5 × 1 = 26/5.
    outcomes = [{"points": 8, "weight": "60%"}, {"points": -4, "weight": "2/5"}]
    rule_scores(plays[0], {"1": {"outcomes": outcomes}}, SYSTEM, "hesitation")
    assert Fraction(row_of(plays[0], 1)["score"]) == Fraction(26, 5)
    # +4 beats 2, 0, −4 (6) and 2/5 of the ruled result: 6 + 4/5.
    assert Fraction(row_of(plays[1], 1)["score"]) == Fraction(34, 5)
    assert row_of(plays[0], 1)["points"] == 3  # 24/5 − 8/5 = 16/5
    check(stage_of(plays))


def test_an_assigned_result_is_given_by_its_facts(plays: list[Play]) -> None:
    won = {"outcomes": [{"facts": facts(1, 3, "farmers")}]}
    rule_scores(plays[0], {"1": won, "2": won, "3": won}, SYSTEM, "illegal play stood")
    assert [row_of(plays[0], n)["points"] for n in (1, 2, 3)] == [-6, 3, 3]
    check(stage_of(plays))


def test_swapped_hands_are_compared_with_their_equals_only(plays: list[Play]) -> None:
    map_hands(plays[0], "213", SYSTEM, "pockets 1 and 2 swapped")
    # Alone in its sub-field: 60 % of 8. The others: 4 of 5, by Neuberg.
    assert scores(plays[0], "213") == {4: Fraction(24, 5)}
    assert scores(plays[0])[4] == Fraction(31, 4)
    map_hands(plays[3], "213", SYSTEM, "there too")
    # Two of five are more than a third: no sub-field rule; (5/2)(2 + 1) − 1.
    assert scores(plays[0], "213") == {4: Fraction(13, 2), 0: Fraction(3, 2)}
    check(stage_of(plays))


def test_a_board_is_withdrawn_at_one_table_or_everywhere(plays: list[Play]) -> None:
    stage = stage_of(plays)
    withdraw_play(plays[0], SYSTEM, "never dealt")
    # Four are expected: +4 +2 0 −4 are 6 4 2 0 of 6.
    assert scores(plays[1]) == {4: 6, 2: 4, 0: 2, -4: 0}
    assert row_of(plays[0], 1)["boards"] == 0
    check(stage)
    with pytest.raises(RulingRefused, match="already"):
        withdraw_play(plays[0], SYSTEM, "again")
    withdraw_board(stage, plays[0].board, SYSTEM, "seen by all")
    assert row_of(plays[1], 1)["boards"] == 0
    check(stage)


def test_a_penalty_and_its_waiver_leave_the_boards_alone(plays: list[Play]) -> None:
    stage, before = stage_of(plays), scores(plays[0])
    entrant = plays[0].table.seats.get(letter=plays[0].positions[0]).player.entrant
    ruling = penalise(stage, entrant, "10", SYSTEM, "slow play")
    # +4 had 7 of 8; a tenth of a top of 8 goes.
    row = row_of(plays[0], 1)
    assert (Fraction(row["score"]), Fraction(row["penalty"])) == (
        Fraction(31, 5),
        Fraction(-4, 5),
    )
    assert scores(plays[0]) == before
    check(stage)
    reverse_ruling(ruling, SYSTEM, "the clock was wrong")
    assert Fraction(row_of(plays[0], 1)["score"]) == 7
    check(stage)


def test_people_who_sat_in_each_others_seats_change_scores(plays: list[Play]) -> None:
    one, two = row_of(plays[0], 1), row_of(plays[0], 2)
    swap_seats([plays[0]], (plays[0].positions[0], plays[0].positions[1]), SYSTEM, "wrong chairs")
    after = row_of(plays[0], 1), row_of(plays[0], 2)
    assert [row["points"] for row in after] == [two["points"], one["points"]]
    check(stage_of(plays))


MAKERS: list[Callable[[Play], Any]] = [
    lambda play: rule_scores(play, {"1": {"award": "average_plus"}}, SYSTEM, "why"),
    lambda play: rule_scores(play, {"2": {"outcomes": [{"points": 8}]}}, SYSTEM, "why"),
    lambda play: map_hands(play, "132", SYSTEM, "why"),
    lambda play: withdraw_play(play, SYSTEM, "why"),
    lambda play: withdraw_board(stage_of([play]), play.board, SYSTEM, "why"),
    lambda play: swap_seats([play], ("A", "B"), SYSTEM, "why")[0],
]


@pytest.mark.parametrize("make", MAKERS)
def test_every_ruling_is_undone_by_another_row(
    plays: list[Play], make: Callable[[Play], Ruling]
) -> None:
    stage = stage_of(plays)

    def payload() -> Any:
        count_and_publish(stage)
        rows = StandingsVersion.objects.filter(stage=stage).order_by("-number")[0].payload["rows"]
        return [{**row, "previous_rank": None} for row in rows]

    before = payload()
    ruling = make(plays[0])
    assert payload() != before
    reverse_ruling(ruling, SYSTEM, "it was another table")
    assert payload() == before
    assert Ruling.objects.count() == 2
    entry = AuditEntry.objects.filter(verb="reverse_ruling").get()
    assert entry.before is not None
    assert (entry.reason, entry.before["ruling"]) == ("it was another table", ruling.pk)
    with pytest.raises(RulingRefused, match="already"):
        reverse_ruling(ruling, SYSTEM, "again")
    check(stage)


def test_the_difference_is_shown_first_and_exactly_that_is_made(plays: list[Play]) -> None:
    stage = stage_of(plays)

    def change() -> Ruling:
        return rule_scores(plays[0], {"1": {"award": "average_minus"}}, SYSTEM, "late")

    tried = with_preview(stage, change, actor=SYSTEM, dry_run=True)
    assert not Ruling.objects.exists()
    assert not tried.kept
    assert tried.preview is not None
    own = row_of(plays[0], 1)["entrant"]
    shown = next(each for each in tried.preview.changes if each.entrant == own)
    assert shown.percentage == ("87.50", "40.00")
    withdraw_play(plays[4], SYSTEM, "something in between")
    with pytest.raises(PreviewOutdated) as refused:
        with_preview(stage, change, actor=SYSTEM, preview=tried.preview.token)
    assert Ruling.objects.count() == 1
    assert with_preview(stage, change, actor=SYSTEM, preview=refused.value.preview.token).kept
    assert row_of(plays[0], 1)["percentage"] == "40.00"


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({}, "positions_missing"),
        ({"4": {"award": "average"}}, "unknown_position"),
        ({"1": {"award": "best"}}, "unknown_award"),
        ({"1": {"outcomes": []}}, "bad_outcome"),
        ({"1": {"outcomes": [{"points": True}]}}, "bad_outcome"),
        ({"1": {"outcomes": [{"facts": {"landlord": 1}}]}}, "bad_outcome"),
        ({"1": {"outcomes": [{"facts": facts(1, 2) | {"bid": 9}}]}}, "bad_outcome"),
        ({"1": {"outcomes": [{"points": 8, "weight": "1/7"}]}}, "bad_weight"),
        ({"1": {"outcomes": [{"points": 8, "weight": "0"}]}}, "bad_weight"),
        ({"1": {"outcomes": [{"points": 8, "weight": "1/0"}]}}, "bad_weight"),
        ({"1": {"outcomes": [{"points": 8, "weight": "60%"}]}}, "weights_not_one"),
    ],
)
def test_a_ruling_that_cannot_be_is_refused(
    plays: list[Play], wanted: dict[str, Any], code: str
) -> None:
    with pytest.raises(RulingRefused) as refused:
        rule_scores(plays[0], wanted, SYSTEM, "why")
    assert refused.value.code == code
    assert not Ruling.objects.exists()


def test_a_ruling_needs_a_reason_and_the_role(plays: list[Play]) -> None:
    with pytest.raises(RulingRefused) as refused:
        rule_scores(plays[0], {"1": {"award": "average"}}, SYSTEM, "  ")
    assert refused.value.code == "reason_missing"
    with pytest.raises(NotPermitted):
        withdraw_play(plays[0], scorer_of(stage_of(plays).event), "why")


def random_ruling(stage: Stage, source: random.Random) -> None:
    """Make a ruling of any kind, or reverse one."""
    plays = list(
        Play.objects.filter(table__round_table__round__stage=stage)
        .select_related("table", "board")
        .order_by("pk")
    )
    play, made = source.choice(plays), list(Ruling.objects.filter(reverses=None, reversed_by=None))
    awards = ["average", "average_plus", "average_minus"]
    split = [{"points": source.randint(-8, 8), "weight": "2/3"}, {"points": 6, "weight": "1/3"}]
    letters = source.sample("ABC", 2)
    choice = source.randrange(8)
    if choice == 0:
        rule_scores(play, {source.choice("123"): {"award": source.choice(awards)}}, SYSTEM, "why")
    elif choice == 1:
        rule_scores(play, {source.choice("123"): {"outcomes": split}}, SYSTEM, "why")
    elif choice == 2:
        map_hands(play, source.choice(["213", "132", "321", "123"]), SYSTEM, "why")
    elif choice == 3:
        swap_seats([play], (letters[0], letters[1]), SYSTEM, "why")
    elif choice == 4:
        entrant = source.choice(list(stage.event.entrants.order_by("number")))
        penalise(stage, entrant, source.choice(["10", "2.5"]), SYSTEM, "why")
    elif choice == 5 and made:
        reverse_ruling(source.choice(made), SYSTEM, "why")
    elif choice == 6 and not Ruling.objects.filter(kind="withdrawn").exists():
        withdraw_play(play, SYSTEM, "why")
    elif choice == 7 and not Ruling.objects.filter(kind="withdrawn").exists():
        withdraw_board(stage, play.board, SYSTEM, "why")


@pytest.mark.parametrize("seed", range(20))
def test_random_events_with_rulings_agree_with_the_brute_force(seed: int) -> None:
    source = random.Random(seed)
    stage = drawn_stage(entrants=source.choice([9, 10, 12]), rounds=2, boards=2)
    play_stage(stage, seed)
    for _ in range(source.randint(2, 7)):
        random_ruling(stage, source)
    check(stage)
