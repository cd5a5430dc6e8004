"""Sheets for an evening with cards: who may print them, what they say, and whether it is right."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import AsyncIterator
from random import Random
from typing import Any, cast

import pytest
from asgiref.sync import async_to_sync
from django.http import StreamingHttpResponse
from django.test import Client
from django.utils.translation import override

from engine.cards import format_card, parse_card
from engine.deal import Deal
from engine.hand import HandState, Phase
from engine.payoff import points
from games.deals import deal_of
from games.models import Play, Result
from games.policy import ruleset_from_data
from games.services.issue_code import issue_codes
from tests.engine.played import random_action
from tests.tournaments.factories import (
    count_and_publish,
    drawn_stage,
    facts,
    new_stage,
    play_round,
    release,
)
from tests.tournaments.people import user_with
from tournaments.models import AuditEntry, Event, Role, Stage
from tournaments.pages.console import prints
from tournaments.queries.sheets import itineraries, sheet_rounds
from tournaments.services import create_event, create_stage, draw_stage, import_entrants
from tournaments.services.actors import SYSTEM
from tournaments.services.change_event import change_event
from tournaments.services.substitute import substitute

from .reading import cards_of, sheets_of, words_of

pytestmark = pytest.mark.django_db

OPEN_SHEETS = ["seating/", "itineraries/", "table-cards/", "slips/"]
SECRET_SHEETS = ["hands/", "codes/", "slips/"]
REASON = {"round": "1", "reason": "packs for round 1"}


def browser(event: Event, role: Role | None = Role.DIRECTOR) -> Client:
    """The browser of somebody with a role in the event."""
    client = Client()
    client.force_login(user_with(event, role))
    return client


def printed(stage: Stage, path: str) -> str:
    return f"/direct/{stage.event.slug}/print/{path}"


def evening(entrants: int = 9, rounds: int = 2, boards: int = 2) -> Stage:
    """A drawn stage of an event with cards."""
    stage = drawn_stage(entrants=entrants, rounds=rounds, boards=boards)
    change_event(stage.event, SYSTEM, {"physical": True})
    return Stage.objects.select_related("event").get(pk=stage.pk)


@pytest.fixture
def stage(db: None) -> Stage:
    return evening()


def texts(answer: Any) -> str:
    return str(answer.content.decode())


@pytest.mark.parametrize("page", ["", *OPEN_SHEETS])
def test_sheets_are_for_who_has_a_role_and_never_cached(stage: Stage, page: str) -> None:
    path = printed(stage, page)
    for role in Role:
        answer = browser(stage.event, role).get(path)
        assert (answer.status_code, answer.headers.get("ETag")) == (200, None)
        assert {"no-store", "private"} <= set(answer.headers["Cache-Control"].split(", "))
    elsewhere = create_event(name="Autumn Cup", actor=SYSTEM)
    stranger = Client()
    stranger.force_login(user_with(elsewhere, Role.OWNER, "stranger"))
    assert stranger.get(path).status_code == 404
    assert Client().get(path).headers["Location"].startswith("/accounts/sign-in/")


@pytest.mark.parametrize("page", SECRET_SHEETS)
def test_hands_and_codes_are_for_owners_and_directors_only(stage: Stage, page: str) -> None:
    path = printed(stage, page)
    before = AuditEntry.objects.count()
    for role in (Role.SCORER, Role.VIEWER):
        assert browser(stage.event, role).post(path, REASON).status_code == 403
    stranger = Client()
    stranger.force_login(user_with(None, None, "stranger"))
    assert stranger.post(path, REASON).status_code == 404
    assert Client().post(path, REASON).headers["Location"].startswith("/accounts/sign-in/")
    assert AuditEntry.objects.count() == before
    for role in (Role.OWNER, Role.DIRECTOR):
        answer = browser(stage.event, role).post(path, REASON)
        assert (answer.status_code, answer.headers.get("ETag")) == (200, None)
        assert {"no-store", "private"} <= set(answer.headers["Cache-Control"].split(", "))
    assert AuditEntry.objects.count() == before + 2


def test_no_get_prints_a_hand_or_a_code(stage: Stage) -> None:
    client = browser(stage.event)
    for page in ("hands/", "codes/", "hands/?round=1&reason=packs"):
        assert client.get(printed(stage, page)).headers["Location"] == printed(stage, "")
    names = {format_card(card) for card in deal_of(board_of(stage, 1)).hand(1)}
    for page in ("", *OPEN_SHEETS):
        lines = words_of(texts(client.get(printed(stage, page))))
        assert not names & {card for line in lines for card in cards_of(line)}
        assert not any(re.search(r"\b[0-9A-Z]{4} [0-9A-Z]{4}\b", line) for line in lines)
    assert not AuditEntry.objects.filter(verb__in=["print_hands", "issue_codes"]).exists()


def test_each_print_of_hands_is_in_the_audit_with_its_reason(stage: Stage) -> None:
    client = browser(stage.event)
    refused = client.post(printed(stage, "hands/"), {"round": "1", "reason": " "}, follow=True)
    assert "Say why." in texts(refused)
    client.post(printed(stage, "hands/"), REASON)
    client.post(printed(stage, "hands/"), {"round": "", "reason": "all of them"})
    entries = AuditEntry.objects.filter(verb="print_hands").order_by("pk")
    assert list(entries.values_list("reason", "after__round")) == [
        ("packs for round 1", 1),
        ("all of them", 1),
        ("all of them", 2),
    ]
    assert {entry.actor.split(":")[0] for entry in entries} == {"user"}
    assert "As far as the server knows you do not play" in texts(client.get(printed(stage, "")))


def test_who_plays_is_warned_and_gets_no_board_that_is_still_to_be_played(stage: Stage) -> None:
    client = browser(stage.event)
    role = stage.event.roles.get(role=Role.DIRECTOR)
    role.person = stage.event.entrants.get(number=1).person
    role.save()
    assert "You play in this event" in texts(client.get(printed(stage, "")))
    refused = client.post(printed(stage, "hands/"), REASON, follow=True)
    assert refused.redirect_chain[-1][0] == printed(stage, "")
    play_round(release(stage), lambda _: facts(1, 2))
    client.post(printed(stage, "hands/"), {"round": "", "reason": "all"})  # round 2 is to come
    assert not AuditEntry.objects.filter(verb="print_hands").exists()
    assert sorted(hands_printed(client, stage)) == [1, 2]


def board_of(stage: Stage, number: int) -> Any:
    return (
        stage.rounds.get(number=1)
        .session.board_set.boards.select_related("board_set")
        .get(number=number, kind="original")
    )


def hands_printed(client: Client, stage: Stage) -> dict[int, dict[str, list[str]]]:
    """What a person makes up from the sheets of round 1: cards by board and pocket."""
    packs: dict[int, dict[str, list[str]]] = {}
    for lines in sheets_of(texts(client.post(printed(stage, "hands/"), REASON))):
        outside = [place for place, line in enumerate(lines) if line == "Board"]
        for place in outside:
            number, pocket = int(lines[place + 1]), lines[place + 2]
            inside = next(line for line in lines[place + 3 :] if cards_of(line))
            packs.setdefault(number, {})[pocket] = cards_of(inside)
    return packs


def seats_printed(client: Client, stage: Stage) -> dict[tuple[int, int], list[str]]:
    """By table and board of round 1, which seat takes pockets 1, 2, 3, from the table cards."""
    found = {}
    for lines in sheets_of(texts(client.get(printed(stage, "table-cards/?round=1")))):
        title = re.match(r"Table (\d+), round 1", lines[1])
        assert title is not None
        head = lines.index("Pocket 3")
        rows = lines[head + 1 : head + 9]
        for place in range(0, len(rows), 4):
            number, *pockets = rows[place : place + 4]
            found[int(title[1]), int(number)] = [pocket.split()[0] for pocket in pockets]
    return found


def test_two_tables_made_up_from_the_sheets_give_plays_that_match() -> None:
    """Deal by the slips, play by the rules, report what happened: the server finds it possible,
    and once the boards are open its hands are those of the slips."""
    stage = evening(entrants=6, rounds=1, boards=2)
    client = browser(stage.event)
    packs, seats = hands_printed(client, stage), seats_printed(client, stage)
    assert sorted(packs) == [1, 2]
    release(stage)
    rules = ruleset_from_data(stage.event.ruleset)
    for table, number in sorted(seats):
        pack = packs[number]
        hands = [[parse_card(card) for card in pack[f"Position {place}"]] for place in (1, 2, 3)]
        assert hands == [sorted(hand, reverse=True) for hand in hands]  # high to low
        deal = Deal.of(hands, [parse_card(card) for card in pack["Kitty"]])
        state = played(HandState.new(deal, rules), Random(10 * table + number))
        report(stage, table, number, seats[table, number], state)
    assert Result.objects.count() == 4
    count_and_publish(stage)
    for number, pack in packs.items():
        board = Client().get(f"/api/v1/events/{stage.event.slug}/boards/{number}/").json()
        assert board["hands"] == {str(place): pack[f"Position {place}"] for place in (1, 2, 3)}
        assert board["kitty"] == pack["Kitty"]


def played(state: HandState, random: Random) -> HandState:
    """A hand to its end, by lots; somebody bids."""
    fresh = state
    while state.phase is not Phase.FINISHED or state.landlord is None:
        state = fresh if state.phase is Phase.FINISHED else state
        position = random.choice(state.to_act)
        state = state.apply(position, random_action(state, position, random))
    return state


def report(stage: Stage, table: int, board: int, pockets: list[str], state: HandState) -> None:
    """The three of the table say what happened; the server computes what these cards gave."""
    play = Play.objects.get(table__realm=stage.event_id, table__number=table, board__number=board)
    chairs = {seat.letter: seat.player for seat in play.table.seats.select_related("player")}
    tokens = {}
    for letter, code in zip(chairs, issue_codes(list(chairs.values())), strict=True):
        wanted = {"code": code, "take_over": True}
        signed = Client().post("/api/v1/sessions/", json.dumps(wanted), "application/json")
        tokens[letter] = signed.json()["token"]
    result = state.result
    assert result is not None
    body = {
        "landlord": result.landlord,
        "lead": format_card(state.plays[0].cards[0]),
        "bid": result.bid,
        "doubled": list(result.doubled),
        "redoubled": result.redoubled,
        "bombs": result.bombs,
        "rockets": result.rockets,
        "out_first": next(each.position for each in state.plays[::-1] if each.cards),
        "spring": result.spring is not None,
        "sure": True,
    }
    said = [("result", body), ("confirm", {"report": 1}), ("confirm", {"report": 1})]
    for letter, (verb, words) in zip(pockets, said, strict=True):
        headers = {
            "Authorization": f"Bearer {tokens[letter]}",
            "Idempotency-Key": uuid.uuid4().hex,
        }
        path = f"/api/v1/plays/{play.pk}/{verb}/"
        answer = Client().post(path, json.dumps(words), "application/json", headers=headers)
        assert answer.status_code in (200, 201), answer.content
    stored = Result.objects.get(play=play, is_current=True)
    signed_points = points(result, state.ruleset, 1)
    assert stored.points == {str(place): value for place, value in signed_points.items()}


def test_packs_are_counted_and_passed_on_in_a_staggered_order() -> None:
    """Nine tables, four boards: nine of each, or three, as ⌈9 / 4⌉; table i begins at i mod 4."""
    stage = evening(entrants=27, rounds=1, boards=4)
    html = texts(browser(stage.event).get(printed(stage, "table-cards/")))
    assert "9 of each board are needed, 36 in all." in html
    assert "3 of each are enough, 12 in all." in html
    (round_,) = sheet_rounds(stage)
    assert [table.shared_order[0] for table in round_.tables] == [1, 2, 3, 4, 1, 2, 3, 4, 1]
    for step in range(4):
        at_once = [table.shared_order[step] for table in round_.tables]
        assert max(at_once.count(board) for board in range(1, 5)) == 3
    assert "→" in html


def test_a_result_slip_has_its_blanks_and_its_codes_only_when_issued(stage: Stage) -> None:
    client = browser(stage.event)
    lines = sheets_of(texts(client.get(printed(stage, "slips/?round=2"))))
    assert len(lines) == 3
    for word in ("Landlord", "First card of the landlord", "Bid", "Doubled", "Redoubled"):
        assert word in lines[0]
    for word in ("Bombs", "Rocket", "Out first", "Spring"):
        assert word in lines[0]
    assert not any("Code of the table" in line for line in lines[0])
    before = AuditEntry.objects.filter(verb="issue_table_codes").count()
    slips = sheets_of(texts(client.post(printed(stage, "slips/"), {"round": ""})))
    found = [re.findall(r"Code of the table (\w{4} \w{4})", " ".join(slip)) for slip in slips]
    assert found[:3] == found[3:]  # a table has one code for all rounds
    assert len({code for (code,) in found}) == 3
    assert AuditEntry.objects.filter(verb="issue_table_codes").count() == before + 1
    signed = Client().post(
        "/api/v1/sessions/", json.dumps({"code": found[0][0]}), "application/json"
    )
    assert signed.status_code == 201


def test_a_printed_code_signs_in_and_the_ones_before_end(stage: Stage) -> None:
    client = browser(stage.event)
    earlier = issue_codes([stage.event.entrants.get(number=1).player])[0]
    html = texts(client.post(printed(stage, "codes/")))
    slips = sheets_of(html)
    assert len(slips) == 9
    for number, lines in enumerate(slips, 1):
        assert lines[1] == f"{number} Player {number}"
    code = re.search(r"Code (\w{4} \w{4})", " ".join(slips[0]))
    assert code is not None
    for given, status in ((earlier, 401), (code[1], 201)):
        answer = Client().post("/api/v1/sessions/", json.dumps({"code": given}), "application/json")
        assert answer.status_code == status
    assert html.count('src="data:image/svg+xml') == 9
    assert "http://testserver/play/" in html


def test_each_of_a_team_gets_a_code_and_an_itinerary() -> None:
    event = create_event(name="League", actor=SYSTEM)
    rows = [f"{team}{place},{team}" for team in ("Reds", "Blues", "Greens") for place in (1, 2, 3)]
    import_entrants(event, "\n".join(["name,team", *rows]), SYSTEM)
    stage = create_stage(
        event, rounds=1, boards_per_round=3, kind="teams-round-robin", actor=SYSTEM
    )
    draw_stage(stage, SYSTEM)
    client = browser(event)
    slips = sheets_of(texts(client.post(printed(stage, "codes/"))))
    assert [lines[1].split(maxsplit=1)[1] for lines in slips] == [
        f"{team}{place}" for team in ("Reds", "Blues", "Greens") for place in (1, 2, 3)
    ]
    ways = itineraries(sheet_rounds(stage))
    assert sorted(way.name for way in ways) == sorted(row.split(",")[0] for row in rows)


def test_the_seating_is_by_name_and_an_itinerary_says_every_round() -> None:
    """Eight players: two sit out each round."""
    stage = evening(entrants=8, rounds=2, boards=2)
    reserve = stage.event.entrants.get(number=4)
    substitute(reserve, SYSTEM, "ill", name="Zoe")
    client = browser(stage.event)
    (first, second) = sheets_of(texts(client.get(printed(stage, "seating/"))))
    names = [line for line in first if line.startswith(("Player", "Zoe"))]
    assert len(names) == 8
    assert names == sorted(names)
    assert first.count("sits out") == second.count("sits out") == 2
    html = texts(client.get(printed(stage, "itineraries/")))
    for lines in sheets_of(html):
        if not lines[1].startswith(("Player 4", "Zoe")):
            rounds = lines[lines.index("Boards") + 1 :]
            assert rounds[0] == "1"
            assert "2" in rounds[1:]
    assert "Zoe" in html


@pytest.mark.parametrize("page", OPEN_SHEETS)
@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_the_sheets_of_a_large_hall_are_sent_in_portions_and_say_the_same(
    page: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whole, and two sheets at a time: the first bytes come before the first sheet is made."""
    client = browser(evening(entrants=15, rounds=3).event, Role.VIEWER)
    client.cookies["django_language"] = language
    path = printed(Stage.objects.get(), page)
    with override("en"):
        whole = texts(client.get(path))
        monkeypatch.setattr(prints, "PORTION", 2)
        sent = client.get(path)
    assert isinstance(sent, StreamingHttpResponse)

    async def read() -> list[str]:
        return [part.decode() async for part in cast(AsyncIterator[bytes], sent.streaming_content)]

    parts = async_to_sync(read)()
    assert "<article" not in parts[0]
    assert all(part.count("<article") <= 2 for part in parts)
    assert words_of("".join(parts)) == words_of(whole)
    assert {"no-store", "private"} <= set(sent.headers["Cache-Control"].split(", "))


def test_what_is_missing_is_said() -> None:
    bare = create_event(name="Bare", actor=SYSTEM)
    page = texts(browser(bare).get(f"/direct/{bare.slug}/print/"))
    assert "There is no stage yet." in page
    assert "Nobody is entered yet." in page
    assert "This event is not played with cards." in page
    undrawn = new_stage()
    client = browser(undrawn.event, Role.OWNER)
    assert "Nothing is drawn yet." in texts(client.get(printed(undrawn, "")))
    for page in (*OPEN_SHEETS, "nonsense/", "seating/?round=9", "seating/?round=x"):
        assert client.get(printed(undrawn, page)).status_code == 404
    on_phones = drawn_stage()
    refused = Client()
    refused.force_login(user_with(on_phones.event, Role.DIRECTOR, "third"))
    answer = refused.post(printed(on_phones, "hands/"), REASON, follow=True)
    assert "This event is not played with cards." in texts(answer)


def test_the_sheets_are_there_in_chinese(stage: Stage) -> None:
    client = browser(stage.event)
    client.cookies["django_language"] = "zh-hans"
    assert "配牌用的手牌条" in texts(client.post(printed(stage, "hands/"), REASON))
    assert "先出完" in texts(client.get(printed(stage, "slips/")))
    assert "首叫" in texts(client.get(printed(stage, "table-cards/")))
