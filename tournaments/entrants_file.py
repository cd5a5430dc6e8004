"""Reading a list of entrants: bytes or pasted text in, rows or every fault out.

Owns the headers in English and Chinese and the check of each cell; how a file becomes cells is the
business of `sheets`. It never looks at the database: what is already entered is the service's.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.errors import DOUBTS, ImportFaults
from tournaments.sheets import SheetError, read_lines
from tournaments.words import COLUMNS

#: The columns, and the headers (lower case, without spaces) under which each may stand.
HEADERS: dict[str, tuple[str, ...]] = {
    "name": ("name", "player", "姓名", "名字", "牌手", "选手", "参赛者"),
    "club": ("club", "unit", "俱乐部", "单位", "协会", "代表队"),
    "country": ("country", "nation", "国家", "地区", "国家/地区", "国籍"),
    "number": ("number", "no", "no.", "nr", "编号", "号码", "序号"),
    "team": ("team", "队", "队名", "队伍"),
    "rating": ("rating", "elo", "等级分", "积分", "评分"),
    "categories": ("categories", "category", "类别", "组别", "分组"),
}
#: The longest texts that the models hold.
LONGEST = {"name": 80, "club": 80, "country": 60, "team": 80}
HIGHEST_NUMBER = 99_999
SMALLEST_TEAM = 3
#: What may stand between the categories in one cell; how many there are, and how long.
BETWEEN_CATEGORIES = re.compile(r"[;,；，、/|]")
MOST_CATEGORIES = 10
LONGEST_CATEGORY = 40
RATINGS = range(-1_000_000, 1_000_001)
MOST_ROWS = 20_000
#: What a spreadsheet shows where a formula has no value.
SPREADSHEET_ERRORS = frozenset(
    {"#REF!", "#N/A", "#NAME?", "#VALUE!", "#DIV/0!", "#NUM!", "#NULL!", "#SPILL!", "#CALC!"}
)
#: Unicode categories of what has no place in a name: controls, line breaks, invisible and
#: direction-changing characters, and what stands for nothing.
UNPRINTABLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})

_COLUMN_OF = {header: column for column, headers in HEADERS.items() for header in headers}


@dataclass(frozen=True, slots=True)
class EntrantRow:
    """One entrant as written; `line` counts from 1 in the file, header included.

    Of a line with faults, `number` and `rating` are None where they cannot be read, and
    `is_nameable` is False where one of the texts cannot be taken as it is.
    """

    line: int
    name: str
    club: str = ""
    country: str = ""
    team: str = ""
    number: int | None = None
    rating: int | None = None
    is_nameable: bool = True
    categories: tuple[str, ...] = ()

    @property
    def identity(self) -> tuple[str, str, str] | None:
        """What tells two entrants apart: name, club and country, whatever the letter case.

        None where one of them cannot be taken as it is.
        """
        if not self.is_nameable:
            return None
        return (self.name.casefold(), self.club.casefold(), self.country.casefold())


@dataclass
class Faults:
    """Collects what is wrong, so that everything is reported at once.

    Whether two people of one name and club are two is the organiser's to say: with `sure` they are.
    """

    sure: bool = False
    errors: list[dict[str, Any]] = field(default_factory=list)

    def add(self, line: int | None, column: str | None, code: str, detail: str) -> None:
        """Note one fault; `line` and `column` are None where the whole list is meant."""
        if self.sure and code in DOUBTS:
            return
        self.errors.append({"line": line, "field": column, "code": code, "detail": detail})

    def team_too_small(self, team: list[EntrantRow], least: int) -> None:
        """Note that a team has fewer members than `least`."""
        sentence = ngettext(
            "The team “%(team)s” has %(count)d member; it needs %(least)d.",
            "The team “%(team)s” has %(count)d members; it needs %(least)d.",
            len(team),
        )
        words = {"team": team[0].team, "count": len(team), "least": least}
        self.add(team[0].line, "team", "team_too_small", sentence % words)

    def check(self, detail: str = "") -> None:
        """Raise ImportFaults with everything noted so far, in order of lines, if there is any.

        `detail` says what came of it, if not that nobody of the list was entered.
        """
        if self.errors:
            self.errors.sort(key=lambda error: error["line"] or 0)
            detail = detail or _("The list has faults; nobody was entered.")
            raise ImportFaults(detail, self.errors)


def parse_entrants(source: bytes | str) -> list[EntrantRow]:
    """Return the rows of a list of entrants, in order.

    `source` is text or a workbook as `sheets.read_lines` takes it, with a header line. Raises
    ImportFaults naming every fault by line; the codes stand in docs/formats.md.
    """
    faults = Faults()
    rows = read_entrants(source, faults)
    faults.check()
    return rows


def read_entrants(source: bytes | str, faults: Faults) -> list[EntrantRow]:
    """Return all rows and note in `faults` what is wrong with them.

    Rows with faults are among them, so that what can be read of them is compared with the others
    too: nobody may be entered before `faults.check()`. Raises ImportFaults at once only where the
    rows cannot be made out at all.
    """
    rows: list[EntrantRow] = []
    try:
        lines = read_lines(source, MOST_ROWS + 2)
        line, header = next(lines, (None, []))
        if not header:
            faults.add(None, None, "no_entrants", _("The list is empty."))
            faults.check()
        columns = _columns(line, header, faults)
        for line, cells in lines:
            rows.append(_row(line, cells, columns, faults))
    except SheetError as fault:
        faults.add(fault.line, None, fault.code, fault.detail)
    if not rows and not faults.errors:
        faults.add(None, None, "no_entrants", _("The list names nobody."))
    if len(rows) > MOST_ROWS:
        sentence = _("The list has %(rows)d lines; at most %(most)d are read at once.")
        faults.add(None, None, "too_many_rows", sentence % {"rows": len(rows), "most": MOST_ROWS})
    _check_repeats(rows, faults)
    _check_teams(rows, faults)
    return rows


def read_entrant(
    faults: Faults,
    *,
    name: str,
    club: str = "",
    country: str = "",
    number: str = "",
    rating: str = "",
    categories: str = "",
) -> EntrantRow:
    """Return what a form says of one entrant; note in `faults` what is wrong with it."""
    name, club, country = (
        _text(None, column, cell, faults)
        for column, cell in (("name", name), ("club", club), ("country", country))
    )
    is_nameable = not faults.errors
    numbers = {"number": number, "rating": rating}
    return EntrantRow(
        1,
        name,
        club,
        country,
        number=_number(None, numbers, faults),
        rating=_rating(None, numbers, faults),
        categories=_categories(None, categories, faults),
        is_nameable=is_nameable,
    )


def _clean(cell: str) -> str:
    """One form for what looks the same: NFC, single spaces, none at the ends."""
    return " ".join(unicodedata.normalize("NFC", cell).split())


def _columns(line: int | None, header: list[str], faults: Faults) -> list[str | None]:
    columns: list[str | None] = []
    for cell in map(_clean, header):
        column = _COLUMN_OF.get(cell.replace(" ", "").casefold())
        if column is None and cell:
            sentence = _("Unknown column “%(column)s”. Known are: %(known)s.")
            words = {
                "column": cell[:80],
                "known": ", ".join(str(COLUMNS[name]) for name in HEADERS),
            }
            faults.add(line, cell[:80], "unknown_column", sentence % words)
        elif column in columns and column is not None:
            sentence = _("The column “%(column)s” stands twice in the header.")
            faults.add(line, column, "repeated_column", sentence % {"column": column})
        columns.append(column)
    if "name" not in columns:
        sentence = _("The first line must name the columns, among them “name” (or 姓名).")
        faults.add(line, "name", "name_column_missing", sentence)
    faults.check()
    return columns


def _row(line: int, cells: list[str], columns: list[str | None], faults: Faults) -> EntrantRow:
    """Return what can be read of one record after noting what is wrong with it."""
    if any(cells[len(columns) :]) or any(
        cell for cell, column in zip(cells, columns, strict=False) if column is None
    ):
        sentence = _("This line has more cells than the header has columns.")
        faults.add(line, None, "too_many_cells", sentence)
    values = {column: cell for cell, column in zip(cells, columns, strict=False) if column}
    before = len(faults.errors)
    name, club, country, team = (
        _text(line, each, values.get(each, ""), faults) for each in LONGEST
    )
    is_nameable = len(faults.errors) == before
    number = _number(line, values, faults)
    rating = _rating(line, values, faults)
    categories = _categories(line, values.get("categories", ""), faults)
    return EntrantRow(line, name, club, country, team, number, rating, is_nameable, categories)


def _number(line: int | None, values: Mapping[str, str], faults: Faults) -> int | None:
    number = _whole(values.get("number", "").strip())
    if number is None or number in range(1, HIGHEST_NUMBER + 1):
        return number
    sentence = _("“%(value)s” is not a number from 1 to %(most)d.")
    words = {"value": values["number"][:40], "most": HIGHEST_NUMBER}
    faults.add(line, "number", "number_invalid", sentence % words)
    return None


def _rating(line: int | None, values: Mapping[str, str], faults: Faults) -> int | None:
    rating = _whole(values.get("rating", "").strip())
    if rating is None or rating in RATINGS:
        return rating
    sentence = _("“%(value)s” is not a rating: write a whole number.")
    faults.add(line, "rating", "rating_invalid", sentence % {"value": values["rating"][:40]})
    return None


def split_categories(cell: str) -> list[str]:
    """The categories of a cell, each once, in their one form."""
    found: dict[str, str] = {}
    for part in BETWEEN_CATEGORIES.split(cell):
        if name := _clean(part):
            found.setdefault(name.casefold(), name)
    return list(found.values())


def joined_categories(categories: Iterable[str]) -> str:
    """Categories as `split_categories` reads them."""
    return "; ".join(categories)


def _categories(line: int | None, cell: str, faults: Faults) -> tuple[str, ...]:
    found = split_categories(cell)
    for name in found:
        if len(name) > LONGEST_CATEGORY:
            sentence = _("This category has %(length)d characters; at most %(most)d fit.")
            words = {"length": len(name), "most": LONGEST_CATEGORY}
            faults.add(line, "categories", "category_too_long", sentence % words)
    if len(found) > MOST_CATEGORIES:
        sentence = _("These are %(count)d categories; at most %(most)d fit.")
        words = {"count": len(found), "most": MOST_CATEGORIES}
        faults.add(line, "categories", "too_many_categories", sentence % words)
    _check_printable(line, "categories", cell, faults)
    return tuple(found)


def _text(line: int | None, column: str, cell: str, faults: Faults) -> str:
    """Return the text of a cell in its one form; note what is wrong with it."""
    value = _clean(cell)
    if column == "name" and not value:
        faults.add(line, column, "name_missing", _("The name is missing."))
    if len(value) > LONGEST[column]:
        sentence = _("This text has %(length)d characters; at most %(most)d fit.")
        words = {"length": len(value), "most": LONGEST[column]}
        faults.add(line, column, f"{column}_too_long", sentence % words)
    if value.upper() in SPREADSHEET_ERRORS:
        sentence = _("The spreadsheet could not work out this cell: %(value)s.")
        faults.add(line, column, "cell_error", sentence % {"value": value})
    _check_printable(line, column, cell, faults)
    return value


def _check_printable(line: int | None, column: str, cell: str, faults: Faults) -> None:
    found = (each for each in cell if unicodedata.category(each) in UNPRINTABLE)
    character = next(found, None)
    if character is not None:
        sentence = _("This text has a character that cannot be printed (%(character)s).")
        written = f"U+{ord(character):04X}"
        faults.add(line, column, "unprintable_character", sentence % {"character": written})


def _whole(cell: str) -> int | None:
    """Return the number written in `cell`, None for an empty one, and a huge one for no number.

    Digits are 0 to 9 and no others: what looks like a number reads as the same everywhere.
    """
    if not cell:
        return None
    digits = cell.lstrip("+-")
    is_number = digits.isascii() and digits.isdigit()
    if not is_number or len(digits) > 9 or len(cell) - len(digits) > 1:
        return 1 << 62
    return int(cell)


def _check_repeats(rows: list[EntrantRow], faults: Faults) -> None:
    """Note every number and every person that an earlier line has already."""
    numbers: dict[int, int] = {}
    people: dict[tuple[str, str, str], int] = {}
    for row in rows:
        earlier = row.line if row.identity is None else people.setdefault(row.identity, row.line)
        if earlier != row.line:
            sentence = _(
                "This person stands in line %(line)d already. Two people of the same name, club"
                " and country need something that tells them apart."
            )
            faults.add(row.line, "name", "duplicate_entrant", sentence % {"line": earlier})
        if row.number is None:
            continue
        earlier = numbers.setdefault(row.number, row.line)
        if earlier != row.line:
            sentence = _("The number %(number)d is given in line %(line)d already.")
            words = {"number": row.number, "line": earlier}
            faults.add(row.line, "number", "number_repeated", sentence % words)


def teams_of(rows: list[EntrantRow]) -> dict[str, list[EntrantRow]]:
    """The rows by team, in the order of the list; a name is the same whatever its letter case."""
    found: dict[str, list[EntrantRow]] = {}
    for row in rows:
        found.setdefault(row.team.casefold(), []).append(row)
    return found


def _check_teams(rows: list[EntrantRow], faults: Faults) -> None:
    """Where the list has teams: everybody is in one, each has three members and one number."""
    if not any(row.team for row in rows):
        return
    for team in teams_of(rows).values():
        first = team[0]
        if not first.team:
            for row in team:
                faults.add(row.line, "team", "team_missing", _("The team is missing."))
        elif len(team) < SMALLEST_TEAM:
            faults.team_too_small(team, SMALLEST_TEAM)
        for row in [row for row in team if row.number is not None][1:]:
            sentence = _("A team has one number: give it in one of its lines.")
            faults.add(row.line, "number", "team_number_twice", sentence)
