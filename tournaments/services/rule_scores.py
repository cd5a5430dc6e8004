"""Adjust what positions of one play score: an average, an assigned or a weighted result.

Owns the reading of such a decision. Each position may get another one; a position that is not
named has its result, also where an earlier decision adjusted it: the newest one counts alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from engine.comparison.rulings import Award, WeightedResult
from engine.errors import EngineError
from engine.hand import Result as Facts
from engine.payoff import points, result_problems
from games.db import write_transaction
from games.errors import told
from games.models import Play
from games.policy import TablePolicy
from tournaments.errors import RulingRefused
from tournaments.models import Ruling, RulingKind

from .actors import Actor
from .ruling_effects import check_reason, lock_boards, round_of_play, settle, store

#: Every weight is a multiple of 1/600: halves to sixths, eighths, twelfths, per cent. So sums of
#: any number of rulings stay within what the database adds exactly.
FINEST = 600
LARGEST_POINTS = 100_000
AWARDS = (Award.AVERAGE, Award.AVERAGE_PLUS, Award.AVERAGE_MINUS)

_WEIGHT = re.compile(r"(\d{1,4})(?:/(\d{1,4})|\s*(%))?")


def rule_scores(
    play: Play, positions: Mapping[str, Mapping[str, Any]], actor: Actor, reason: str
) -> Ruling:
    """Adjust positions of a play: `{"1": {"award": "average_plus"}, "2": {"outcomes": […]}}`.

    An outcome is {"points": 8, "weight": "3/5"} ("60%" and, alone, no weight are the same as
    fractions of 1), or has the `facts` of a result in the place of points. Raises NotPermitted;
    RulingRefused with `reason_missing`, `not_in_an_event`, `positions_missing`,
    `unknown_position`, `unknown_award`, `bad_outcome`, `bad_weight` or `weights_not_one`.
    """
    round_ = round_of_play(play)
    stage = round_.stage
    actor.require(stage.event)
    reason = check_reason(reason)
    data = {"positions": read_positions(play, positions)}
    with write_transaction():
        lock_boards([play.board_id])
        ruling = store(stage, RulingKind.SCORES, data, actor, reason, play=play)
        settle(stage, [play.board_id], f"ruling:{ruling.pk}")
    return ruling


def read_positions(play: Play, positions: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """The decision as it is stored. Raises RulingRefused."""
    if not positions:
        raise RulingRefused("positions_missing", _("Name at least one position."))
    known = {str(position) for position in range(1, len(play.positions) + 1)}
    data: dict[str, Any] = {}
    for name, wanted in sorted(positions.items()):
        if name not in known:
            sentence = _("There is no position %(position)s at this table.")
            raise RulingRefused("unknown_position", sentence % {"position": name})
        data[name] = _one_position(play, int(name), wanted)
    return data


def _one_position(play: Play, position: int, wanted: Mapping[str, Any]) -> dict[str, Any]:
    if set(wanted) == {"award"}:
        if wanted["award"] not in AWARDS:
            raise RulingRefused("unknown_award", _("There is no such award."))
        return {"award": str(wanted["award"])}
    outcomes = wanted.get("outcomes")
    if set(wanted) != {"outcomes"} or not isinstance(outcomes, Sequence) or not outcomes:
        raise RulingRefused("bad_outcome", _("A position gets an award or outcomes."))
    pairs = [(_points(play, position, each), _weight(each.get("weight", "1"))) for each in outcomes]
    try:
        result = WeightedResult.of(pairs)
    except EngineError as fault:
        raise RulingRefused(fault.code, told(fault)) from fault
    return {"outcomes": [[value, str(weight)] for value, weight in result.outcomes]}


def _points(play: Play, position: int, outcome: Mapping[str, Any]) -> int:
    if "facts" not in outcome:
        value = outcome.get("points")
        if type(value) is not int or abs(value) > LARGEST_POINTS:
            raise RulingRefused("bad_outcome", _("An outcome has points or the facts of a result."))
        return value
    policy = TablePolicy.from_data(play.table.policy)
    try:
        facts = Facts.from_data(outcome["facts"])
        problems = result_problems(facts, policy.rules())
    except EngineError as fault:
        raise RulingRefused("bad_outcome", told(fault)) from fault
    if problems:
        raise RulingRefused("bad_outcome", _("There can be no such result: check its facts."))
    return points(facts, policy.rules(), policy.bet)[position]


def _weight(text: Any) -> Fraction:
    found = _WEIGHT.fullmatch(text.strip()) if isinstance(text, str) else None
    parts = (1, 1) if found is None else (int(found[1]), 100 if found[3] else int(found[2] or 1))
    weight = Fraction(parts[0], parts[1] or 1)
    if found is None or not parts[1] or not 0 < weight <= 1 or FINEST % weight.denominator:
        sentence = _("A weight is a fraction such as 3/5, or a percentage such as 60%%.") % ()
        raise RulingRefused("bad_weight", sentence)
    return weight
