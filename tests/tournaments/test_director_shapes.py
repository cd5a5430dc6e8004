"""What the OpenAPI description says of the director's answers, beside what every other call of
`directing` checks: each has a shape, its examples fit, and so do the answers of the rarer verbs.
"""

from __future__ import annotations

import uuid

import pytest
from django.test import Client

from engine.actions import action_from_data
from games.models import PlayerToken, Table
from games.queries import play_view
from games.services import RequestKey, Wish, act
from tournaments.api.directing import shapes
from tournaments.api.directing.urls import urlpatterns
from tournaments.models import Role
from tournaments.services.actors import SYSTEM
from tournaments.services.link_player import link_player

from .directing import Caller, schema_of, with_key
from .factories import drawn_stage, facts, finish, new_stage, plays_of, release
from .people import user_with
from .read.conforms import faults

pytestmark = pytest.mark.django_db

VIEWS = [pattern.callback.view_class for pattern in urlpatterns]  # type: ignore[attr-defined]
OPERATIONS = [
    schema_of(view, method.upper())
    for view in VIEWS
    for method in ("get", "post", "patch", "delete")
    if method in view.http_method_names
    and "schema" in getattr(getattr(view, method, None), "kwargs", {})
]
WHY = {"reason": "so decided"}


def test_every_operation_has_a_shape_and_its_examples_fit() -> None:
    examples = 0
    for schema in OPERATIONS:
        told = schema.get_response_serializers()
        kinds = {status: told[status] for status in told if isinstance(status, int)}
        files = [status for status in told if isinstance(status, tuple) and status[0] < 300]
        good = [status for status in kinds if status < 300]
        assert len(good) + len(files) in (1, 2), schema.get_operation_id()
        for status, answer in kinds.items():
            assert (answer.response is None) == (status == 204), schema.get_operation_id()
        for example in schema.get_examples():
            examples += 1
            if example.request_only:
                asked = schema.get_request_serializer()(data=example.value)
                assert asked.is_valid(), asked.errors
            else:
                shape = kinds[int(example.status_codes[0])].response
                assert faults(shape(), example.value) == [], example.name
    assert (len(OPERATIONS) > 70, examples) == (True, 23)


def test_the_rarer_verbs_answer_with_their_shapes() -> None:
    stage = new_stage(entrants=10, rounds=2, boards=1, round_minutes=25)
    director = with_key(stage.event, Role.OWNER)
    made = director.post("keys/", {"role": "scorer", "label": "screen"}).json()
    assert [line["label"] for line in director.send("GET", "keys/").json()["results"]][
        -1
    ] == "screen"
    assert director.send("DELETE", f"keys/{made['id']}/").status_code == 204
    for path in ("settings/", "stages/", "stages/1/", "audit/", "roles/", "rehearsals/"):
        assert director.send("GET", path).status_code == 200
    asked = director.post("rehearsals/").json()
    assert director.post(f"rehearsals/{asked['id']}/cancel/").json()["state"] == "cancelled"
    assert director.post("draw/").status_code == 201
    assert director.post("rounds/1/release/").status_code == 200
    assert director.post("rounds/1/extend/", {"seconds": 60}).json()["seconds"] == 60
    assert director.post("rounds/1/bots/", {"bot": "greedy"}).json()["seats"] == 9
    assert director.post("table-codes/", {"tables": [1, 2]}).json()["tables"] == [1, 2]
    entrant = stage.event.entrants.order_by("number")[0]
    body = {"entrant": entrant.pk, "name": "Zhao Min", "reason": "a fever"}
    told = director.post("substitutions/", body).json()
    assert told["from_round"] == 2
    assert len(told["code"]) == 8
    ended = director.post("substitutions/end/", {"entrant": entrant.pk, **WHY})
    assert ended.status_code == 201, ended.content
    *others, last = plays_of(stage.rounds.get(number=1))
    for play in others:
        finish(play, facts(1))
    assert director.post("boards/1/open/", WHY).json()["number"] == 1
    finish(last, facts(1))
    for path in ("what-if/", "missed-wins/", "rulings/", "incidents/", "disputes/", "calls/"):
        assert director.send("GET", path).status_code == 200
    assert director.send("GET", "rounds/1/plays/").json()["plays"][0]["report"] is None


def test_the_boards_of_a_round_name_the_tables_that_a_program_can_stop() -> None:
    stage = drawn_stage(entrants=9, rounds=1, boards=1)
    release(stage)
    director = with_key(stage.event)
    line = director.send("GET", "rounds/1/plays/").json()["plays"][0]
    frozen = director.post(f"tables/{line['table_id']}/freeze/", WHY)
    assert frozen.status_code == 200, frozen.content
    assert Table.objects.get(number=line["table"], is_frozen=True).pk == line["table_id"]


def test_an_action_is_taken_back_and_the_answer_says_its_seq() -> None:
    stage = drawn_stage(entrants=9, rounds=1, boards=1)
    play = plays_of(release(stage))[0]
    seat = next(s for s in play.table.seats.all() if play_view(play, s.player)["expected"])
    token = PlayerToken.objects.create(player=seat.player, token_hash="x")
    wish = Wish(0, action_from_data({"type": "bid", "value": 1}))
    act(token, play.pk, wish, RequestKey(f"token:{token.pk}", "POST", play.pk, "1", ""))
    undone = with_key(stage.event).post(f"tables/{play.table_id}/undo/", {**WHY, "seq": 1})
    assert undone.json() == {"seq": 2}


def test_people_answer_with_their_shapes() -> None:
    stage = drawn_stage(entrants=9, rounds=1, boards=1)
    release(stage)
    owner = user_with(stage.event, Role.OWNER, "ada")
    browser = Caller(stage.event, client=Client())
    browser.client.force_login(owner)
    invited = browser.post("invitations/", {"role": "director"}).json()
    assert "link" in invited
    player = stage.event.entrants.order_by("number")[0].player
    link_player(stage.event, owner, player, SYSTEM)
    looked = browser.post("boards/1/look/", WHY)
    assert looked.json() == {"number": 1, "is_hidden": False}
    made = browser.client.post(
        "/api/v1/events/",
        {"name": "Autumn Cup"},
        content_type="application/json",
        headers={"Idempotency-Key": str(uuid.uuid4())},
    )
    assert made.status_code == 201, made.content
    assert faults(shapes.EventSettings(), made.json()) == []
