"""What happens on the day, each as the calls of a director and of the players it concerns.

Every decision on scores is shown first (`dry_run`) and then made exactly as it was shown.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .factories import facts
from .program import Program


@dataclass
class Round:
    """A round that has been played, its plays by board and table, and the program that runs it."""

    program: Program
    kind: str
    number: int
    plays: list[dict[str, Any]]

    def at(self, place: int) -> dict[str, Any]:
        """The play at a place of the list; of a round that has fewer, the one next to it."""
        last = len(self.plays) - 1
        return self.plays[max(-last - 1, min(place, last))]

    def rule(self, place: int, kind: str, **data: Any) -> Any:
        """A ruling on the play at a place of the list."""
        body = {"kind": kind, "play": self.at(place)["play"], "reason": "as told", **data}
        return self.program.decide("rulings/", body)


def late(now: Round) -> None:
    """Somebody comes after round 1 was played; a team of the size of the others."""
    if now.number > 1:
        return
    if not now.program.teams:
        now.program.let_in({"text": "name\nLin", "late": True, "reason": "missed the train"})
        return
    size = 5 if now.kind.startswith("four-a-side") else 4
    rows = [f"Late,Late P{place}" for place in range(1, size + 1)]
    wanted = {"text": "\n".join(["team,name", *rows]), "late": True, "reason": "missed the train"}
    now.program.let_in(wanted)


def leaves(now: Round) -> None:
    """Number 2 goes home after round 1."""
    if now.number == 1:
        wanted = {"entrant": now.program.entrant(2), "reason": "ill"}
        assert now.program.post("withdrawals/", wanted)["state"] == "withdrawn"


def sits_in(now: Round) -> None:
    """After round 1 somebody else sits for number 3; of a team it is the reserve."""
    if now.number > 1:
        return
    entrant = now.program.entrant(3 if not now.program.teams else 1)
    if not now.program.teams:
        wanted = {"entrant": entrant, "name": "Ou", "reason": "ill"}
        now.program.codes["Ou"] = now.program.post("substitutions/", wanted)["code"]
        return
    places = [5, 2, 3, 4] if now.kind.startswith("four-a-side") else [4, 2, 3]
    now.program.post("line-ups/", {"entrant": entrant, "places": places, "reason": "P1 rests"})


def disputes(now: Round) -> None:
    """A player disputes his result; the director corrects it by its facts, and settles it."""
    program, play = now.program, now.at(2)
    code = program.seated(now.number, play["table"])["A"]
    table = program.ask(code, "me/table/")["table"]
    mine = next(each for each in table["plays"] if each["id"] == play["play"])
    revision = mine["result"]["revision"]
    program.ask(code, f"plays/{play['play']}/dispute/", {"revision": revision, "reason": "not so"})
    (dispute,) = program.get("disputes/")["results"]
    program.correct(play, facts(3, 3, "farmers", bombs=5))
    wanted = {"decision": "corrected", "reason": "they agree"}
    program.post(f"disputes/{dispute['id']}/settle/", wanted)


def award(name: str, number: int) -> Callable[[Round], None]:
    """An award to whoever held hand 1 of one play of round `number`."""

    def rule(now: Round) -> None:
        if now.number == number:
            now.rule(0, "scores", positions={"1": {"award": name}})

    return rule


def split(now: Round) -> None:
    """The sides of one table get different awards."""
    sides = {"1": "average_minus", "2": "average_plus", "3": "average"}
    now.rule(1, "scores", positions={place: {"award": name} for place, name in sides.items()})


def weighted(now: Round) -> None:
    """Each position of a play has outcomes of its own."""
    positions = {
        "1": [{"points": 8, "weight": "60%"}, {"points": -4, "weight": "40%"}],
        "2": [{"points": -4, "weight": "1/2"}, {"points": 2, "weight": "1/2"}],
        "3": [{"facts": facts(1, 2), "weight": "1/3"}, {"points": 0, "weight": "2/3"}],
    }
    now.rule(
        1, "scores", positions={place: {"outcomes": each} for place, each in positions.items()}
    )


def assigned(now: Round) -> None:
    """A position gets the result that there would have been."""
    now.rule(-1, "scores", positions={"3": {"outcomes": [{"facts": facts(3, 3)}]}})


def swapped(now: Round) -> None:
    """Two people sat on each other's chairs."""
    now.rule(-1, "seats", seats=["A", "B"])


def known_at_one_table(now: Round) -> None:
    """A board does not count at one table."""
    now.rule(-2, "withdrawn")


def known_to_all(now: Round) -> None:
    """A board of round 1 counts nowhere."""
    if now.number == 1:
        board = now.plays[-3]["board"]
        body = {"kind": "withdrawn", "board": board, "reason": "known to all"}
        now.program.decide("rulings/", body)


def penalty(now: Round, number: int = 1) -> str:
    """An entrant loses ten per cent of a top; the ruling's id."""
    body = {"entrant": now.program.entrant(number), "percentage": "10", "reason": "late"}
    return str(now.program.decide("penalties/", body)["id"])


def waived(now: Round) -> None:
    """A penalty is given, and waived."""
    ruling = penalty(now, 2)
    now.program.decide(f"rulings/{ruling}/reverse/", {"reason": "a good reason"})


def takes_back(now: Round) -> None:
    """A ruling is made, and reversed."""
    ruling = now.rule(3, "scores", positions={"3": {"award": "average"}})["id"]
    now.program.decide(f"rulings/{ruling}/reverse/", {"reason": "it was none"})


def irregular(now: Round) -> None:
    """A card was exposed; the director adjusts one position."""
    body = {
        "play": now.at(2)["play"],
        "kind": "exposed_card",
        "decision": "adjusted",
        "seat": "A",
        "positions": {"1": {"award": "average_minus"}},
        "reason": "the partner saw it",
    }
    now.program.decide("incidents/", body)


INCIDENTS: dict[str, Callable[[Round], Any]] = {
    "late entry": late,
    "withdrawal": leaves,
    "substitute": sits_in,
    "dispute": disputes,
    "average": award("average", 1),
    "average plus": award("average_plus", 2),
    "average minus": award("average_minus", 1),
    "split": split,
    "weighted": weighted,
    "assigned": assigned,
    "hands swapped": lambda now: now.rule(
        1, "hands", mapping="2134"[: len(now.at(1)["positions"])]
    ),
    "seats swapped": swapped,
    "play withdrawn": known_at_one_table,
    "board withdrawn": known_to_all,
    "penalty": penalty,
    "waiver": waived,
    "ruling taken back": takes_back,
    "irregularity": irregular,
}
#: Happens before a board is played.
NOT_PLAYED = "not played"
EVERYTHING = (*INCIDENTS, NOT_PLAYED)
