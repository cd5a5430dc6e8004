"""A whole board on three phones, with everything that happens to phones on the way."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

import pytest
from playwright.sync_api import Browser, Request, expect

from games.models import Call, Dispute, LogEntry, Play, Result
from tests.browser.players import (
    GUARD_MS,
    Person,
    Phones,
    people_with,
    play_on,
    prepare_evening,
)
from tests.games.hall import open_hall
from tournaments.models import Event
from tournaments.services.actors import SYSTEM
from tournaments.services.announce import announce
from tournaments.services.answer_call import take_call
from tournaments.services.freeze_table import freeze_table, resume_table

pytestmark = pytest.mark.browser


@pytest.fixture
def phones(chromium: Browser) -> Iterator[Phones]:
    """Phones that are closed when the test ends."""
    opened = Phones(chromium)
    yield opened
    opened.close()


@pytest.fixture
def known_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same deals at every run, so that the bots decide the same."""
    secret = sha256(b"an evening of the browser tests").digest()
    monkeypatch.setattr("engine.dealing.new_secret", lambda: secret)


def cards_on(person: Person) -> list[str]:
    """The cards of the hand as the page shows them."""
    shown = person.page.locator("#hand .pc")
    return [str(shown.nth(i).get_attribute("data-card")) for i in range(shown.count())]


def until_the_doubles(people: list[Person], play: Play) -> None:
    """Bid until the farmers are asked."""
    play_on(people, play.pk, until=lambda view: view["expected"]["type"] == "double")


def a_sealed_choice_is_told_to_nobody(people: list[Person], play: Play) -> None:
    """The first of the two farmers chooses: his page says so, the others' stay as they are."""
    farmer = next(person for person in people if (person.view() or {})["expected"])
    others = [person for person in people if person is not farmer]
    before = [person.page.locator("main").inner_text() for person in others]
    view = farmer.view()
    assert view is not None
    farmer.act(view)
    expect(farmer.page.locator("#asked")).to_contain_text("Sealed: you")
    farmer.page.reload()
    expect(farmer.page.locator("#asked")).to_contain_text("Sealed: you")
    assert [person.page.locator("main").inner_text() for person in others] == before
    assert LogEntry.objects.filter(play=play, kind="doubles_revealed").count() == 0


def the_network_fails_at_my_turn(people: list[Person], play: Play) -> None:
    """Three taps without a network are one action, sent when the network is back."""
    play_on(
        people,
        play.pk,
        until=lambda view: view["expected"]["type"] == "play" and len(view["plays"]) >= 3,
    )
    mover, view = next(
        (person, view) for person in people if (view := person.view()) and view["expected"]
    )
    action = mover.bot.choose(view)
    mover.page.context.set_offline(True)
    expect(mover.page.locator("#banner")).to_have_text("reconnecting; nothing is lost")
    button = "pass" if action["type"] == "pass" else "play"
    if button == "play":
        mover.choose_cards(view, action["ranks"])
    mover.page.wait_for_timeout(GUARD_MS)
    box = mover.page.locator(f"#do-{button}").bounding_box()
    assert box is not None
    for _tap in range(3):
        mover.page.touchscreen.tap(box["x"] + 20, box["y"] + 20)
        mover.page.wait_for_timeout(GUARD_MS)
    expect(mover.page.locator("#asked")).to_contain_text("Not sent yet: ")
    play.refresh_from_db()
    assert play.seq == view["seq"]
    mover.page.context.set_offline(False)
    expect(mover.page.locator("#asked.sending")).to_have_count(0)
    expect(mover.page.locator("#banner")).to_be_hidden()
    play.refresh_from_db()
    assert play.seq == view["seq"] + 1


def the_director_is_called_and_stops_the_table(people: list[Person], play: Play) -> None:
    """One calls, nobody else is told; the table stands and goes on; all hear an announcement."""
    caller, *others = people
    page = caller.page
    page.get_by_role("button", name="Menu").tap()
    page.locator("#call-open").tap()
    page.get_by_label("irregularity").check()
    page.get_by_label("In a few words").fill("I saw a card")
    page.get_by_role("button", name="Call", exact=True).tap()
    expect(page.locator("#call-state")).to_contain_text("nobody else was told")
    page.locator("#call [data-close]").tap()
    call = Call.objects.get(table=play.table)
    assert (call.reason, call.text) == ("irregularity", "I saw a card")
    take_call(call, SYSTEM)
    expect(page.locator("#note-text")).to_have_text("The director is on the way.")
    for person in others:
        expect(person.page.locator("#note")).to_be_hidden()
    freeze_table(play.table, SYSTEM)
    for person in people:
        expect(person.page.locator("#asked")).to_contain_text("The director has stopped this table")
        expect(person.page.locator("#bar button:enabled")).to_have_count(0)
    announce(Event.objects.get(), "Round 2 begins at noon.", SYSTEM)
    resume_table(play.table, SYSTEM)
    for person in people:
        expect(person.page.locator("#note-text")).to_have_text(
            "The director: Round 2 begins at noon."
        )
        person.page.locator("#note-close").tap()
        expect(person.page.locator("#asked")).not_to_contain_text("stopped")


def another_phone_takes_over(people: list[Person], phones: Phones, site: str) -> None:
    """A second device scans the code, takes the seat over, and has the very same hand."""
    person = people[0]
    hand, old = cards_on(person), person.page
    person.page = phones.new_page()
    person.page.on("pageerror", person.note)
    person.page.goto(f"{site}/play/#{person.code}")
    expect(person.page.locator("#take-over")).to_be_visible()
    assert person.code not in person.page.url
    person.page.get_by_role("button", name="Go on here").tap()
    expect(person.page.locator("#hand .pc")).to_have_count(len(hand))
    assert cards_on(person) == hand
    expect(old.locator("#sign-in-reason")).to_contain_text("Another device has taken this seat")
    expect(old.locator("#hand")).to_be_hidden()
    old.context.close()


def test_a_board_from_the_code_to_the_result(site: str, known_deals: None, phones: Phones) -> None:
    evening = prepare_evening()
    Event.objects.update(confirm_results=True)
    people = people_with(phones, evening.codes)
    for person in people:
        person.sign_in(site)
        expect(person.page.locator("#waiting-text")).to_contain_text("has not begun")
        expect(person.page.locator("#waiting-next")).to_contain_text("Next: round 1, table 1")
    play = evening.release()
    for person in people:
        expect(person.page.locator("#hand .pc")).to_have_count(17)
        expect(person.page.locator("#place")).to_have_text("R1 · Table 1 · Board 1")
    until_the_doubles(people, play)
    a_sealed_choice_is_told_to_nobody(people, play)
    the_director_is_called_and_stops_the_table(people, play)
    the_network_fails_at_my_turn(people, play)
    another_phone_takes_over(people, phones, site)
    play_on(people, play.pk)
    result = Result.objects.get(play=play)
    for person in people:
        expect(person.page.locator("#result-title")).to_have_text("Board 1: result")
        points = person.page.locator("#result-points td").all_inner_texts()
        assert [int(text.replace("−", "-")) for text in points] == [
            result.points[str(position)] for position in (1, 2, 3)
        ]
    expect(people[1].page.locator("#spoken")).not_to_be_empty()
    people[1].page.reload()
    expect(people[1].page.locator("#result-title")).to_have_text("Board 1: result")
    for person, button in zip(people, ("confirm", "confirm", "dispute"), strict=True):
        with person.page.expect_response(f"**/{button}/"):
            person.press(button)
        expect(person.page.locator("#waiting")).to_be_visible()
    assert result.confirmations.count() == 2
    assert Dispute.objects.get(play=play).settlement == ""
    assert [person.faults for person in people] == [[], [], []]


def test_a_line_that_has_gone_silent_is_left_for_another(
    site: str, phones: Phones, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = open_hall(monkeypatch)
    monkeypatch.setattr("games.stream.HEARTBEAT_SECONDS", 1000.0)
    page = phones.new_page()
    opened: list[str] = []

    def note(request: Request) -> None:
        if request.url.endswith("/me/stream/"):
            opened.append(request.url)

    page.on("request", note)
    page.clock.install()
    page.goto(f"{site}/play/#{hall.ada.code}")
    page.get_by_role("button", name="Go on here").tap()
    expect(page.locator("#hand .pc")).to_have_count(17)
    expect(page.locator("#link")).to_have_attribute("data-state", "live")
    page.clock.fast_forward(34_000)
    assert len(opened) == 1
    with page.expect_request("**/me/stream/"):
        page.clock.fast_forward(2_000)
    expect(page.locator("#link")).to_have_attribute("data-state", "live")
