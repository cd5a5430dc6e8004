"""docs/scoring.md tells the truth: every figure in it is computed here."""

import re
from collections.abc import Hashable, Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from engine.comparison import Field, get, tally
from engine.comparison.datum import Datum
from engine.comparison.field import Weight
from engine.comparison.matchpoints import Matchpoints, neuberg
from engine.comparison.method import Method
from engine.comparison.rounding import shown
from engine.comparison.rulings import Award, AwardScale, WeightedResult, field_tally, penalty
from engine.comparison.scales import HalfOctave
from engine.comparison.standings import Line, standings
from engine.comparison.teams import four_a_side_board, margins
from engine.comparison.tie_breaks import (
    CountBack,
    HeadToHead,
    Lot,
    Meeting,
    Step,
    beaten_opponents,
    time_used,
    tops,
    total_points,
)
from engine.comparison.totals import Total
from engine.comparison.victory_points import victory_point_scale

DOCUMENT = Path(__file__).parents[3] / "docs" / "scoring.md"
TEXT = DOCUMENT.read_text(encoding="utf-8").replace("−", "-")
PROSE = " ".join(TEXT.split())
BOARD = (12, 6, 6, 4, 0, -2, -4, -4, -16)
MATCHPOINTS = Matchpoints()


def tables() -> Iterator[tuple[str, list[list[str]]]]:
    """(the instruction, the rows as lists of cells) of every table that has an instruction."""
    for found in re.finditer(r"<!-- (.*?) -->\n((?:\|.*\n)+)", TEXT):
        lines = found.group(2).splitlines()
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
        yield found.group(1), [rows[0], *rows[2:]]


TABLES = dict(tables())
METHOD_TABLES = {
    instruction: rows for instruction, rows in TABLES.items() if instruction.startswith("compare")
}


def cell(value: Fraction, like: str) -> str:
    """The value with as many decimals as the document gives it."""
    return shown(value, len(like.partition(".")[2]))


def columns(instruction: str) -> tuple[dict[int, int], list[dict[int, Fraction]]]:
    """The points of the field, and what each column from the third on ought to hold."""
    words = instruction.removeprefix("compare: ").split()
    options = dict(word.split("=") for word in words if "=" in word)
    points = [int(value) for value in options.get("points", "").split(",") if value] or BOARD
    expected = int(options.get("expected", len(points)))
    counted, wanted = tally(points), []
    for name in (word for word in words if "=" not in word):
        method: Method = get(name)
        table = method.table(counted, expected)
        if name == "datum":
            datum = Datum().datum(Field.of(counted))
            wanted.append({value: Fraction(value - datum) for value in table})
        if expected != len(points):
            wanted.append(method.table(counted))
        wanted.append(table)
        if method.has_top and len(words) - len(options) == 1:
            top = method.top(expected)
            assert top
            shares = {value: method.percentage(score, top) for value, score in table.items()}
            wanted.append({value: share for value, share in shares.items() if share is not None})
    return counted, wanted


def test_every_method_but_board_a_match_has_a_table() -> None:
    named = {word for instruction in METHOD_TABLES for word in instruction.split()[1:]}
    assert {"matchpoints", "cross", "cross-imp", "datum", "rank", "capped", "total"} <= named


@pytest.mark.parametrize("instruction", METHOD_TABLES)
def test_the_tables_of_the_methods(instruction: str) -> None:
    _, *rows = METHOD_TABLES[instruction]
    counted, wanted = columns(instruction)
    assert [int(row[0]) for row in rows] == sorted(counted, reverse=True)
    assert [int(row[1]) for row in rows] == [counted[int(row[0])] for row in rows]
    for row in rows:
        value, figures = int(row[0]), [text.lstrip("+") for text in row[2:]]
        expected = [cell(column[value], like) for column, like in zip(wanted, figures, strict=True)]
        assert figures == expected


def test_the_half_octave_scale() -> None:
    differences, scores = TABLES["scale: half-octave-1"]
    covered = 0
    for text, score in zip(differences[1:], scores[1:], strict=True):
        first, _, last = text.partition("–")
        assert int(first) == covered
        covered = int(last or first) + 1
        for difference in range(int(first), covered):
            assert HalfOctave()(difference) == int(score)


def test_the_victory_points() -> None:
    scale = victory_point_scale(18)
    wanted, winner, loser = TABLES["victory points: 18"]
    for margin, won, lost in zip(wanted[1:], winner[1:], loser[1:], strict=True):
        assert (won, lost) == (shown(scale.of(int(margin))), shown(scale.of(-int(margin))))


def test_the_worked_mean_of_plus_four() -> None:
    scale = HalfOctave()
    twelve, six, _, nothing, minus_two, minus_four, _, last = met = [
        scale(4 - other) for other in BOARD if other != 4
    ]
    assert (
        f"against +12 the difference is {4 - 12}, that is {twelve}; against +6 twice {six}; "
        f"against 0 +{nothing}; against -2 +{minus_two}; against -4 twice +{minus_four}; "
        f"against -16 +{last}. "
        f"Together {sum(met)}, and {sum(met)} ÷ 8 = {shown(Fraction(sum(met), 8))}." in PROSE
    )


def test_the_datum() -> None:
    kept = sorted(BOARD)[1:-1]
    mean = Fraction(sum(kept), len(kept))
    datum = Datum().datum(Field.of(tally(BOARD)))
    assert (
        f"the other seven add up to {sum(kept)}, {sum(kept)} ÷ {len(kept)} = {shown(mean)}, "
        f"and the datum is {datum}." in PROSE
    )


def test_the_sum_of_matchpoints() -> None:
    table = MATCHPOINTS.table(tally(BOARD))
    assert f"add up to 9 × 8 = {sum(table[value] for value in BOARD)}." in PROSE
    assert f"the top is 2 × 8 = {MATCHPOINTS.top(9)}." in PROSE


def test_the_triangle() -> None:
    won = margins({"A": 6, "B": 0, "C": -6})
    assert (
        f"A wins {won['A', 'B']} of B and {won['A', 'C']} of C, and B wins {won['B', 'C']} of C"
        in PROSE
    )


def test_neuberg() -> None:
    table, few = MATCHPOINTS.table({12: 1, 0: 6}, 9), MATCHPOINTS.table({12: 1, 0: 6})
    assert table[12] == neuberg(few[12], 7, 9) == Fraction(9, 7) * (few[12] + 1) - 1


def test_exchanged_hands() -> None:
    def percentages(*points: int) -> list[str]:
        table = MATCHPOINTS.table(tally(points), 9, fouled=True)
        shares = [MATCHPOINTS.percentage(table[p], MATCHPOINTS.top(9)) for p in points]
        return [shown(share, 0) for share in shares if share is not None]

    alone, two, three = percentages(1), percentages(2, 1), percentages(3, 2, 1)
    assert (
        f"alone {alone[0]} %; of two, {two[0]} % and {two[1]} %; "
        f"of three, {three[0]} %, {three[1]} % and {three[2]} %." in PROSE
    )


def test_the_weighted_result() -> None:
    ruled = WeightedResult.of([(8, Fraction(3, 5)), (-4, Fraction(2, 5))])
    others = [4, 0, -4]
    score = ruled.score(MATCHPOINTS.table(field_tally(others, [ruled])))
    high = MATCHPOINTS.table(tally([8, *others]))[8]
    low = MATCHPOINTS.table(tally([-4, *others]))[-4]
    assert f"the +8 would bring {high} and the -4 would bring {low}" in PROSE
    assert f"0.6 × {high} + 0.4 × {low} = {score} matchpoints" in PROSE


def test_the_penalty() -> None:
    amount = shown(-penalty(MATCHPOINTS, 10, 9), 1)
    assert f"takes {amount} of your {MATCHPOINTS.top(9)} matchpoints" in PROSE


def test_the_awards() -> None:
    scale = AwardScale()
    usual = [shown(scale.percentage(award, None), 0) for award in Award]
    signed = [shown(scale.signed(award, None), 0) for award in Award]
    assert (
        f"**Average** is {usual[0]} %; **average plus** {usual[1]} %, or your own mean if that is "
        f"better; **average minus** {usual[2]} %, or your own mean if that is worse." in PROSE
    )
    assert f"they are {signed[0]}, +{signed[1]} and {signed[2]}." in PROSE
    assert scale.percentage(Award.AVERAGE_PLUS, Fraction(70)) == 70
    assert scale.percentage(Award.AVERAGE_MINUS, Fraction(30)) == 30
    bye = shown(scale.victory_points_bye, 0)
    assert f"your own mean, at least {usual[3]} %; in victory points {bye} of 20." in PROSE
    assert scale.percentage(Award.BYE, Fraction(70)) == 70


def test_the_carry_over() -> None:
    before = Total.of(60, 80, 1).carried_over(Fraction(1, 2))
    assert f"Half of 60 out of 80 is {before.score} out of {before.top}" in PROSE
    both = before + Total.of(20, 40, 1)
    assert both.percentage is not None
    assert f"makes {both.score} out of {both.top}, or {shown(both.percentage)} %." in PROSE


def test_a_result_alone_in_its_field() -> None:
    assert MATCHPOINTS.percentage(MATCHPOINTS.table({5: 1})[5], MATCHPOINTS.top(1)) == 50
    assert [get(name).table({5: 1})[5] for name in ("cross", "cross-imp", "datum")] == [0, 0, 0]
    assert "nobody to compare with: 50 %, or 0." in PROSE


def test_board_a_match() -> None:
    method = get("board-a-match")
    assert [method.table({4: 1, other: 1})[4] for other in (3, 5)] == [2, 0]
    assert method.table({4: 2})[4] == 1
    assert "a board is won (2), halved (1) or lost (0)" in PROSE


def test_a_board_of_four_a_side() -> None:
    assert f"you win {four_a_side_board(3 + 4, 0)}." in PROSE
    assert four_a_side_board(30, 0) == 12


TIED = ("A", "B", "C")
LOT = b"spring"


def steps() -> list[Step]:
    """The data of the page's example, in the order of its table."""
    boards: dict[Hashable, dict[Hashable, int]] = {
        "A": {1: 4, 2: -2},
        "B": {1: 0, 2: -2},
        "C": {1: 0, 2: 6},
    }
    won, lost = (Fraction(2), Fraction(1)), (Fraction(1), Fraction(2))
    met = {"A": {"D": won, "E": won}, "B": {"D": lost, "E": won}, "C": {"D": lost, "E": lost}}
    meetings: dict[Hashable, list[Meeting]] = {
        entrant: [Meeting(opponent, *scores) for opponent, scores in those.items()]
        for entrant, those in met.items()
    }
    return [
        HeadToHead(
            lambda tied: {entrant: dict[Hashable, Weight](boards[entrant]) for entrant in tied}
        ),
        beaten_opponents(meetings, {"D": 40, "E": 30}),
        tops({"A": 3, "B": 3, "C": 4}),
        CountBack({"A": [7, 9], "B": [6, 9], "C": [8, 8]}),
        total_points({entrant: sum(points.values()) for entrant, points in boards.items()}),
        time_used({"A": Fraction(165, 4), "B": Fraction(142, 4), "C": 50}),
        Lot(LOT),
    ]


@pytest.mark.parametrize("place", range(7))
def test_each_tie_break_of_the_example(place: int) -> None:
    _, *rows = TABLES["tie-breaks"]
    _, *told, order = rows[place]
    step = steps()[place]
    assert told == [step.values(TIED)[entrant].text for entrant in TIED]
    lines = [Line.of(entrant, 50, 100, 10) for entrant in TIED]
    ranks: dict[int, list[str]] = {}
    for row in standings(lines, [step]):
        ranks.setdefault(row.rank, []).append(str(row.entrant))
    assert order == ", ".join(" = ".join(equal) for equal in ranks.values())


def test_the_command_of_the_page_is_one_of_the_engine(capsys: pytest.CaptureFixture[str]) -> None:
    from engine.cli import main

    found = re.search(r"python -m engine (compare .*)", TEXT)
    assert found
    assert main(found.group(1).split()) == 0
    assert "+6  13  81.25 %" in capsys.readouterr().out
