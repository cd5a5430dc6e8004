"""Whoever has the public files alone can work out every score: nothing that counts is missing.

Figures follow from those of `made_event`.
"""

from __future__ import annotations

import csv
import io
import re
from fractions import Fraction

from django.test import Client

from tournaments.pages.entrants import ranks_by_round
from tournaments.queries import edition, standings
from tournaments.services.actors import SYSTEM
from tournaments.services.map_hands import map_hands
from tournaments.services.penalise import penalise
from tournaments.services.rule_scores import rule_scores
from tournaments.templatetags.fushi import percent

from .made_event import MadeEvent


def rows(client: Client, made: MadeEvent, name: str) -> list[dict[str, str]]:
    content = client.get(f"/e/{made.slug}/files/{name}").content.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(content)))


def test_a_penalty_stands_between_the_rounds_and_the_total(
    made: MadeEvent, anybody: Client
) -> None:
    """A tenth of a top of 4 from E5, who has 7 of 8: 6.6, that is 82.5 %, and still the first."""
    penalise(made.stage, made.entrant(5), "10", SYSTEM, "slow")
    made.publish()
    first = anybody.get(f"/api/v1/events/{made.slug}/standings/").json()["results"][0]
    assert (first["rounds"], first["carried"], first["penalty"]) == (["7"], "0", "-2/5")
    assert (first["score"], first["percentage"]) == ("33/5", "82.50")
    line = rows(anybody, made, "standings.csv")[0]
    assert (line["round_1"], line["penalty"], line["score"]) == ("7", "-0.40", "6.60")
    for page in (f"entrants/{made.entrant(5).pk}", "standings"):
        assert "−0.4<" in anybody.get(f"/e/{made.slug}/{page}/").content.decode()


def test_a_weighted_result_is_told_with_its_outcomes(made: MadeEvent, anybody: Client) -> None:
    """Against −8 and +8 in position 2, +8 has 3 and −4 has 2 of 4: 0.6 × 3 + 0.4 × 2 = 2.6."""
    outcomes = [{"points": 8, "weight": "60%"}, {"points": -4, "weight": "40%"}]
    rule_scores(made.play(1, 3), {"2": {"outcomes": outcomes}}, SYSTEM, "hesitation")
    made.publish()
    at = f"/api/v1/events/{made.slug}/boards/1/"
    seat = anybody.get(at).json()["traveller"][2]["seats"][1]
    assert seat["outcomes"] == [{"points": -4, "weight": "2/5"}, {"points": 8, "weight": "3/5"}]
    assert (seat["ruling"], seat["score"], seat["percentage"]) == ("weighted", "13/5", "65.00")
    (line,) = [row for row in rows(anybody, made, "results.csv") if row["outcomes"]]
    assert (line["number"], line["outcomes"]) == ("8", "2/5 of -4; 3/5 of 8")
    page = anybody.get(f"/e/{made.slug}/boards/1/").content.decode()
    assert "2/5&nbsp;×&nbsp;−4 3/5&nbsp;×&nbsp;+8" in page


def test_a_line_of_less_than_one_result_has_its_score_in_the_api_alone(
    made: MadeEvent, anybody: Client
) -> None:
    """Two fifths of −4: 2 for −8 below, less 3/5 that are missing of itself: nobody has that."""
    outcomes = [{"points": 8, "weight": "60%"}, {"points": -4, "weight": "40%"}]
    rule_scores(made.play(1, 3), {"2": {"outcomes": outcomes}}, SYSTEM, "hesitation")
    made.publish()
    board = anybody.get(f"/api/v1/events/{made.slug}/boards/1/").json()
    lines = {line["points"]: line for line in board["frequency"][1]["lines"]}
    line = lines[-4]
    assert (line["weight"], line["score"], line["percentage"]) == ("2/5", "7/5", "35.00")
    page = anybody.get(f"/e/{made.slug}/boards/1/").content.decode()
    cells = re.findall(r'<td class="n">−4</td>((?:<td class="n[^>]*>[^<]*</td>)+)', page)
    dashes = '<td class="n">0.4</td><td class="n total">–</td><td class="n">–</td>'
    assert [cell for cell in cells if "0.4" in cell] == [dashes]
    assert page.count("–: less than one whole result") == 1


def test_exchanged_hands_are_told_where_they_were(made: MadeEvent, anybody: Client) -> None:
    map_hands(made.play(1, 1), "213", SYSTEM, "pockets")
    made.publish()
    plays = anybody.get(f"/api/v1/events/{made.slug}/plays/").json()["results"]
    mappings = [play["mapping"] for play in plays if play["board"] == 1]
    assert mappings == ["213", "123", "123"]
    assert [row["mapping"] for row in rows(anybody, made, "results.csv")][:4] == [
        *["213"] * 3,
        "123",
    ]
    page = anybody.get(f"/e/{made.slug}/boards/1/").content.decode()
    assert page.count("hands 213") == 1 + 3  # at the table, and over three frequency tables


def test_the_last_rank_of_the_chart_is_the_published_one(made: MadeEvent, anybody: Client) -> None:
    """A whole top from E5, who had 7 of 8: 3, so that five are before and two beside."""
    penalise(made.stage, made.entrant(5), "100", SYSTEM, "left the table")
    made.publish()
    ranks = ranks_by_round(standings(edition(made.slug)))
    assert ranks[made.entrant(5).pk] == (6,)


def test_a_negative_percentage_has_the_sign_of_every_other_figure() -> None:
    assert percent(Fraction(-25, 7)) == "−3.6"
    assert percent(Fraction(-1, 100)) == "0.0"
