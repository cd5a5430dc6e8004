"""Ranks, ties and their explanation."""

import hashlib
import hmac
from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.comparison.standings import Line, RankBy, Standing, standings
from engine.comparison.tie_breaks import (
    CountBack,
    Figure,
    HeadToHead,
    Lot,
    Meeting,
    Step,
    beaten_opponents,
    lot_key,
    time_used,
    tops,
    total_points,
)
from engine.errors import ComparisonError

Results = dict[Hashable, dict[Hashable, int | Fraction]]
"""The result of every entrant on its boards."""


def ranks(rows: Iterable[Standing]) -> list[tuple[int, Hashable]]:
    return [(row.rank, row.entrant) for row in rows]


def tied(*entrants: str) -> list[Line]:
    return [Line.of(entrant, 50, 100, 10) for entrant in entrants]


class TestRanks:
    def test_ties_share_a_rank_and_the_next_ones_are_skipped(self) -> None:
        lines = [Line.of(name, score, 100, 10) for name, score in
                 [("a", 40), ("b", 60), ("c", 50), ("d", 50), ("e", 30)]]  # fmt: skip
        rows = standings(lines)
        assert ranks(rows) == [(1, "b"), (2, "c"), (2, "d"), (4, "a"), (5, "e")]
        assert [row.shared for row in rows] == [False, True, True, False, False]

    def test_unequal_boards_are_ranked_by_the_share_of_what_was_available(self) -> None:
        lines = [Line.of("more", 60, 120, 12), Line.of("better", 55, 100, 10)]
        assert ranks(standings(lines)) == [(1, "better"), (2, "more")]
        assert ranks(standings(lines, rank_by=RankBy.SCORE)) == [(1, "more"), (2, "better")]

    def test_unequal_boards_in_a_signed_method_are_ranked_by_the_mean(self) -> None:
        lines = [Line.of("more", 12, None, 12), Line.of("better", 11, None, 10)]
        assert ranks(standings(lines)) == [(1, "better"), (2, "more")]

    def test_an_exact_difference_that_no_figure_would_show_decides(self) -> None:
        lines = [Line.of("a", Fraction(1, 3), 1, 1), Line.of("b", Fraction(333333, 10**6), 1, 1)]
        assert ranks(standings(lines)) == [(1, "a"), (2, "b")]

    def test_who_has_no_board_is_last_and_no_tie_break_asks(self) -> None:
        lines = [Line.of("new", 0, 0, 0), Line.of("poor", -9, None, 4), Line.of("late", 0, None, 0)]
        rows = standings(lines, [Lot(b"key")])
        assert ranks(rows) == [(1, "poor"), (2, "new"), (2, "late")]
        assert rows[1].tie_breaks == ()

    def test_no_entrants_no_rows(self) -> None:
        assert standings([]) == ()

    @given(st.lists(st.integers(0, 6), max_size=20))
    def test_a_rank_is_one_more_than_the_number_of_better_entrants(self, scores: list[int]) -> None:
        lines = [Line.of(number, score, 6, 1) for number, score in enumerate(scores)]
        own = dict[Hashable, int](enumerate(scores))
        for row in standings(lines):
            better = sum(score > own[row.entrant] for score in scores)
            assert row.rank == better + 1
            assert row.shared == (scores.count(own[row.entrant]) > 1)


class TestChain:
    def test_every_step_is_explained_and_later_ones_see_only_what_is_left(self) -> None:
        lines = [*tied("a", "b", "c", "d"), Line.of("e", 99, 100, 10)]
        chain = [tops({"a": 3, "b": 5, "c": 3, "d": 1}), total_points({"a": -4, "b": 0, "c": 9})]
        rows = standings(lines, chain)
        assert ranks(rows) == [(1, "e"), (2, "b"), (3, "c"), (4, "a"), (5, "d")]
        told = {
            row.entrant: [(v.step, v.text, v.among, v.decided) for v in row.tie_breaks]
            for row in rows
        }
        assert told == {
            "e": [],
            "b": [("tops", "5", 4, True)],
            "c": [("tops", "3", 4, True), ("total_points", "9", 2, True)],
            "a": [("tops", "3", 4, True), ("total_points", "-4", 2, True)],
            "d": [("tops", "1", 4, True)],
        }
        assert not any(row.shared for row in rows)

    def test_what_no_step_breaks_stays_a_shared_rank(self) -> None:
        rows = standings(tied("a", "b", "c"), [tops({"a": 1, "b": 1, "c": 2})])
        assert ranks(rows) == [(1, "c"), (2, "a"), (2, "b")]
        assert [row.shared for row in rows] == [False, True, True]

    def test_a_step_that_leaves_all_equal_did_not_decide(self) -> None:
        rows = standings(tied("a", "b"), [tops({"a": 2, "b": 2}), time_used({"a": 90, "b": 80})])
        assert ranks(rows) == [(1, "b"), (2, "a")]
        assert [value.decided for value in rows[0].tie_breaks] == [False, True]

    def test_steps_are_not_asked_where_there_is_no_tie(self) -> None:
        asked: list[tuple[Hashable, ...]] = []

        def results(entrants: Sequence[Hashable]) -> Results:
            asked.append(tuple(entrants))
            return {}

        lines = [Line.of("a", 9, 10, 1), Line.of("b", 5, 10, 1), Line.of("c", 5, 10, 1)]
        standings(lines, [HeadToHead(results)])
        assert asked == [("b", "c")]


class TestSteps:
    def order(self, *steps: Step, entrants: str = "abc") -> str:
        return "".join(str(row.entrant) for row in standings(tied(*entrants), steps))

    def test_direct_comparisons_on_common_boards(self) -> None:
        """a beats b on board 1, b beats c twice, a and c are level on board 4: 3/4, 4/6, 1/6."""
        results: Results = {
            "a": {1: 4, 4: 2, 9: 100},
            "b": {1: 2, 2: 4, 3: 4},
            "c": {2: -2, 3: 0, 4: 2},
        }
        step = HeadToHead(lambda _tied: results)
        values = step.values(["c", "b", "a"])
        assert {entrant: value.text for entrant, value in values.items()} == {
            "a": "3/4 (75.00 %)",
            "b": "4/6 (66.67 %)",
            "c": "1/6 (16.67 %)",
        }
        assert self.order(step) == "abc"

    def test_without_a_common_board_nobody_is_ahead(self) -> None:
        rows = standings(tied("a", "b"), [HeadToHead(lambda _tied: {"a": {1: 5}, "b": {2: 0}})])
        assert ranks(rows) == [(1, "a"), (1, "b")]
        assert rows[0].tie_breaks[0].text == "–"

    def test_a_third_entrant_does_not_count_in_direct_comparisons(self) -> None:
        results: Results = {"a": {1: 0}, "b": {1: 1}, "c": {1: 9}}
        step = HeadToHead(lambda entrants: {entrant: results[entrant] for entrant in entrants})
        assert step.values(["a", "b"])["b"].text == "2/2 (100.00 %)"

    def test_the_mean_of_beaten_opponents(self) -> None:
        """a beat d (40) and e (60): 50. b beat d alone, having halved with e: 40. c beat nobody."""

        def met(opponent: str, own: int, other: int) -> Meeting:
            return Meeting(opponent, Fraction(own), Fraction(other))

        step = beaten_opponents(
            {
                "a": [met("d", 5, 3), met("e", 5, 3)],
                "b": [met("d", 5, 3), met("e", 4, 4)],
                "c": [met("d", 3, 5)],
            },
            {"d": 40, "e": Fraction(60)},
        )
        values = step.values("abc")
        assert [values[entrant].text for entrant in "abc"] == ["50", "40", "–"]
        assert self.order(step, entrants="cba") == "abc"

    def test_tops_and_total_points(self) -> None:
        assert self.order(tops({"a": 1, "b": 2, "c": 0})) == "bac"
        assert self.order(total_points({"a": -1, "b": -2, "c": 0})) == "cab"

    def test_less_time_wins_and_no_time_is_last(self) -> None:
        assert self.order(time_used({"a": 61, "b": 60})) == "bac"

    def test_count_back_begins_with_the_last_round(self) -> None:
        step = CountBack({"a": [9, 5, 7], "b": [0, 6, 7], "c": [9, 9, 6]})
        assert self.order(step) == "bac"
        assert step.values("a")["a"].text == "7.00 5.00 9.00"

    def test_the_lot_follows_from_the_secret(self) -> None:
        secret = bytes(range(32))
        key = hmac.new(secret, b"lot", hashlib.sha256).digest()
        assert lot_key(secret) == key
        digests = {e: hmac.new(key, e.encode(), hashlib.sha256).hexdigest() for e in "abc"}
        assert self.order(Lot(key)) == "".join(sorted("abc", key=digests.__getitem__))
        assert Lot(key).values("a")["a"].text == digests["a"][:8]
        assert self.order(Lot(key), entrants="cab") == self.order(Lot(key))

    def test_the_lot_can_draw_by_other_identifiers(self) -> None:
        named = Lot(b"key", {1: "a", 2: "b", 3: "c"}).values([1, 2, 3])
        plain = Lot(b"key").values("abc")
        assert [named[n] for n in (1, 2, 3)] == [plain[e] for e in "abc"]

    def test_an_unknown_step_is_refused(self) -> None:
        with pytest.raises(ComparisonError) as caught:
            Figure("weight", {})
        assert caught.value.code == "unknown_tie_break"


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 2)), max_size=15))
def test_a_chain_is_the_order_of_all_its_values_at_once(rows: list[tuple[int, int, int]]) -> None:
    lines = [Line.of(number, row[0], 2, 1) for number, row in enumerate(rows)]
    chain = [
        tops({number: row[1] for number, row in enumerate(rows)}),
        time_used({number: row[2] for number, row in enumerate(rows)}),
    ]
    result = standings(lines, chain)

    by_entrant = dict[Hashable, tuple[int, int, int]](enumerate(rows))

    def key(entrant: Hashable) -> tuple[int, int, int]:
        score, tops_, seconds = by_entrant[entrant]
        return (-score, -tops_, seconds)

    assert [row.entrant for row in result] == sorted(range(len(rows)), key=key)
    for before, after in pairwise(result):
        assert (before.rank == after.rank) == (key(before.entrant) == key(after.entrant))
