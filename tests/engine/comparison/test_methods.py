"""Properties that every method has, agreement with brute force, and the interface."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine import comparison
from engine.comparison import get, tally
from engine.comparison.datum import Datum
from engine.comparison.matchpoints import Matchpoints
from engine.comparison.method import Method
from engine.comparison.rulings import WeightedResult, field_tally
from engine.errors import ComparisonError
from tests.engine.comparison import brute_force

POINTS = st.integers(-96, 96)
FIELDS = st.lists(POINTS, min_size=1, max_size=24)
METHODS = comparison.names()
SIGNED_SUMS = ("cross", "cross-imp", "capped")


@st.composite
def weighted_results(draw: st.DrawFn) -> WeightedResult:
    """A result that a ruling splits over up to three values."""
    values = draw(st.lists(POINTS, min_size=1, max_size=3, unique=True))
    parts = [draw(st.integers(1, 6)) for _ in values]
    return WeightedResult.of(
        (v, Fraction(p, sum(parts))) for v, p in zip(values, parts, strict=True)
    )


RULED_FIELDS = st.tuples(
    st.lists(POINTS, max_size=12), st.lists(weighted_results(), min_size=1, max_size=3)
)


def plain(points: Sequence[int]) -> list[brute_force.Outcomes]:
    return [[(value, 1)] for value in points]


def column(
    method: str, points: Sequence[int], expected: int | None = None, **options: Any
) -> list[Fraction]:
    table = get(method, **options).table(tally(points), expected)
    return [table[value] for value in points]


def test_all_eight_methods_are_there() -> None:
    expected = "board-a-match capped cross cross-imp datum matchpoints rank total"
    assert " ".join(METHODS) == expected


class TestProperties:
    @given(FIELDS, st.integers(0, 9))
    def test_matchpoints_of_a_field_sum_to_n_times_n_minus_1(
        self, points: Sequence[int], missing: int
    ) -> None:
        size, full = len(points), len(points) + missing
        # Neuberg keeps the mean at 50 %: n results have n (N − 1).
        assert sum(column("matchpoints", points, full)) == size * (full - 1)
        assert sum(column("matchpoints", points)) == size * (size - 1)
        assert sum(column("board-a-match", points)) == size * (size - 1)

    @pytest.mark.parametrize("method", SIGNED_SUMS)
    @given(points=FIELDS)
    def test_differences_of_a_field_sum_to_zero(self, method: str, points: Sequence[int]) -> None:
        assert sum(column(method, points)) == 0

    @given(FIELDS, st.lists(st.integers(0, 30), max_size=8))
    def test_rank_points_of_a_field_are_those_of_its_places(
        self, points: Sequence[int], places: list[int]
    ) -> None:
        falling = tuple(sorted(places, reverse=True))
        assume(falling)
        total = sum(falling[: len(points)])
        assert sum(column("rank", points, places=falling)) == total
        assert column("rank", points, places=falling) == brute_force.place_points(points, falling)

    @pytest.mark.parametrize("method", SIGNED_SUMS)
    @given(points=FIELDS)
    def test_differences_change_sign_with_the_points(
        self, method: str, points: Sequence[int]
    ) -> None:
        mirrored = column(method, [-value for value in points])
        assert [-score for score in mirrored] == column(method, points)

    @given(FIELDS)
    def test_matchpoints_are_what_is_left_of_the_top_when_points_change_sign(
        self, points: Sequence[int]
    ) -> None:
        top = 2 * (len(points) - 1)
        mirrored = column("matchpoints", [-value for value in points])
        assert [top - score for score in mirrored] == column("matchpoints", points)

    @pytest.mark.parametrize("method", [m for m in METHODS if m not in ("total", "datum")])
    @given(points=FIELDS, constant=st.integers(-50, 50))
    def test_adding_a_constant_to_all_changes_nothing(
        self, method: str, points: Sequence[int], constant: int
    ) -> None:
        assert column(method, [value + constant for value in points]) == column(method, points)

    @given(FIELDS.filter(lambda points: min(points) >= 0), st.integers(0, 50))
    def test_the_datum_moves_with_the_field(self, points: Sequence[int], constant: int) -> None:
        # With points of one sign; else the rounding of halves, away from zero, turns round.
        assert column("datum", [v + constant for v in points]) == column("datum", points)

    @pytest.mark.parametrize("method", METHODS)
    @given(points=FIELDS, missing=st.integers(0, 5))
    def test_more_points_never_score_less(
        self, method: str, points: Sequence[int], missing: int
    ) -> None:
        table = get(method).table(tally(points), len(points) + missing)
        in_order = [table[value] for value in sorted(table)]
        assert in_order == sorted(in_order)

    @pytest.mark.parametrize("method", METHODS)
    @given(points=FIELDS, missing=st.integers(0, 5))
    def test_no_score_is_above_the_top_or_below_zero(
        self, method: str, points: Sequence[int], missing: int
    ) -> None:
        full = len(points) + missing
        top = get(method).top(full)
        scores = column(method, points, full)
        assert top is None or all(0 <= score <= top for score in scores)

    @pytest.mark.parametrize("method", METHODS)
    @given(points=FIELDS)
    def test_scores_are_exact(self, method: str, points: Sequence[int]) -> None:
        assert all(type(score) is Fraction for score in column(method, points))

    @pytest.mark.parametrize("method", METHODS)
    @given(points=FIELDS, copies=st.integers(2, 5))
    def test_a_tally_may_count_in_any_equal_fractions(
        self, method: str, points: Sequence[int], copies: int
    ) -> None:
        counted = tally(points)
        exact = {value: Fraction(copies * n, copies) for value, n in counted.items()}
        assert get(method).table(exact) == get(method).table(counted)


class TestBruteForce:
    @given(FIELDS, st.integers(0, 9))
    def test_matchpoints(self, points: Sequence[int], missing: int) -> None:
        full = len(points) + missing
        expected = brute_force.matchpoints(plain(points), full)
        assert column("matchpoints", points, full) == expected

    @given(FIELDS)
    def test_differences(self, points: Sequence[int]) -> None:
        results = plain(points)
        assert column("cross", points) == brute_force.cross(results)
        assert column("cross-imp", points) == brute_force.cross(results, brute_force.wbf)
        assert column("capped", points) == brute_force.cross(results, brute_force.capped)

    @given(st.lists(POINTS, min_size=1, max_size=50), st.fractions(0, Fraction(1, 2)))
    def test_datum(self, points: Sequence[int], share: Fraction) -> None:
        datum = brute_force.datum(points, share)
        expected = [brute_force.imp(value - datum) for value in points]
        assert column("datum", points, trim=share) == expected

    @given(RULED_FIELDS, st.integers(0, 4))
    def test_ruled_results_and_those_who_met_them(
        self, field: tuple[list[int], list[WeightedResult]], missing: int
    ) -> None:
        points, ruled = field
        counted = field_tally(points, ruled)
        full = len(points) + len(ruled) + missing
        results = [*plain(points), *(result.outcomes for result in ruled)]
        for method, expected in {
            "matchpoints": brute_force.matchpoints(results, full),
            "cross": brute_force.cross(results),
            "capped": brute_force.cross(results, brute_force.capped),
            "rank": [score / 2 for score in brute_force.matchpoints(results, full)],
        }.items():
            table = get(method).table(counted, full)
            own = [table[value] for value in points] + [result.score(table) for result in ruled]
            assert own == expected

    @given(st.lists(POINTS, min_size=1, max_size=3), st.integers(0, 12))
    def test_fouled_sub_fields(self, points: Sequence[int], more: int) -> None:
        full = 3 * len(points) + more
        method = Matchpoints()
        table = method.table(tally(points), full, fouled=True)
        expected = brute_force.percentage_of_fouled(points)
        assert [method.percentage(table[v], method.top(full)) for v in points] == expected


class TestInterface:
    @pytest.mark.parametrize("method", METHODS)
    def test_a_method_is_read_back_from_its_data(self, method: str) -> None:
        assert comparison.from_data(get(method).to_data()) == get(method)

    @pytest.mark.parametrize(
        "method",
        [get("datum", trim="1/10"), get("capped", cap=20), get("rank", places=(5, 3, 1))],
        ids=lambda method: method.name,
    )
    def test_options_are_read_back_too(self, method: Method) -> None:
        assert comparison.from_data(method.to_data()) == method
        assert method != get(method.name)

    @pytest.mark.parametrize("method", METHODS)
    def test_values_without_weight_are_left_out(self, method: str) -> None:
        assert get(method).table({1: 0, 2: 2, 3: Fraction(0)}) == get(method).table({2: 2})

    @pytest.mark.parametrize("method", METHODS)
    def test_tables_are_in_ascending_order(self, method: str) -> None:
        assert list(get(method).table({4: 1, -9: 2, 0: 1})) == [-9, 0, 4]

    def refused(self, code: str, call: Callable[..., Any], *arguments: Any, **options: Any) -> None:
        with pytest.raises(ComparisonError) as caught:
            call(*arguments, **options)
        assert caught.value.code == code
        assert caught.value.detail != code

    def test_an_unknown_name_or_option_is_refused(self) -> None:
        self.refused("unknown_method", get, "matchpoint")
        self.refused("unknown_option", get, "matchpoints", cap=12)

    @pytest.mark.parametrize(
        ("name", "options"),
        [
            ("datum", {"trim": "x"}),
            ("datum", {"trim": Fraction(3, 5)}),
            ("datum", {"trim": None}),
            ("datum", {"scale_name": "half"}),
            ("capped", {"cap": 0}),
            ("capped", {"cap": "12"}),
            ("cross-imp", {"unit": -1}),
            ("rank", {"places": (1, 2)}),
            ("rank", {"places": (-1,)}),
            ("rank", {"places": 5}),
        ],
    )
    def test_a_bad_option_is_refused(self, name: str, options: dict[str, Any]) -> None:
        self.refused("bad_option", get, name, **options)

    def test_another_version_is_refused(self) -> None:
        data = get("cross").to_data() | {"version": 2}
        self.refused("other_method_version", comparison.from_data, data)

    def test_a_bad_tally_is_refused(self) -> None:
        table = get("matchpoints").table
        self.refused("bad_weight", table, {1: -1})
        self.refused("bad_weight", table, {1: 0.5})
        self.refused("bad_points", table, {"1": 1})
        self.refused("more_results_than_expected", table, {1: 3}, 2)
        self.refused("empty_field", Datum().datum, comparison.Field.of({}))
