"""The deals are verified in the browser; whatever was exchanged is named."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from engine.dealing import DealSetDescription
from engine.dealing_reveal import Reveal, deals_to_data
from games.services import create_board_set, reveal_board_set
from tests.engine.test_dealing import vectors
from tests.tournaments.factories import facts, play_round, release
from tests.tournaments.read.made_event import MadeEvent
from tournaments.models import Session

pytestmark = pytest.mark.browser

Document = dict[str, Any]
FITS = "Session 1 · 6 deals follow from the commitment."
DERIVE = """async (vector) => {
  const { canonical, commitment, deal, hex, stream } = await import("/static/js/dealing.js");
  const { kind, number, attempt, secret, description } = vector;
  const context = [description.version, vector.public_value ?? "", kind, number, attempt];
  const bytes = stream(secret, context);
  const block = Uint8Array.from({ length: 32 }, () => bytes.next().value);
  const committed = commitment(secret, canonical(description));
  return { ...deal(vector, vector), first_block: hex(block), commitment: committed };
}"""


@pytest.fixture
def revealed(made: MadeEvent) -> MadeEvent:
    """All six boards are open and the secret is published; another session is not revealed."""
    made.finish(3, 3, facts(1, 1))
    play_round(release(made.stage, 2), lambda _: facts(1, 1))
    made.publish()
    reveal_board_set(made.stage.sessions.get().board_set)
    later = create_board_set(realm=made.event.pk, event=made.slug, stage="1", session="2", boards=2)
    Session.objects.create(stage=made.stage, number=2, board_set=later)
    return made


def opened(context: BrowserContext, site: str, made: MadeEvent) -> Page:
    """The page of the proofs."""
    page = context.new_page()
    page.goto(f"{site}/e/{made.slug}/verify/")
    return page


def exchange(page: Page, name: str, change: Callable[[Document], object]) -> None:
    """Have the server answer the file `name` with something changed in it."""

    def answer(route: Route) -> None:
        document = route.fetch().json()
        change(document)
        route.fulfill(json=document)

    page.route(f"**/{name}", answer)


def verdict(page: Page) -> list[str]:
    """What is said after a click: the verdict, then each fault."""
    page.get_by_role("button", name="Verify in this browser").click()
    notice = page.locator("#verified .notice")
    expect(notice).to_have_count(1)
    return notice.locator("p, li").all_inner_texts()


def test_all_boards_of_a_revealed_session_are_verified_and_others_are_not_named(
    site: str, revealed: MadeEvent, phone: BrowserContext
) -> None:
    page = opened(phone, site, revealed)
    assert verdict(page) == [FITS]
    phone.add_cookies([{"name": "django_language", "value": "zh-hans", "url": site}])
    page.reload()
    page.get_by_role("button", name="在此浏览器中验证").click()
    expect(page.locator("#verified")).to_contain_text("6副发牌均由承诺得出。")


def test_nothing_is_offered_before_a_secret_is_published(
    site: str, made: MadeEvent, desktop: BrowserContext
) -> None:
    page = opened(desktop, site, made)
    expect(page.locator(".digest").first).to_be_visible()
    expect(page.locator("#verify, #verified, #texts")).to_have_count(0)


def test_another_secret_is_found_by_its_commitment(
    site: str, revealed: MadeEvent, desktop: BrowserContext
) -> None:
    page = opened(desktop, site, revealed)
    exchange(page, "reveal.json", lambda reveal: reveal.update(secret="00" * 32))
    first, fault, rest = verdict(page)
    assert first == "Session 1 · This does not fit:"
    published = revealed.stage.sessions.get(number=1).board_set.commitment
    pattern = rf"The commitment of this secret and description is [0-9a-f]{{64}}, not {published}\."
    assert re.fullmatch(pattern, fault)
    assert rest == "The boards were therefore not compared."


def swap_a_card(deals: Document) -> None:
    """Board 4: positions 1 and 2 exchange a card."""
    one, two = (deals["deals"][3]["hands"][position] for position in "12")
    one[0], two[0] = two[0], one[0]


def repeat_a_deal(deals: Document) -> None:
    """Board 2 is dealt as board 1 was."""
    deals["deals"][1].update({name: deals["deals"][0][name] for name in ("hands", "kitty")})


@pytest.mark.parametrize(
    ("change", "faults"),
    [
        (swap_a_card, ["Board 4 does not follow from the secret."]),
        (
            repeat_a_deal,
            ["Board 2 does not follow from the secret.", "Board 2 is the same deal as Board 1."],
        ),
        (
            lambda deals: deals["deals"][2].update(attempt=1),
            ["Board 3 (attempt 1) was dealt at attempt 1, not recorded in the reveal."],
        ),
        (
            lambda deals: deals["deals"][5].update(number=7),
            ["Board 7 does not exist in this set."],
        ),
        (
            lambda deals: deals.update(set_id="another"),
            ["The deals are those of another set.", "The boards were therefore not compared."],
        ),
        (
            lambda deals: deals.update(format="fushi-deals-2"),
            ["deals.json could not be had, or is not what it should be."],
        ),
    ],
)
def test_exchanged_deals_are_named(
    site: str,
    revealed: MadeEvent,
    desktop: BrowserContext,
    change: Callable[[Document], object],
    faults: list[str],
) -> None:
    page = opened(desktop, site, revealed)
    exchange(page, "deals.json", change)
    assert verdict(page) == ["Session 1 · This does not fit:", *faults]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (
            lambda reveal: reveal["description"].update(reserves=9),
            "The secret was published with another document than the commitment covers.",
        ),
        (
            lambda reveal: reveal.update(public_value="3279.03"),
            "The secret was published with another public value than this page shows.",
        ),
        (
            lambda reveal: reveal["attempts"]["original"].update({"5": 1}),
            "Board 5 is not of attempt 1, which the reveal records.",
        ),
        (
            lambda reveal: reveal.update(secret="00"),
            "reveal.json could not be had, or is not what it should be.",
        ),
    ],
)
def test_a_reveal_that_contradicts_what_was_published_is_named(
    site: str,
    revealed: MadeEvent,
    desktop: BrowserContext,
    change: Callable[[Document], object],
    fault: str,
) -> None:
    page = opened(desktop, site, revealed)
    exchange(page, "reveal.json", change)
    assert verdict(page)[1] == fault


@pytest.mark.parametrize("vector", vectors(), ids=lambda vector: vector["commitment"][:8])
def test_public_values_reserves_attempts_and_four_players_are_verified_too(
    site: str, revealed: MadeEvent, desktop: BrowserContext, vector: Document
) -> None:
    description = DealSetDescription.from_data(vector["description"])
    attempts = {(vector["kind"], vector["number"]): vector["attempt"]} if vector["attempt"] else {}
    secret = bytes.fromhex(vector["secret"])
    reveal = Reveal(description, secret, vector["public_value"], attempts)
    boards = reveal.boards()
    deals = deals_to_data(description.set_id, boards)
    page = opened(desktop, site, revealed)
    exchange(page, "reveal.json", lambda document: document.update(reveal.to_data()))
    exchange(page, "deals.json", lambda document: document.update(deals))
    published = {
        "commitment": vector["commitment"],
        "canonical": description.canonical().decode(),
        "publicValue": vector["public_value"] or "",
    }
    page.locator("[data-reveal]").evaluate(
        "(session, published) => Object.assign(session.dataset, published)", published
    )
    assert verdict(page) == [f"Session 1 · {len(boards)} deals follow from the commitment."]


def test_without_a_script_the_page_leads_to_the_command_line(
    site: str, revealed: MadeEvent, desktop: BrowserContext
) -> None:
    assert desktop.browser is not None
    context = desktop.browser.new_context(java_script_enabled=False)
    page = opened(context, site, revealed)
    sentence = page.locator("noscript .notice")
    expect(sentence).to_be_visible()
    expect(sentence).to_contain_text("the command line below does the same")
    expect(page.locator("#verify")).to_be_hidden()
    context.close()


def test_the_script_derives_the_documented_vectors(
    site: str, made: MadeEvent, desktop: BrowserContext
) -> None:
    page = opened(desktop, site, made)
    for vector in vectors():
        derived = page.evaluate(DERIVE, vector)
        assert derived["commitment"] == vector["commitment"]
        assert derived["first_block"] == vector["first_block"]
        cards = {**vector["hands"], "kitty": vector["kitty"]}
        dealt = {**derived["hands"], "kitty": derived["kitty"]}
        assert {place: sorted(held) for place, held in dealt.items()} == {
            place: sorted(text.split()) for place, text in cards.items()
        }
