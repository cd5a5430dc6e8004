"""Whoever has nothing but the published commitment can verify every deal, without our engine.

The derivation is that of `tests.engine.fushi_deal_reference`, a second reading of docs/formats.md:
what the verifier of a browser does, with the same document and nothing else.
"""

from __future__ import annotations

from hashlib import sha256
from importlib import import_module
from typing import Any

import pytest
from django.test import Client

from games.services import reveal_board_set
from tests.tournaments.factories import facts, play_round, release

from .made_event import MadeEvent

reference: Any = import_module("tests.engine.fushi_deal_reference")  # untyped on purpose


def published(made: MadeEvent) -> dict[str, Any]:
    """The only session of the commitment resource."""
    response = Client().get(f"/api/v1/events/{made.slug}/commitment/")
    (session,) = response.json()["sessions"]
    found: dict[str, Any] = session
    return found


def derived(session: dict[str, Any], deal: dict[str, Any]) -> dict[str, Any]:
    """A deal as it follows from the published secret, in the form of the document."""
    reveal = session["reveal"]
    hands, kitty = reference.deal(
        bytes.fromhex(reveal["secret"]),
        reveal["description"]["version"],
        reveal["public_value"],
        deal["kind"],
        deal["number"],
        deal["attempt"],
    )
    return {
        "hands": {str(place): sorted(hand) for place, hand in enumerate(hands, 1)},
        "kitty": sorted(kitty),
    }


def without_order(deal: dict[str, Any]) -> dict[str, Any]:
    """The cards of a published deal; their order within a hand has no meaning."""
    hands = {place: sorted(hand) for place, hand in deal["hands"].items()}
    return {"hands": hands, "kitty": sorted(deal["kitty"])}


@pytest.fixture
def revealed(made: MadeEvent) -> MadeEvent:
    """The event at its end: every board is opened, the secret published."""
    made.finish(3, 3, facts(1, 1))
    play_round(release(made.stage, 2), lambda _: facts(1, 1))
    made.publish()
    reveal_board_set(made.stage.sessions.get().board_set)
    return made


def test_the_commitment_follows_from_the_secret_and_the_published_text(
    revealed: MadeEvent,
) -> None:
    session = published(revealed)
    secret = bytes.fromhex(session["reveal"]["secret"])
    assert sha256(secret + session["canonical"].encode()).hexdigest() == session["commitment"]
    assert reference.commitment(secret, session["description"]) == session["commitment"]
    assert session["reveal"]["description"] == session["description"]


def test_every_published_deal_follows_from_the_secret(revealed: MadeEvent) -> None:
    session = published(revealed)
    deals = session["deals"]["deals"]
    assert [deal["number"] for deal in deals] == [1, 2, 3, 4, 5, 6]
    for deal in deals:
        assert derived(session, deal) == without_order(deal)


def test_the_hands_of_the_board_pages_are_those_deals(revealed: MadeEvent) -> None:
    for deal in published(revealed)["deals"]["deals"]:
        board = Client().get(f"/api/v1/events/{revealed.slug}/boards/{deal['number']}/").json()
        assert {"hands": board["hands"], "kitty": board["kitty"]} == {
            "hands": deal["hands"],
            "kitty": deal["kitty"],
        }


def test_before_the_reveal_the_commitment_stands_there_and_no_secret(made: MadeEvent) -> None:
    before = published(made)
    assert (before["reveal"], before["revealed_at"]) == (None, None)
    assert len(before["commitment"]) == 64
    assert before["description"]["boards"] == 6
    assert [deal["number"] for deal in before["deals"]["deals"]] == [1, 2]


def test_the_commitment_does_not_change_by_the_reveal(made: MadeEvent) -> None:
    before = published(made)
    made.finish(3, 3, facts(1, 1))
    play_round(release(made.stage, 2), lambda _: facts(1, 1))
    made.publish()
    reveal_board_set(made.stage.sessions.get().board_set)
    after = published(made)
    same = ("commitment", "committed_at", "description", "canonical", "session")
    assert [after[name] for name in same] == [before[name] for name in same]
