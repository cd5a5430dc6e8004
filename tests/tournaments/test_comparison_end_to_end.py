"""From results to published standings, by hand and against the brute force."""

from __future__ import annotations

import pytest

from tests.tournaments.brute_force import assert_equals_brute_force

from .factories import count_and_publish, drawn_stage, play_stage


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("entrants", "rounds", "boards"), [(9, 4, 3), (10, 3, 2), (11, 3, 4), (12, 2, 1)]
)
def test_standings_equal_the_brute_force(entrants: int, rounds: int, boards: int) -> None:
    stage = drawn_stage(entrants, rounds, boards)
    play_stage(stage, seed=entrants)
    count_and_publish(stage)
    assert_equals_brute_force(stage)
