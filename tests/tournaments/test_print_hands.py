"""The file of a round's deals, from which packs are made up: who gets it, and that it is right."""

from __future__ import annotations

import json

import pytest

from engine.boards_file import DealSet
from engine.cards import format_card
from games.models import IdempotentRequest
from tests.scenarios.evening import evening_with
from tournaments.models import AuditEntry

from .directing import with_key

pytestmark = pytest.mark.django_db


def test_packs_made_up_from_the_file_give_plays_that_match() -> None:
    evening = evening_with(physical=True)
    assert evening.director.post("rounds/1/deals/").json()["refusal"] == "reason_missing"
    key = {"Idempotency-Key": "packs"}
    wanted = {"reason": "two packs a board"}
    document = evening.director.post("rounds/1/deals/", wanted, **key).json()["file"]
    again = evening.director.post("rounds/1/deals/", wanted, **key)
    assert again.json() == {"round": 1}  # the hands are neither kept nor told twice
    entry = AuditEntry.objects.get(verb="print_hands")
    assert (entry.reason, entry.after) == ("two packs a board", {"round": 1, "boards": [1, 2]})
    hands = json.dumps(document["deals"][0]["hands"])
    assert not IdempotentRequest.objects.filter(response__contains=hands[:40]).exists()
    # Two tables play what lies in their packs: the lead is a card of the file, and it fits.
    for deal in DealSet.from_data(document).boards:
        for table in (1, 2):
            lead = format_card(deal.deal.hand(table)[0])
            body = {"landlord": table, "lead": lead, "bid": 2, "out_first": table}
            assert evening.say(table, "A", "result", deal.number, body).status_code == 201
    scorer = with_key(evening.stage.event, "scorer")
    assert scorer.post("rounds/1/deals/", {"reason": "curious"}).status_code == 403
    on_phones = evening_with(physical=False)
    refused = on_phones.director.post("rounds/1/deals/", {"reason": "curious"}).json()
    assert refused["refusal"] == "not_with_cards"
