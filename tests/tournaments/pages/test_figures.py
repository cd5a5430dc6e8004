"""The figures on the pages are those worked out by hand in `made_event`."""

from __future__ import annotations

import re
from html import unescape

from django.test import Client

from engine.movements.certificate import certificate
from tests.tournaments.factories import facts
from tests.tournaments.read.made_event import MOVEMENT, MadeEvent


def rows_of(text: str, table: str) -> list[list[str]]:
    """The cells' texts of a table's body."""
    body = re.search(rf'<table[^>]* id="{table}">.*?<tbody>(.*?)</tbody>', text, re.DOTALL)
    assert body is not None
    return [
        [
            " ".join(unescape(re.sub(r"<[^>]+>", " ", cell)).split())
            for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)
        ]
        for row in re.findall(r"<tr[^>]*>(.*?)</tr>", body[1], re.DOTALL)
    ]


def page(client: Client, made: MadeEvent, rest: str) -> str:
    return client.get(f"/e/{made.slug}/{rest}").content.decode()


def test_standings_show_rank_name_club_round_total_percentage_and_points(
    made: MadeEvent, anybody: Client
) -> None:
    rows = rows_of(page(anybody, made, "standings/"), "standings")
    assert [(row[0], row[2].split(" North")[0].split(" South")[0]) for row in rows] == [
        ("1", "Player 5"),
        ("2", "Player 6"),
        ("2", "Player 7"),
        ("2", "Player 8"),
        ("5", "Player 1"),
        ("5", "Player 3"),
        ("7", "Player 4"),
        ("7", "Player 9"),
        ("9", "Player 2"),
    ]
    first = rows[0]
    # of 8: position 2 of board 1 has +8 (4 of 4), position 1 of board 2 has +2 (3 of 4)
    assert first[3:] == ["North", "7", "7", "87.5", "2", "+10", "1"]


def test_standings_of_an_earlier_version_and_of_a_club(made: MadeEvent, anybody: Client) -> None:
    old = rows_of(page(anybody, made, "standings/?version=1"), "standings")
    assert old[0][0] == "1"
    assert {row[5] for row in old[:3]} == {"4"}
    north = rows_of(page(anybody, made, "standings/?club=North"), "standings")
    assert {row[3] for row in north} == {"North"}
    assert [row[0] for row in north] == ["1", "2", "5", "5", "7"]
    assert rows_of(page(anybody, made, "standings/?club=Nowhere"), "standings") == []


def test_the_freshness_line_says_what_the_page_counts(made: MadeEvent, anybody: Client) -> None:
    text = " ".join(page(anybody, made, "standings/").split())
    assert "Version 2, counts boards 1–2; 1 still in play, <time" in text
    made.finish(3, 3, facts(1, 1))
    made.publish()
    text = " ".join(page(anybody, made, "standings/").split())
    assert "Version 3, counts boards 1–3, <time" in text


def test_a_board_page_has_traveller_and_frequency_tables(made: MadeEvent, anybody: Client) -> None:
    text = page(anybody, made, "boards/1/")
    rows = rows_of(text, "traveller")
    assert rows[0][:5] == ["1", "1", "2", "2", ""]
    assert rows[0][5:8] == ["Player 1 L", "+16", "4"]
    assert rows[0][8:] == ["Player 2", "−8", "0", "Player 3", "−8", "0", "▷"]
    assert rows[2][1:7] == ["–", "–", "–", "passed out", "Player 7", "0"]
    assert text.count("mean 0") == 3
    assert "mean +3.3" in page(anybody, made, "boards/2/")


def test_a_scorecard_splits_points_into_cards_and_play(made: MadeEvent, anybody: Client) -> None:
    text = page(anybody, made, f"entrants/{made.entrant(3).pk}/")
    rows = rows_of(text, "card")
    # board 2: +12 where the field averaged 10/3
    assert rows[1][0] == "2"
    assert rows[1][5:] == ["+12", "4", "100.0", "+3.3", "+8.7"]
    assert rows[2][0] == "Round 1"
    assert rows[2][2:] == ["+4", "4", "50.0", "+3.3", "+0.7"]


def test_seating_marks_a_name_and_tells_only_the_state_of_a_table(
    made: MadeEvent, anybody: Client
) -> None:
    text = page(anybody, made, "rounds/1/?name=PLAYER+4")
    assert "Player 4: table 2, seat A" in text
    assert len(re.findall('class="mine"', text)) == 1
    rows = rows_of(text, "seating")
    assert rows[1] == ["2", "Player 4", "Player 5", "Player 6", "finished", "ABC", "BCA", "CAB"]
    assert rows[2][4] == "in play"
    assert "Nobody of that name" in page(anybody, made, "rounds/1/?name=nobody")
    assert "Not released yet" in page(anybody, made, "rounds/2/")


def test_times_are_shown_in_the_zone_of_the_event(made: MadeEvent, anybody: Client) -> None:
    version = made.stage.versions.get(number=1)
    version.published_at = version.published_at.replace(hour=3, minute=4, second=5)
    version.save()
    made.event.timezone = "Asia/Shanghai"
    made.event.save()
    text = page(anybody, made, "standings/?version=1")
    assert re.search(r'title="[-0-9]+ 11:04:05 CST">11:04:05</time>', text)
    assert "Asia/Shanghai" in text


def test_the_movement_page_gives_the_word_of_the_independent_checker(
    made: MadeEvent, anybody: Client
) -> None:
    made.stage.certificate = certificate(MOVEMENT).to_data()
    made.stage.save()
    text = page(anybody, made, "movement/")
    assert "Nobody meets anybody twice." in text
    assert "has just derived the same figures" in text
    made.stage.certificate = {**made.stage.certificate, "repeat_meetings": 1}
    made.stage.save()
    assert "derives other figures" in page(anybody, made, "movement/?again")
