"""Four-a-side on four phones: who is idle is told so, and a hand goes from one to another."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.players import Person, Phones, people_with
from tests.games.hall import Hall, open_hall

pytestmark = pytest.mark.browser


@pytest.fixture
def hall(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Hall:
    return open_hall(monkeypatch, positions=("ABC", "BCD"), partners=True)


@pytest.fixture
def people(site: str, hall: Hall, chromium: Browser) -> Iterator[dict[str, Person]]:
    """Ada and Cy against Bo and Dee, each with a phone, at the table."""
    for caller in hall.people.values():
        caller.send("DELETE", "sessions/current/")
    phones = Phones(chromium)
    opened = people_with(phones, [caller.code for caller in hall.people.values()])
    for person in opened:
        person.sign_in(site)
    yield dict(zip(hall.people, opened, strict=True))
    phones.close()


def test_a_hand_is_passed_to_the_idle_player(hall: Hall, people: dict[str, Person]) -> None:
    asked = {name: person.page.locator("#asked") for name, person in people.items()}
    hand = {name: person.page.locator("#hand .pc") for name, person in people.items()}
    expect(asked["Dee"]).to_contain_text("You are idle while they bid")
    expect(hand["Dee"]).to_have_count(0)
    expect(hand["Cy"]).to_have_count(17)
    seats = people["Ada"].page
    expect(seats.locator("#seat-right")).to_contain_text("Bo")
    expect(seats.locator("#seat-top")).to_contain_text("Cy")
    expect(seats.locator("#seat-top")).to_contain_text("Partner")
    expect(seats.locator("#seat-left")).to_contain_text("Dee")
    expect(seats.locator("#seat-left")).to_contain_text("Idle")

    people["Ada"].press("bid-3")
    expect(hand["Dee"]).to_have_count(17)
    expect(asked["Dee"]).to_contain_text("Do you double?")
    expect(people["Dee"].page.locator("#note-text")).to_contain_text("Cy has given you this hand")
    expect(hand["Cy"]).to_have_count(0)
    expect(asked["Cy"]).to_contain_text("Your partner Ada plays for you both; Dee plays your cards")
    expect(seats.locator("#seat-top")).to_contain_text("Idle")
    expect(seats.locator("#seat-left")).to_contain_text("Farmer")

    people["Bo"].press("no")
    people["Dee"].press("no")
    expect(asked["Cy"]).to_contain_text("Your partner Ada plays for you both")
    expect(people["Cy"].page.locator("#kitty")).to_be_visible()
    expect(seats.locator("#hand .pc")).to_have_count(20)
    assert [person.faults for person in people.values()] == [[]] * 4


def test_at_the_end_the_idle_player_has_won_or_lost_with_his_partner(
    hall: Hall, people: dict[str, Person]
) -> None:
    people["Ada"].press("bid-3")
    for caller in (hall.bo, hall.dee):  # the phones go to sleep: play goes on without them
        caller.sign_in(take_over=True)
    hall.ada.sign_in(take_over=True)
    hall.play_on(seed=1)
    won = hall.table.plays.get(order=1).results.get().facts["winner"] == "landlord"
    title = people["Cy"].page.locator("#result-headline")
    expect(title).to_contain_text("You won." if won else "You lost.")
    expect(people["Cy"].page.locator("#result-points tr")).to_have_count(3)
    assert people["Cy"].faults == []
