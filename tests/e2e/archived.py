"""Two events of every kind of fact, and all that is told of them, each in a process of its own.

`python -m tests.e2e.archived build` makes them in the installation that the environment names;
`show` prints the hash of every document, file and audit of it by its address.
"""

from __future__ import annotations

import json
import os
import random
import sys
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import django


def build() -> dict[str, Any]:
    """An event on phones with a second stage, and one played with cards that is not over."""
    from django.contrib.auth.models import User

    User.objects.create_superuser("owner", password="only for tests")
    on_phones()
    with_cards()
    return {}


def on_phones() -> None:
    """Rulings, a reversal, a penalty, a substitute, a withdrawal; refereed plays; a final."""
    from tests.tournaments import factories as made
    from tournaments.services import create_stage, draw_stage
    from tournaments.services.actors import SYSTEM
    from tournaments.services.penalise import penalise
    from tournaments.services.reveal_session import reveal_session
    from tournaments.services.reverse_ruling import reverse_ruling
    from tournaments.services.rule_scores import rule_scores
    from tournaments.services.substitute import substitute
    from tournaments.services.withdraw_board import withdraw_board
    from tournaments.services.withdraw_entrant import withdraw_entrant

    chain = ["total_points", "lot"]
    stage = made.drawn_stage(entrants=12, rounds=3, boards=2, tie_breaks=chain)
    event = stage.event
    entrants = {each.number: each for each in event.entrants.all()}
    final = create_stage(
        event, source=stage, seed=2, actor=SYSTEM, rounds=1, boards_per_round=2, last_rank=6,
        carry_over="fraction", carry_share=50,
    )  # fmt: skip
    source = random.Random(3)
    for number in (1, 2, 3):
        round_ = made.release(stage, number)
        plays = made.plays_of(round_)
        made.play_for_real(plays[0], seed=number)
        for play in plays[1:]:
            made.finish(play, made.random_facts(source))
        made.count_and_publish(stage)
        if number == 1:
            substitute(entrants[7], SYSTEM, "a fever", name="Zhao Min 赵敏")
            award = rule_scores(plays[1], {"1": {"award": "average_plus"}}, SYSTEM, "disturbed")
            outcomes = [{"points": 8, "weight": "60%"}, {"points": -4, "weight": "2/5"}]
            rule_scores(plays[2], {"2": {"outcomes": outcomes}}, SYSTEM, "hesitation")
            reverse_ruling(award, SYSTEM, "not disturbed after all")
        if number == 2:
            penalise(stage, entrants[5], "10", SYSTEM, "slow play")
            withdraw_board(stage, plays[-1].board, SYSTEM, "a card was seen")
    last = stage.versions.latest("number").payload["rows"][-1]["entrant"]
    withdraw_entrant(event.entrants.get(pk=last), SYSTEM, "went home")
    made.count_and_publish(stage)
    draw_stage(final, SYSTEM)
    for play in made.plays_of(made.release(final)):
        made.finish(play, made.facts(2, 2, "farmers"))
    made.count_and_publish(final)
    reveal_session(stage.sessions.get(), SYSTEM)


def with_cards() -> None:
    """Slips typed in, one of them corrected; the last table still plays."""
    from games.deals import deal_of
    from games.services import RequestKey
    from games.slips import Slip
    from tests.tournaments import factories as made
    from tournaments.services import draw_stage
    from tournaments.services.actors import SYSTEM
    from tournaments.services.change_event import change_event
    from tournaments.services.correct_result import correct_result
    from tournaments.services.enter_slip import enter_slip

    stage = made.new_stage(entrants=9, rounds=2, boards=2)
    change_event(stage.event, SYSTEM, {"physical": True, "spectator_delay": 0})
    round_ = made.release(draw_stage(stage, SYSTEM))
    plays = made.plays_of(round_)
    for play in plays[:-1]:
        lead = deal_of(play.board).hand(2)[0]
        slip = Slip(landlord=2, lead=lead, bid=2, out_first=2)
        request = RequestKey("system", "POST", play.pk, "1", "")
        enter_slip(stage.event, play.pk, slip, SYSTEM, request, sure=True)
    correct_result(plays[0], made.facts(3, 1), SYSTEM, "the wrong landlord was ticked")
    made.count_and_publish(stage)


def show() -> dict[str, str]:
    """The hash of everything that is told, by address."""
    return {name: sha256(content).hexdigest() for name, content in everything()}


def everything() -> Iterator[tuple[str, bytes]]:
    """Documents, files and audits of every stage and version."""
    from django.contrib.auth.models import User
    from django.test import Client

    from tournaments.exports import FILES
    from tournaments.models import Event, StandingsVersion

    client = Client(headers={"Accept-Language": "en", "Host": "localhost"})
    client.force_login(User.objects.get(username="owner"))

    def read(address: str) -> tuple[str, bytes]:
        answer = client.get(address)
        assert answer.status_code == 200, (address, answer.status_code)
        return address, answer.content

    for event in Event.objects.order_by("slug"):
        yield read(f"/direct/{event.slug}/audit/?format=csv")
        yield read(f"/api/v1/events/{event.slug}/audit/")
        for version in StandingsVersion.objects.filter(stage__event=event).order_by("pk"):
            slug = f"{event.slug}.{version.stage.number}"
            api = f"/api/v1/events/{slug}"
            pinned = f"?version={version.number}"
            for path in ("standings", "rounds", "boards", "entrants", "commitment", "movement"):
                yield read(f"{api}/{path}/{pinned}")
            plays, content = read(f"{api}/plays/{pinned}&limit=1000")
            yield plays, content
            for each in json.loads(content)["results"]:
                yield read(f"{api}/plays/{each['id']}/{pinned}")
            for entrant in event.entrants.order_by("number"):
                yield read(f"{api}/entrants/{entrant.pk}/{pinned}")
            for name in FILES:
                yield read(f"/e/{slug}/files/{name}{pinned}")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    steps = {"build": build, "show": show}
    json.dump(steps[sys.argv[1]](), sys.stdout)
