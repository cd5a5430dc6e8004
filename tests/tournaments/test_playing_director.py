"""Who directs and plays sees no trace of a board before having played it, on any page or answer.

The walk takes the addresses from the URL patterns, so a page that is added later is walked too.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import get_resolver
from django.urls.resolvers import URLPattern, URLResolver
from django.utils import timezone

from games.models import Board, Call, CallReason, Dispute, Play, Report
from games.services.answers import RequestKey
from games.slips import Slip
from tests.tournaments.directing import Caller, with_key
from tests.tournaments.factories import (
    drawn_stage,
    facts,
    finish,
    plays_of,
    release,
)
from tests.tournaments.people import user_with
from tournaments.api.directing import urls as director_api
from tournaments.errors import BoardHidden, EventRefused
from tournaments.models import AuditEntry, Event, Role, RoleAssignment, Round, Stage
from tournaments.services import create_event, import_entrants
from tournaments.services.actors import SYSTEM, Actor
from tournaments.services.answer_call import close_call
from tournaments.services.assign_role import assign_role
from tournaments.services.correct_result import correct_result
from tournaments.services.enter_slip import enter_slip
from tournaments.services.issue_api_key import issue_api_key
from tournaments.services.link_player import link_player, player_named
from tournaments.services.look_at_board import look_at_board
from tournaments.services.penalise import penalise
from tournaments.services.preview import with_preview
from tournaments.services.print_hands import print_hands
from tournaments.services.record_incident import Report as IncidentReport
from tournaments.services.record_incident import record_incident
from tournaments.services.rule_scores import rule_scores
from tournaments.services.withdraw_entrant import withdraw_entrant
from tournaments.sight import hidden_boards

pytestmark = pytest.mark.django_db

#: 3 × 2^13, and what the landlord loses by it: nothing else in an event has these figures.
LOUD, LOST = "24576", "49152"
SECRET = "eight-of-spades"


def loud() -> dict[str, Any]:
    """Facts whose points are found again wherever they are printed."""
    return facts(1, 3, "farmers", bombs=13)


@pytest.fixture
def stage() -> Stage:
    """Ten players (one sits out), two rounds of two boards; round 1 is released."""
    stage = drawn_stage(entrants=10, rounds=2, boards=2)
    release(stage)
    return stage


@pytest.fixture
def director(stage: Stage) -> Actor:
    """A director who plays as number 1, at a table of round 1."""
    return playing(stage.event, Role.DIRECTOR, "1")


def playing(event: Event, role: Role, who: str) -> Actor:
    """Somebody with a role who plays as `who`."""
    user = user_with(event, role, f"{role}-{who}")
    link_player(event, user, player_named(event, who), SYSTEM)
    return Actor.of(user)


def own_plays(stage: Stage, number: int) -> list[Play]:
    """The plays of round 1 in which an entrant sits."""
    plays = plays_of(stage.rounds.get(number=1))
    return [
        each for each in plays if each.table.seats.filter(sitting__entrant__number=number).exists()
    ]


def spoil(stage: Stage) -> list[Play]:
    """Let every table but the first entrant's play board 1, and write about it everywhere."""
    mine = {play.pk for play in own_plays(stage, 1)}
    others = [play for play in plays_of(stage.rounds.get(number=1), board=1) if play.pk not in mine]
    for play in others:
        finish(play, loud())
    play = others[0]
    result = play.results.get()
    seats = list(play.table.seats.order_by("letter").select_related("player"))
    now = timezone.now()
    Dispute.objects.create(play=play, seat="A", result=result, reason=SECRET, at=now)
    for seat, about in zip(seats, (play, None), strict=False):
        Call.objects.create(
            table=play.table,
            play=about,
            player=seat.player,
            reason=CallReason.OTHER,
            text=SECRET,
            at=now,
        )
    rule_scores(play, {"1": {"outcomes": [{"points": 12345}]}}, SYSTEM, SECRET)
    correct_result(others[1], loud() | {"doubled": [2]}, SYSTEM, SECRET)
    waiting = next(
        p for p in plays_of(stage.rounds.get(number=1), board=2) if p.table != play.table
    )
    Report.objects.create(
        play=waiting, number=1, reference="x", facts=loud(), points={}, hands="123", at=now
    )
    noted = IncidentReport("other", "stands", text=SECRET)
    record_incident(play, noted, SYSTEM, SECRET)
    call = Call.objects.filter(table=play.table).order_by("pk")[0]
    call.pk, call.player = None, seats[2].player
    call.save()
    close_call(call, SYSTEM, note=SECRET)
    return others


def console_addresses(stage: Stage) -> list[str]:
    """Every address of the console that a GET may read."""
    resolver = get_resolver("tournaments.pages.console.urls")
    found = []
    for pattern in resolver.url_patterns:
        assert isinstance(pattern, URLPattern)
        for table, sheet in ((1, "seating"), (2, "itineraries"), (3, "table-cards"), (3, "slips")):
            words = {"table": table, "sheet": sheet, "entrant_id": _entrant(stage)}
            path = re.sub(
                r"<\w+:(\w+)>",
                lambda m: str(words.get(m[1], 1)),  # noqa: B023
                str(pattern.pattern),
            )
            found.append(f"/direct/{stage.event.slug}/{path}")
    return list(dict.fromkeys(found))


def _entrant(stage: Stage) -> str:
    return str(stage.event.entrants.get(number=2).pk)


def api_addresses(stage: Stage, play: Play) -> list[str]:
    """Every address of the director's API that a GET reads."""
    ids = {
        "play_id": play.pk,
        "entrant_id": _entrant(stage),
        "table_id": play.table_id,
        "number": 1,
        "key_id": 1,
        "ruling_id": 1,
        "call_id": 1,
        "dispute_id": 1,
    }
    found = []
    for pattern in director_api.urlpatterns:
        assert not isinstance(pattern, URLResolver)
        if "get" in vars(pattern.callback.view_class):  # type: ignore[attr-defined]
            found.append(re.sub(r"<\w+:(\w+)>", lambda m: str(ids[m[1]]), str(pattern.pattern)))
    return found


def admin_addresses() -> list[str]:
    """Every list of the admin."""
    found = []
    for name in ("play", "table", "board", "player", "result"):
        found.append(f"/admin/games/{name}/")
    for name in ("auditentry", "round", "roundtable", "stage", "session", "entrant", "event"):
        found.append(f"/admin/tournaments/{name}/")
    return found


def traces(text: str) -> list[str]:
    """What a text tells of the hidden board."""
    told = (LOUD, LOST, SECRET, "12345", "98304", "bombs 13")
    return [each for each in told if each in text.replace(",", "").replace("\u202f", "")]


def test_no_page_and_no_answer_tells_of_a_hidden_board(stage: Stage, director: Actor) -> None:
    others = spoil(stage)
    deputy = user_with(stage.event, Role.OWNER, "deputy")
    assert director.user is not None
    User.objects.update(is_staff=True)
    told: set[str] = set()
    for user, is_hidden in ((director.user, True), (deputy, False)):
        client = Client()
        client.force_login(User.objects.get(pk=user.pk))
        addresses = console_addresses(stage) + admin_addresses()
        addresses += [f"{each}?format=csv" for each in addresses if each.endswith("audit/")]
        addresses += [f"{each}?q={SECRET[:5]}" for each in addresses if each.endswith("audit/")]
        for address in addresses:
            answer = client.get(address)
            assert answer.status_code in (200, 302, 403, 404, 405), address
            body = answer.content.decode()
            if is_hidden:
                assert not traces(body.replace(f"?q={SECRET[:5]}", "")), address
            elif traces(body):
                told.add(address.split("?")[0])
    assert {address.rsplit("/", 2)[-2] for address in told} >= {"rulings", "audit", "auditentry"}
    key = issue_api_key(stage.event, Role.DIRECTOR, "mine", Actor.of(deputy))[1]
    open_key = Caller(stage.event, {"Authorization": f"Bearer {key}"})
    client = Client()
    client.force_login(director.user)
    session = Caller(stage.event, client=client)
    told = set()
    for path in api_addresses(stage, others[0]):
        answer = session.send("GET", path)
        assert not traces(answer.content.decode()), path
        if traces(open_key.send("GET", path).content.decode()):
            told.add(path)
    assert told >= {"rulings/", "audit/", "calls/", "disputes/"}


def test_the_admin_of_a_superuser_who_plays_hides_the_same(stage: Stage) -> None:
    spoil(stage)
    root = User.objects.create_superuser("root")
    assign_role(stage.event, root, Role.OWNER, SYSTEM)
    link_player(stage.event, root, player_named(stage.event, "1"), SYSTEM)
    client = Client()
    client.force_login(root)
    for address in admin_addresses():
        assert not traces(client.get(address).content.decode()), address
    assert (
        str(plays_of(stage.rounds.get(number=1))[2].pk)
        in client.get("/admin/games/play/").content.decode()
    )
    RoleAssignment.objects.update(person=None)
    assert traces(client.get("/admin/tournaments/auditentry/").content.decode())


def test_a_board_is_seen_once_it_is_played_or_its_round_sat_out(
    stage: Stage, director: Actor
) -> None:
    boards = {each.number: each.pk for each in Board.objects.filter(kind="original")}
    assert hidden_boards(director, stage.event) >= set(boards.values())
    finish(own_plays(stage, 1)[0], facts(1))
    assert boards[1] not in hidden_boards(director, stage.event)
    assert boards[2] in hidden_boards(director, stage.event)
    bye = stage.rounds.get(number=1).byes.get().entrant
    idle = playing(stage.event, Role.SCORER, str(bye.number))
    hidden = hidden_boards(idle, stage.event)
    assert not hidden & {boards[1], boards[2]}
    assert hidden >= {boards[3], boards[4]}
    # Who goes home after round 1 has still to finish it, and nothing else.
    withdraw_entrant(stage.event.entrants.get(number=1), SYSTEM)
    assert hidden_boards(director, stage.event) == {boards[2]}
    assert hidden_boards(Actor.of(user_with(stage.event, Role.OWNER)), stage.event) == frozenset()


def test_rulings_on_hidden_boards_go_to_a_deputy_or_are_looked_at_first(
    stage: Stage, director: Actor
) -> None:
    play = next(p for p in spoil(stage) if p.board.number == 1)
    awards = {"1": {"award": "average"}}
    for verb in (
        lambda: rule_scores(play, awards, director, "noise"),
        lambda: correct_result(play, facts(1), director, "noise"),
    ):
        with pytest.raises(BoardHidden) as refused:
            verb()
        assert refused.value.code == "board_hidden"
        assert refused.value.params == {"board": 1}
    client = Client()
    assert director.user is not None
    client.force_login(director.user)
    drawer = f"/direct/{stage.event.slug}/rounds/1/tables/{play.table.number}/"
    page = client.get(drawer).content.decode()
    assert "its result is hidden from you" in page
    body = {"do": "look", "play": play.pk, "reason": "nobody else is here"}
    client.post(drawer, body)
    entry = AuditEntry.objects.get(verb="look_at_board")
    assert (entry.actor, entry.reason) == (director.reference, "nobody else is here")
    assert LOST in client.get(drawer).content.decode()
    assert rule_scores(play, awards, director, "noise").pk
    with pytest.raises(EventRefused, match="not hidden"):
        look_at_board(stage.event, play.board, director, "again")


def test_a_preview_leaves_hidden_boards_out(stage: Stage, director: Actor) -> None:
    spoil(stage)
    entrant = stage.event.entrants.get(number=2)

    def tried(actor: Actor) -> set[str]:
        made = with_preview(
            stage, lambda: penalise(stage, entrant, "10", actor, "late"), actor=actor, dry_run=True
        )
        assert made.preview is not None
        return {score for each in made.preview.changes for score in each.score}

    # For who may see, entrant 2 has some matchpoints less the penalty; for who plays only that.
    assert tried(director) <= {"0", "-2/5"}
    assert tried(SYSTEM) - {"0", "-2/5"}


def test_a_key_sees_no_more_than_who_made_it(stage: Stage) -> None:
    owner = playing(stage.event, Role.OWNER, "1")
    spoil(stage)
    _row, key = issue_api_key(stage.event, Role.DIRECTOR, "screen", owner)
    mine = Caller(stage.event, {"Authorization": f"Bearer {key}"})
    assert not traces(mine.send("GET", "rulings/").content.decode())
    made = mine.post("keys/", {"role": "director", "label": "another"})
    assert made.status_code == 403
    free = with_key(stage.event)
    assert traces(free.send("GET", "rulings/").content.decode())
    play = plays_of(stage.rounds.get(number=1), board=1)[0]
    refused = mine.post(f"plays/{play.pk}/correct/", {"facts": facts(2), "reason": "x"})
    assert (refused.status_code, refused.json()["refusal"]) == (409, "board_hidden")


def test_only_others_take_a_link_back_once_rounds_have_begun(stage: Stage) -> None:
    event = stage.event
    owner, other = user_with(event, Role.OWNER, "o"), user_with(event, Role.OWNER, "p")
    link_player(event, owner, player_named(event, "3"), Actor.of(owner))
    with pytest.raises(EventRefused) as refused:
        link_player(event, owner, None, Actor.of(owner))
    assert refused.value.code == "role_plays_another"
    with pytest.raises(EventRefused) as refused:
        link_player(event, other, player_named(event, "3"), Actor.of(other))
    assert refused.value.code == "plays_already"
    link_player(event, owner, None, Actor.of(other))
    entry = AuditEntry.objects.filter(verb="link_player").latest("pk")
    person = event.entrants.get(number=3).person_id
    assert (entry.before, entry.after) == ({"person": person}, {"person": None})


def test_links_are_made_by_invitation_console_api_and_admin() -> None:
    stage = drawn_stage(entrants=9, rounds=1, boards=1)
    event = stage.event
    owner = user_with(event, Role.OWNER, "owner")
    client = Client()
    client.force_login(owner)
    settings = f"/direct/{event.slug}/settings/"
    page = client.post(settings, {"do": "invite", "role": "director", "plays_as": "4"})
    link = re.search(r"http://testserver(/accounts/invitation/[^<]+)", page.content.decode())
    assert link is not None
    password = "three-bottom-cards"
    account = {"username": "dora", "password1": password, "password2": password}
    Client().post(link[1], account)
    numbered = {e.number: e.person_id for e in event.entrants.all()}
    dora = RoleAssignment.objects.get(user__username="dora")
    assert dora.person_id == numbered[4]
    client.post(settings, {"do": "plays-as", "user": dora.user_id, "plays_as": "5"})
    dora.refresh_from_db()
    assert dora.person_id == numbered[5]
    body = {"user": "dora", "role": "scorer", "plays_as": "6"}
    made = with_key(event, Role.OWNER).post("roles/", body)
    assert made.json() == body
    listed = with_key(event, Role.OWNER).send("GET", "roles/").json()["results"]
    assert body in listed
    root = User.objects.create_superuser("root")
    client.force_login(root)
    dora.refresh_from_db()
    address = f"/admin/tournaments/roleassignment/{dora.pk}/change/"
    shown = client.get(address).content.decode()
    assert 'value="6"' in shown
    form = {"role": "director", "plays_as": "7"}
    client.post(address, form)
    dora.refresh_from_db()
    assert (dora.role, dora.person_id) == ("director", numbered[7])


def test_a_member_of_a_team_is_named_by_team_and_place() -> None:
    event = create_event(name="League", actor=SYSTEM)
    lines = ["name,team", *(f"P{n},T{(n + 2) // 3}" for n in range(1, 10))]
    import_entrants(event, "\n".join(lines), SYSTEM)
    player = player_named(event, "2/3")
    assert player is not None
    assert player.person.name == "P6"
    with pytest.raises(EventRefused):
        player_named(event, "2")


def test_slips_and_packs_of_hidden_boards_are_for_others(stage: Stage) -> None:
    Event.objects.update(physical=True)
    scorer = playing(stage.event, Role.SCORER, "1")
    director = playing(stage.event, Role.DIRECTOR, "2")
    free = Actor.of(user_with(stage.event, Role.DIRECTOR, "free"))
    for number in (1, 2):
        with pytest.raises(BoardHidden):
            print_hands(Round.objects.get(stage=stage.pk, number=number), director, "packs")
        assert print_hands(Round.objects.get(stage=stage.pk, number=number), free, "packs")
    assert scorer.user is not None
    client = Client()
    client.force_login(scorer.user)
    play = plays_of(stage.rounds.get(number=1), board=1)[-1]
    request = RequestKey(scorer.reference, "POST", play.pk, "1", "")
    with pytest.raises(BoardHidden):
        enter_slip(stage.event, play.pk, Slip(passed_out=True), scorer, request)


def test_no_slip_is_offered_for_a_hidden_board(stage: Stage, director: Actor) -> None:
    assert director.user is not None
    deputy = user_with(stage.event, Role.DIRECTOR, "deputy")
    table = next(p.table.number for p in plays_of(stage.rounds.get(number=1)))
    for user, offered in ((director.user, 0), (deputy, 2)):
        client = Client()
        client.force_login(user)
        page = client.get(f"/direct/{stage.event.slug}/rounds/1/tables/{table}/").content.decode()
        assert page.count("Type in the result slip") == offered
