"""What is not public: the one 404, and pages that do not move while a board is unopened."""

from __future__ import annotations

from django.test import Client

from games.deals import deal_of
from tests.tournaments.people import user_with
from tests.tournaments.read.made_event import BOARD_1, MadeEvent, make_event
from tournaments.models import Role
from tournaments.tasks import sweep

from .addresses import pages_of, without_a_trace_of


def test_an_unopened_board_and_a_missing_page_look_the_same(
    made: MadeEvent, anybody: Client
) -> None:
    responses = [anybody.get(address) for address in without_a_trace_of(made)]
    assert {response.status_code for response in responses} == {404}
    assert len({response.content for response in responses}) == 1
    assert len({str(sorted(response.items())) for response in responses}) == 1


def test_a_hidden_event_has_no_page(made: MadeEvent, anybody: Client) -> None:
    addresses = pages_of(made)
    made.event.is_public = False
    made.event.save()
    assert anybody.get(addresses[0]).status_code == 200
    assert made.event.name not in anybody.get("/").content.decode()
    assert {anybody.get(address).status_code for address in addresses[1:]} == {404}


def test_a_hidden_event_is_looked_at_by_its_own_people_alone(made: MadeEvent) -> None:
    """A rehearsal is: every page, never kept, and none for who has a role elsewhere."""
    viewer, other = (Client(), Client())
    viewer.force_login(user_with(made.event, Role.VIEWER))
    other.force_login(user_with(make_event("autumn-cup").event, Role.OWNER))
    addresses = [each for each in pages_of(made) if each.startswith(f"/e/{made.slug}/")]
    made.event.is_public = False
    made.event.save()
    for address in addresses:
        seen = viewer.get(address)
        assert seen.status_code == 200, address
        assert seen["Cache-Control"] == "private, no-store", address
        assert other.get(address).status_code == 404, address
        assert Client().get(address).status_code == 404, address
    page = viewer.get(f"/e/{made.slug}/standings/").content.decode()
    assert "Hidden: only those who have a role in this event see its pages." in page
    assert viewer.get(f"/e/{made.slug}/boards/3/").status_code == 404  # not open: nobody's


def test_a_play_and_an_entrant_are_only_found_under_their_own_event(
    made: MadeEvent, anybody: Client
) -> None:
    other = make_event("autumn-cup")
    assert anybody.get(f"/e/{other.slug}/plays/{made.play(1, 1).pk}/").status_code == 404
    assert anybody.get(f"/e/{other.slug}/entrants/{made.entrant(1).pk}/").status_code == 404


def test_no_page_changes_when_a_result_of_an_unopened_board_comes_in(
    db: None, anybody: Client
) -> None:
    made = make_event()
    for number, outcome in enumerate(BOARD_1, 1):
        made.finish(1, number, outcome)
    made.publish()
    addresses = pages_of(made)
    addresses.remove(f"/e/{made.slug}/standings/?version=1")
    before = [anybody.get(address).content for address in addresses]
    made.finish(2, 1, BOARD_1[0])
    sweep()
    assert [anybody.get(address).content for address in addresses] == before


def test_no_page_prints_a_hand_of_an_unopened_board(made: MadeEvent, anybody: Client) -> None:
    deals = anybody.get(f"/e/{made.slug}/verify/1/deals.json").json()
    assert [board["number"] for board in deals["deals"]] == [1, 2]
    unopened = deal_of(made.board(3)).to_data()["hands"]
    assert unopened not in [board["hands"] for board in deals["deals"]]
