"""Four-a-side: seating of matches, who speaks for a hand, and which two teams meet."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import MovementError
from engine.movements import certificate, check
from engine.movements.four_a_side import four_a_side_boards, four_a_side_round, holders, partner
from engine.movements.model import Movement
from engine.movements.pairs import (
    pair_counts,
    pair_knockout,
    pair_knockout_rounds,
    round_robin_pairs,
    swiss_pairs,
)

#: Seats dealt to, landlord's position, seats that play: worked out by hand from the scheme.
PLAYED = [
    ("ABC", 1, "ABD"),  # A is landlord; C gives to D
    ("ABC", 2, "ABC"),  # B is landlord; D has no cards
    ("ABC", 3, "DBC"),  # C is landlord; A gives to D
    ("BCD", 1, "BCA"),
    ("BCD", 2, "BCD"),
    ("CDA", 1, "CDB"),
    ("CDA", 3, "BDA"),
    ("DAB", 1, "DAC"),
]


@pytest.mark.parametrize(("dealt", "landlord", "played"), PLAYED)
def test_the_landlords_partner_gives_his_hand_to_the_idle_opponent(
    dealt: str, landlord: int, played: str
) -> None:
    assert holders(dealt, None) == dealt
    assert holders(dealt, landlord) == played


def test_only_the_landlords_partner_is_idle_in_the_play() -> None:
    for board in four_a_side_boards(4):
        dealt = "".join(board.seats)
        for position in (1, 2, 3):
            played = holders(dealt, position)
            landlord = dealt[position - 1]
            assert played[position - 1] == landlord
            assert set("ABCD") - set(played) == {partner(landlord)}


def _movement(matches: list[tuple[int, int]], boards: int, byes: tuple[int, ...] = ()) -> Movement:
    one = four_a_side_round(matches, boards, byes)
    teams = 2 * len(matches) + len(byes)
    return Movement(4 * teams, boards, (one,), "four-a-side", partners=True)


def test_a_match_is_two_mirrored_tables_with_the_same_seats_for_the_same_hands() -> None:
    """Team 1 against team 0: at the first table 1 sits on A and C, at the second on B and D."""
    movement = _movement([(1, 0)], 4)
    first, second = movement.rounds[0].tables
    assert first.players == (4, 0, 5, 1)
    assert second.players == (2, 6, 3, 7)
    assert first.positions[:2] == ((4, 0, 5), (0, 5, 1))  # A, B, C; then B, C, D
    assert second.positions[:2] == ((2, 6, 3), (6, 3, 7))


def test_the_checker_agrees_with_the_certificate_and_finds_a_table_of_three() -> None:
    movement = _movement([(0, 1), (2, 3)], 8, byes=(4,))
    found = certificate(movement)
    assert (found.position_imbalance, found.sit_out_imbalance, found.repeat_meetings) == (0, 2, 0)
    assert check(movement, found.to_data()).is_sound
    assert Movement.from_data(movement.to_data()) == movement
    data = movement.to_data()
    data["rounds"][0]["tables"][0]["players"] = [0, 4, 1]
    assert "wrong_table_size" in {fault.code for fault in check(data).faults}


def test_the_certificate_speaks_of_partners_in_both_languages() -> None:
    found = certificate(_movement([(0, 1)], 4))
    assert "Nobody meets an opponent twice." in found.sentences()
    assert any("bids first once and is idle once" in line for line in found.sentences())
    assert not any("compared" in line for line in found.sentences())
    assert any("闲家" in line for line in found.sentences("zh"))


def test_boards_come_in_fours() -> None:
    with pytest.raises(MovementError) as caught:
        four_a_side_round([(0, 1)], 6)
    assert caught.value.code == "boards_not_in_fours"
    with pytest.raises(MovementError):
        four_a_side_round([(0, 1)], 0)


@pytest.mark.parametrize("teams", [2, 3, 4, 5, 8, 11])
def test_in_a_round_robin_everybody_meets_everybody_once(teams: int) -> None:
    rounds = teams - 1 + teams % 2
    drawn = round_robin_pairs(teams, rounds, Random(3))
    met = pair_counts([matches for matches, _ in drawn])
    assert met == {frozenset(pair): 1 for pair in combinations(range(teams), 2)}
    byes = Counter(team for _, out in drawn for team in out)
    assert byes == (dict.fromkeys(range(teams), 1) if teams % 2 else {})
    for matches, out in drawn:
        assert sorted([*out, *(team for match in matches for team in match)]) == list(range(teams))
    with pytest.raises(MovementError):
        round_robin_pairs(teams, rounds + 1, Random(3))
    again = round_robin_pairs(teams, rounds + 1, Random(3), allow_repeats=True)
    assert len(again) == rounds + 1


def test_too_few_teams_or_rounds_are_refused() -> None:
    for arguments in ((1, 1), (4, 0)):
        with pytest.raises(MovementError):
            round_robin_pairs(*arguments, Random(1))
    with pytest.raises(MovementError):
        pair_knockout(1)


def test_swiss_pairs_neighbours_and_avoids_who_has_met() -> None:
    """Scores 9 8 7 6 with 0–1 met: 0–2, 1–3 costs 4, as does 0–3, 1–2."""
    drawn = swiss_pairs((9, 8, 7, 6), {}, {}, Random(1))
    assert {frozenset(pair) for pair in drawn.matches} == {frozenset({0, 1}), frozenset({2, 3})}
    drawn = swiss_pairs((9, 8, 7, 6), {frozenset({0, 1}): 1}, {}, Random(1))
    assert frozenset({0, 1}) not in {frozenset(pair) for pair in drawn.matches}
    assert drawn.repeats == 0


def test_the_last_without_a_bye_sits_out_and_clubs_are_kept_apart() -> None:
    drawn = swiss_pairs((5, 4, 3, 2, 1), {}, {4: 1}, Random(2))
    assert drawn.byes == (3,)
    drawn = swiss_pairs((4, 4, 1, 1), {}, {}, Random(2), clubs=("x", "x", "y", None))
    assert frozenset({0, 1}) not in {frozenset(pair) for pair in drawn.matches}
    drawn = swiss_pairs((4, 4, 1, 1), {}, {}, Random(2), forbidden=((0, 1),))
    assert frozenset({0, 1}) not in {frozenset(pair) for pair in drawn.matches}
    drawn = swiss_pairs((5, 4, 3), {}, {}, Random(2), absent=(1,))
    assert {frozenset(pair) for pair in drawn.matches} == {frozenset({0, 2})}


@given(teams=st.integers(4, 20), seed=st.integers(0, 99))
def test_half_a_round_robin_by_swiss_has_no_repeats(teams: int, seed: int) -> None:
    random = Random(seed)
    scores, byes = [0.0] * teams, Counter[int]()
    history: list[tuple[tuple[int, int], ...]] = []
    for _ in range(teams // 2):
        drawn = swiss_pairs(scores, pair_counts(history), byes, random)
        assert drawn.repeats == 0
        seen = [*drawn.byes, *(team for pair in drawn.matches for team in pair)]
        assert sorted(seen) == list(range(teams))
        history.append(drawn.matches)
        byes.update(drawn.byes)
        for pair in drawn.matches:
            scores[random.choice(pair)] += 2
    assert max(byes.values(), default=0) <= 1


def test_a_knockout_comes_down_to_a_power_of_two_and_then_halves() -> None:
    assert pair_knockout(8).matches == ((1, 8), (2, 7), (3, 6), (4, 5))
    assert pair_knockout(6).matches == ((3, 6), (4, 5))
    assert pair_knockout(6).byes == (1, 2)
    assert [pair_knockout_rounds(teams) for teams in (1, 2, 3, 4, 5, 8, 9)] == [0, 1, 2, 2, 3, 3, 4]
    for teams in range(2, 40):
        left, rounds = teams, 0
        while left > 1:
            left, rounds = pair_knockout(left).survivors, rounds + 1
        assert rounds == pair_knockout_rounds(teams)
