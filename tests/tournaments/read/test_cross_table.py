"""Who met whom and who did better, of the made event and of small matches worked out by hand.

Board 1   position 1: E1 +16, E7 0, E4 −16;  2: E5 +8, E8 0, E2 −8;  3: E6 +8, E9 0, E3 −8
Board 2   position 1: E5 +2, E8 +2, E2 −6;  2: E3 +12, E6 −1, E9 −1;  3: E4 −1, E7 −1, E1 −6
"""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Seat
from tests.tournaments import test_four_a_side as of_two
from tests.tournaments import test_matches_and_rulings as of_three
from tests.tournaments.factories import count_and_publish, drawn_stage, facts, finish, release
from tournaments import queries
from tournaments.models import Entrant, Stage
from tournaments.queries import cross_table as crosses
from tournaments.queries.cross_table import CrossTable, Meeting, cross_table
from tournaments.services.actors import SYSTEM
from tournaments.services.rule_scores import rule_scores

from .made_event import MadeEvent


def told(table: CrossTable) -> dict[tuple[int, int], tuple[object, ...]]:
    """(one, other) by number → wins, ties, losses and the rounds at one table."""
    return {
        (row.entrant.number, each.opponent.number): (each.wins, each.ties, each.losses, each.met)
        for row in table.rows
        for each in row.meetings
    }


def of_teams(stage: Stage) -> dict[tuple[int, int], Meeting]:
    count_and_publish(stage)
    return {
        (row.entrant.number, each.opponent.number): each
        for row in cross_table(queries.edition(stage.event.slug)).rows
        for each in row.meetings
    }


#: Of each pair as the first sees it; the other way round it is reversed.
WON = {
    (1, 4): (1, 0, 1), (1, 7): (1, 0, 1), (4, 7): (0, 1, 1),
    (2, 5): (0, 0, 2), (2, 8): (0, 0, 2), (5, 8): (1, 1, 0),
    (3, 6): (1, 0, 1), (3, 9): (1, 0, 1), (6, 9): (1, 1, 0),
}  # fmt: skip
MET = [(1, 2), (1, 3), (2, 3), (4, 5), (4, 6), (5, 6), (7, 8), (7, 9), (8, 9)]


def test_who_held_the_same_hand_is_compared_and_who_sat_together_has_met(made: MadeEvent) -> None:
    table = cross_table(queries.edition(made.slug))
    expected: dict[tuple[int, int], tuple[object, ...]] = {}
    for (one, other), (wins, ties, losses) in WON.items():
        expected[one, other] = (wins, ties, losses, ())
        expected[other, one] = (losses, ties, wins, ())
    for one, other in MET:
        expected[one, other] = expected[other, one] = (0, 0, 0, (1,))
    assert told(table) == expected
    # In the order of the standings: E5, then E6 to E8, E1 and E3, E4 and E9, E2.
    assert [row.rank for row in table.rows] == [1, 2, 2, 2, 5, 5, 7, 7, 9]
    for place, row in enumerate(table.rows):
        assert row.cells[place] is None
        assert row.entrant == table.entrants[place]


def test_an_earlier_version_compares_its_own_boards(made: MadeEvent) -> None:
    table = told(cross_table(queries.edition(made.slug, 1)))
    assert table[1, 4] == (1, 0, 0, ())
    assert table[5, 8] == (1, 0, 0, ())
    assert table[1, 2] == (0, 0, 0, (1,))


def test_one_against_all_is_their_row_of_the_whole(made: MadeEvent) -> None:
    edition = queries.edition(made.slug)
    whole = cross_table(edition)
    for row in whole.rows:
        assert cross_table(edition, row.entrant.id).rows == (row,)
    with pytest.raises(queries.NotPublicError):
        cross_table(edition, "nobody")


def test_of_many_there_is_one_at_a_time(
    made: MadeEvent, anybody: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crosses, "MOST", 8)
    edition = queries.edition(made.slug)
    assert cross_table(edition).is_too_large
    assert cross_table(edition).rows == ()
    assert told(cross_table(edition, made.entrant(5).pk))[5, 8] == (1, 1, 0, ())
    address = f"/api/v1/events/{made.slug}/cross-table/"
    refused = anybody.get(address)
    assert (refused.status_code, refused.json()["errors"][0]["code"]) == (400, "too_many_entrants")
    assert anybody.get(f"{address}?entrant={made.entrant(5).pk}").status_code == 200
    page = anybody.get(f"/e/{made.slug}/standings/cross-table/").content.decode()
    assert "Choose one above" in page
    assert 'id="cross"' not in page


def test_the_page_has_a_cell_for_each_pair_and_is_linked(made: MadeEvent, anybody: Client) -> None:
    address = f"/e/{made.slug}/standings/cross-table/"
    text = anybody.get(address).content.decode()
    assert text.count('<td class="self">') == 9
    assert text.count('<span class="nowrap">1–1–0</span>') == 3  # E5 of E8, E6 of E9, E7 of E4
    assert text.count('<span class="nowrap">0–0–2</span>') == 2  # E2 of E5 and of E8
    assert text.count(f'<a class="sub" href="/e/{made.slug}/rounds/1/">R1</a>') == 18
    assert f'href="{address}"' in anybody.get(f"/e/{made.slug}/standings/").content.decode()
    mine = f"{address}?entrant={made.entrant(5).pk}"
    card = anybody.get(f"/e/{made.slug}/entrants/{made.entrant(5).pk}/").content.decode()
    assert f'href="{mine}"' in card
    text = anybody.get(mine).content.decode()
    assert (
        '<td class="n">1</td><td class="n">1</td><td class="n">0</td><td class="n">2</td>' in text
    )


def test_the_same_is_told_in_the_api_and_known_pages_are_not_told_again(
    made: MadeEvent, anybody: Client
) -> None:
    address = f"/api/v1/events/{made.slug}/cross-table/"
    answer = anybody.get(address)
    document = answer.json()
    assert (document["version"], document["next"], len(document["results"])) == (2, None, 9)
    first = document["results"][0]
    assert (first["rank"], first["entrant"]["number"]) == (1, 5)
    # E5 sat with E6 and E4, and held the hands of E8 and E2, in this order.
    assert [each["entrant"]["number"] for each in first["against"]] == [6, 8, 4, 2]
    assert first["against"][1] == {
        "entrant": {"id": made.entrant(8).pk, "number": 8, "name": "Player 8"},
        "rounds": [], "compared": 2, "wins": 1, "ties": 1, "losses": 0, "matches": [],
    }  # fmt: skip
    for each in (address, f"/e/{made.slug}/standings/cross-table/"):
        known = anybody.get(each)["ETag"]
        assert anybody.get(each, headers={"If-None-Match": known}).status_code == 304


def test_an_award_is_compared_with_nothing(made: MadeEvent) -> None:
    awards = {position: {"award": "average_plus"} for position in "123"}
    rule_scores(made.play(1, 1), awards, SYSTEM, "noise")
    made.publish()
    table = told(cross_table(queries.edition(made.slug)))
    # Board 1 at table 1 is an award for all three: only board 2 is left of E1, E2 and E3.
    assert table[1, 4] == (0, 0, 1, ())
    assert table[3, 6] == (1, 0, 0, ())
    assert table[4, 7] == (0, 1, 1, ())


def test_teams_of_three_have_what_each_won_of_the_other(db: None) -> None:
    """The winner's team has 6 points and the others −3 each: nine points are 6 on the scale."""
    stage, plays = of_three.triangle()
    for play in plays:
        finish(play, facts(1, 3, bombs=int(play == plays[0])))
    best = of_three.team_at(plays[0], 1) + 1
    one, other = [number for number in (1, 2, 3) if number != best]
    table = of_teams(stage)
    scores = {pair: table[pair].matches[0] for pair in table}
    assert [(s.round, s.margin, s.points) for s in (scores[best, one], scores[one, best])] == [
        (1, 6, (6, -3)),
        (1, -6, (-3, 6)),
    ]
    assert (scores[one, other].margin, scores[one, other].points) == (0, (-3, -3))
    assert all(score.is_complete and score.worth is None for score in scores.values())


def test_two_teams_have_the_lead_the_points_and_what_the_match_brought(
    db: None, anybody: Client
) -> None:
    """Board 1: red is landlord at 3 and wins, blue is at the other table and loses: 6 to 0.

    On boards 2 to 4 the landlord wins at both tables: 3 to 3 each, and so 15 to 9.
    """
    stage = of_two.drawn()
    round_ = release(stage)
    win = of_two.WIN_3
    of_two.play_boards(round_, (win, of_two.LOSE_3), *((win, win),) * 3)
    table = of_teams(stage)
    chairs = Seat.objects.filter(table=of_two.on(round_, 1, 1).table)
    red = chairs.get(letter="A").sitting.entrant.number
    score, theirs = table[red, 3 - red].matches[0], table[3 - red, red].matches[0]
    assert (score.margin, score.points, score.worth) == (6, (15, 9), (2, 0))
    assert (theirs.margin, theirs.points, theirs.worth) == (-6, (9, 15), (0, 2))
    text = anybody.get(f"/e/{stage.event.slug}/standings/cross-table/").content.decode()
    assert '<span class="nowrap plus">+6</span>' in text
    assert "2 : 0" in text
    who = Entrant.objects.get(event=stage.event, number=red).pk
    told_one = anybody.get(f"/api/v1/events/{stage.event.slug}/cross-table/?entrant={who}").json()
    assert told_one["results"][0]["against"][0]["matches"] == [
        {"round": 1, "margin": 6, "points": [15, 9], "worth": ["2", "0"], "is_complete": True}
    ]


def test_before_the_first_board_the_page_says_when_it_comes(db: None, anybody: Client) -> None:
    stage = drawn_stage(6, 1, 1)
    release(stage)
    text = anybody.get(f"/e/{stage.event.slug}/standings/cross-table/").content.decode()
    assert "Nothing counts yet" in text
    answer = anybody.get(f"/api/v1/events/{stage.event.slug}/cross-table/").json()
    assert answer["results"] == []
