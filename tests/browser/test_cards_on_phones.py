"""A board played with cards is reported on one phone of 360 px and confirmed on two others."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from engine.cards import format_card, parse_card
from engine.deal import Deal
from games.deals import deal_of
from games.models import Dispute, Play, Result
from games.services.issue_code import pin_of
from games.services.issue_table_codes import issue_table_codes
from tests.browser.players import GUARD_MS, Evening, Person, Phones, people_with, prepare_evening
from tests.tournaments.factories import facts, finish
from tournaments.models import Event

pytestmark = pytest.mark.browser


@pytest.fixture
def phones(chromium: Browser) -> Iterator[Phones]:
    """Phones that are closed when the test ends."""
    opened = Phones(chromium)
    yield opened
    opened.close()


@pytest.fixture
def evening(transactional_db: None) -> Evening:
    """Six people, one round of two boards with cards."""
    found = prepare_evening(boards=2)
    Event.objects.update(physical=True, travellers=True)
    return found


def choose(page: Page, *labels: str) -> None:
    """Answer question after question by the labels of the buttons."""
    for label in labels:
        page.locator("#slip-choices").get_by_role("button", name=label, exact=True).tap()


def press(page: Page, button: str) -> None:
    """Press a button of the bar."""
    expect(page.locator(f"#do-{button}")).to_be_enabled()
    page.wait_for_timeout(GUARD_MS)
    page.locator(f"#do-{button}").tap()


def lead_of(deal: Deal, position: int) -> tuple[str, str]:
    """A card of the landlord's that is no joker: its rank, and its name on the page."""
    card = next(card for card in deal.hand(position) if card < parse_card("BJ"))
    text = format_card(card)
    suit = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}[text[-1]]
    return text[:-1], f"{text[:-1]} of {suit}"


def holder(person: Person) -> str:
    """The button of the holder of position 2."""
    return str(person.page.locator("#slip-choices button").nth(1).inner_text())


def fill_in(person: Person, deal: Deal) -> None:
    """Position 2 was landlord at 2 and won; nobody doubled, no bomb."""
    page = person.page
    page.get_by_role("button", name="Board 1").tap()
    landlord = holder(person)
    rank, lead = lead_of(deal, 2)
    choose(page, landlord, rank, lead, "2", "Nobody", "0", "No", landlord, "No")
    expect(page.locator("#slip-facts")).to_contain_text(lead)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_an_answer_of_the_summary_is_changed_by_a_tap(
    site: str, evening: Evening, phones: Phones
) -> None:
    person = people_with(phones, evening.codes)[0]
    person.sign_in(site)
    evening.release()
    play = Play.objects.select_related("board__board_set").get(table__number=1, board__number=1)
    fill_in(person, deal_of(play.board))
    page = person.page
    page.locator("#slip-facts button").nth(2).tap()
    expect(page.locator("#slip-question")).to_have_text("For which bid?")
    choose(page, "3")
    expect(page.locator("#slip-facts button").nth(2)).to_have_text("3")
    # A new landlord has everything asked again.
    page.locator("#slip-facts button").first.tap()
    choose(page, page.locator("#slip-choices button").nth(0).inner_text())
    expect(page.locator("#slip-choices .suit")).to_have_count(0)
    expect(page.locator("#do-on")).to_be_disabled()


def test_a_table_reports_and_confirms(site: str, evening: Evening, phones: Phones) -> None:
    people = people_with(phones, evening.codes)
    for person in people:
        person.sign_in(site)
    evening.release()
    reporter, *others = people
    expect(reporter.page.locator("#boards-title")).to_contain_text("Table 1")
    play = Play.objects.select_related("board__board_set").get(table__number=1, board__number=1)
    finish(Play.objects.get(table__number=2, board=play.board), facts(1, 3))
    fill_in(reporter, deal_of(play.board))
    press(reporter.page, "report")
    expect(reporter.page.locator("#slip-note")).to_contain_text("waits for")
    expect(reporter.page.locator("#slip-facts")).not_to_contain_text("at table 2")
    assert not Result.objects.filter(play=play).exists()
    for person in others:
        person.page.get_by_role("button", name="Board 1").tap()
        press(person.page, "confirm")
    expect(reporter.page.locator("#slip-note")).not_to_contain_text("waits for")
    expect(reporter.page.locator("#slip-facts")).to_contain_text("+4")
    expect(reporter.page.locator("#slip-facts")).to_contain_text("at table 2")
    assert Result.objects.get(play=play).points == {"1": -2, "2": 4, "3": -2}

    press(reporter.page, "back")
    reporter.page.get_by_role("button", name="Board 1").tap()
    press(reporter.page, "dispute")
    reporter.page.get_by_label("What is wrong?").fill("It was bid 3.")
    press(reporter.page, "dispute")
    expect(reporter.page.locator("#boards-list")).to_contain_text("disputed by")
    assert Dispute.objects.get().reason == "It was bid 3."
    assert [person.faults for person in people] == [[], [], []]


def test_a_finished_tables_boards_are_looked_at_again_and_disputed(
    site: str, evening: Evening, phones: Phones
) -> None:
    person = people_with(phones, evening.codes)[0]
    person.sign_in(site)
    evening.release()
    for play in Play.objects.filter(table__number=1):
        finish(play, facts(1, 2))
    page = person.page
    page.reload()
    page.get_by_role("button", name="The boards of my last table").tap()
    page.get_by_role("button", name="Board 1").tap()
    press(page, "dispute")
    page.get_by_label("What is wrong?").fill("It was bid 3.")
    press(page, "dispute")
    expect(page.locator("#boards-list")).to_contain_text("disputed by")
    press(page, "back")
    expect(page.locator("#waiting-links")).to_contain_text("The boards of my last table")


def speak(page: Page, letter: str, code: str) -> None:
    """Say at the table's device which seat speaks, with its PIN."""
    page.locator("#slip-seats").get_by_role("button", name=re.compile(f"^{letter} ")).tap()
    page.get_by_label("PIN").fill(pin_of(code))


def look_again(page: Page) -> None:
    """Have the page ask the server, as it does every few seconds."""
    with page.expect_response("**/api/v1/me/table/"):
        page.evaluate("window.dispatchEvent(new Event('online'))")


def what_is_typed_outlasts_a_look(page: Page, letter: str) -> None:
    """A seat is chosen, half a PIN and a reason are typed, hands are chosen; then the page asks."""
    page.locator("#slip-seats").get_by_role("button", name=re.compile(f"^{letter} ")).tap()
    page.locator("#slip-hands").select_option("213")
    page.get_by_label("PIN").press_sequentially("12")
    seat = page.query_selector("#slip-seats .chosen")
    assert seat is not None
    look_again(page)
    look_again(page)
    assert seat.evaluate("(button) => button.isConnected")
    expect(page.get_by_label("PIN")).to_be_focused()
    page.keyboard.type("34")
    expect(page.get_by_label("PIN")).to_have_value("1234")
    expect(page.locator("#slip-hands")).to_have_value("213")
    page.locator("#slip-hands").select_option("")


def test_a_table_with_one_device_confirms_by_pin(
    site: str, evening: Evening, phones: Phones
) -> None:
    evening.release()
    code = issue_table_codes(Event.objects.get().pk, [1])[0]
    (device,) = people_with(phones, [code])
    device.sign_in(site)
    page = device.page
    expect(page.locator("#boards-title")).to_contain_text("Table 1")
    play = Play.objects.select_related("board__board_set").get(table__number=1, board__number=1)
    fill_in(device, deal_of(play.board))
    expect(page.locator("#do-report")).to_be_disabled()
    what_is_typed_outlasts_a_look(page, "A")
    speak(page, "A", evening.codes[0])
    press(page, "report")
    expect(page.locator("#slip-note")).to_contain_text("waits for B, C")
    speak(page, "B", evening.codes[2])  # the PIN of another seat
    press(page, "confirm")
    expect(page.locator("#slip-note")).to_contain_text("not the PIN")
    speak(page, "B", evening.codes[1])
    press(page, "confirm")
    expect(page.locator("#slip-note")).to_contain_text("waits for C")
    speak(page, "C", evening.codes[2])
    press(page, "confirm")
    expect(page.locator("#boards-list")).to_contain_text("+4")
    page.reload()
    expect(page.locator("#boards-list")).to_contain_text("to play")
    assert device.faults == []
