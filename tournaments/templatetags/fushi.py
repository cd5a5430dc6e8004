"""How pages print cards, points, scores and ranges. Owns form only; computes no score."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any

from django import template
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from engine.combinations import Kind
from engine.comparison.rounding import shown
from engine.hand import Result
from tournaments.origins import told
from tournaments.pages.replay import HeldCard
from tournaments.services.stage_checks import pairs_text
from tournaments.words import (
    COLUMNS,
    COMBINATIONS,
    DELIVERY_STATES,
    EVENT_STATES,
    JOKERS,
    METHODS,
    PLAY_STATES,
    ROUND_STATES,
    RULINGS,
    SUIT_NAMES,
    TIE_BREAKS,
)

register = template.Library()

MINUS = "−"
TEXT_FORM = "\ufe0e"  # asks for the letter form of a suit, not for a coloured picture
SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


@register.filter
def card(text: str, extra: str = "") -> SafeString:
    """A card ("10h", "BJ") as a small picture made of text: rank above suit."""
    if text in JOKERS:
        word, colour, name = JOKERS[text]
        return format_html(
            '<span class="card joker {} {}" role="img" aria-label="{}">'
            '<b lang="zh-Hans">{}</b></span>',
            colour,
            extra,
            name,
            word,
        )
    rank, suit = text[:-1], text[-1]
    return format_html(
        '<span class="card {} {}" role="img" aria-label="{}"><b>{}</b><i>{}</i></span>',
        "red" if suit in "dh" else "black",
        extra,
        _("%(rank)s of %(suit)s") % {"rank": rank, "suit": SUIT_NAMES[suit]},
        rank,
        SUITS[suit] + TEXT_FORM,
    )


@register.filter
def cards(texts: Iterable[str]) -> SafeString:
    """Cards in their order, with a small gap wherever the rank changes."""
    parts = []
    last = None
    for text in texts:
        rank = text if text in JOKERS else text[:-1]
        parts.append((card(text, "" if rank == last else "new-rank"),))
        last = rank
    return format_html('<span class="cards">{}</span>', format_html_join("", "{}", parts))


@register.filter
def origin(stored: str) -> str:
    """Where a decision came from, in words: see `tournaments.origins`."""
    return told(stored)


@register.filter
def signed(value: Fraction | int | None) -> str:
    """Points with their sign: +4, −2, 0; a mean with one decimal; a dash for none."""
    if value is None:
        return "–"
    text = shown(value if value > 0 else -value, 0 if value == int(value) else 1)
    if Fraction(text) == 0:
        return "0"
    return ("+" if value > 0 else MINUS) + text


@register.filter
def score(value: Fraction | int | None) -> str:
    """A comparison score: whole, or with at most two decimals; a dash for none."""
    if value is None:
        return "–"
    return shown(value).rstrip("0").rstrip(".").replace("-", MINUS)


@register.filter
def ruling(kind: str) -> str:
    """How a director adjusted a score, in words."""
    return str(RULINGS[kind])


@register.filter
def fraction(text: str) -> str:
    """An exact score as it is stored ("51/5"), as a score."""
    return score(Fraction(text))


@register.filter
def pretty(value: Any) -> str:
    """JSON for people to read; a dash for nothing."""
    return "–" if value is None else json.dumps(value, ensure_ascii=False, indent=1)


@register.filter
def plain(value: Fraction | int | None) -> str:
    """The value as a plain decimal, for sorting."""
    return "" if value is None else f"{float(value):.6f}"


@register.filter
def percent(value: Fraction | str | None) -> str:
    """A percentage with one decimal, without the unit's sign; a dash in methods without one."""
    return "–" if value in (None, "") else shown(Fraction(value), 1).replace("-", MINUS)


@register.filter
def change(places: int | None) -> SafeString:
    """Places gained (▲ 2) or lost (▼ 1) since the version before."""
    if places is None:
        return format_html('<span class="muted" title="{0}" aria-label="{0}">∗</span>', _("new"))
    if places == 0:
        return format_html('<span class="muted" aria-label="{}">=</span>', _("unchanged"))
    up = places > 0
    name = ngettext("%(n)d place", "%(n)d places", abs(places)) % {"n": abs(places)}
    return format_html(
        '<span class="{}" aria-label="{}">{} {}</span>',
        "up" if up else "down",
        (_("up %(places)s") if up else _("down %(places)s")) % {"places": name},
        "▲" if up else "▼",
        abs(places),
    )


@register.filter
def ranges(pairs: Iterable[tuple[int, int]]) -> str:
    """Ranges of numbers: "1–8, 11"."""
    return ", ".join(f"{first}" if first == last else f"{first}–{last}" for first, last in pairs)


@register.filter
def role(name: str | None) -> str:
    """Landlord or farmer in words; a dash where nobody bid."""
    return {"landlord": _("landlord"), "farmer": _("farmer")}.get(name or "", "–")


@register.filter
def combination(name: str | None) -> str:
    """The name of a combination."""
    return str(COMBINATIONS[Kind(name)]) if name else ""


@register.filter
def round_state(name: str) -> str:
    """The state of a round or of a table in it, in words."""
    return str(ROUND_STATES.get(name, name))


@register.filter
def play_state(name: str) -> str:
    """The state of a board at a table that is not open, in words for spectators."""
    return str(PLAY_STATES[name])


@register.filter
def delivery_state(name: str) -> str:
    """What became of a message, in words."""
    return str(DELIVERY_STATES.get(name, name))


@register.filter
def event_state(name: str) -> str:
    """The state of an event, in words."""
    return str(EVENT_STATES.get(name, name))


@register.filter
def facts(result: Result) -> str:
    """The facts of a result in a few words: "bid 2 · bombs 1 · spring · doubled by 3"."""
    if result.passed_out:
        return _("passed out")
    parts = [_("bid %(bid)s") % {"bid": result.bid}]
    if result.bombs:
        parts.append(_("bombs %(count)s") % {"count": result.bombs})
    if result.rockets:
        parts.append(_("rocket"))
    if result.spring:
        parts.append(_("spring") if result.spring == "spring" else _("anti-spring"))
    if result.doubled:
        parts.append(_doubled(result))
    if result.redoubled:
        parts.append(_("redoubled"))
    return " · ".join(parts)


@register.filter
def outcome(result: Result) -> str:
    """Who was landlord and who won, and the facts: "position 1 landlord and won · bid 2"."""
    if result.passed_out:
        return _("passed out")
    sentence = _("position %(position)d landlord and lost")
    if result.winner == "landlord":
        sentence = _("position %(position)d landlord and won")
    return f"{sentence % {'position': result.landlord}} · {facts(result)}"


@register.filter
def extras(result: Result) -> str:
    """What multiplied the stake besides bombs: "anti-spring, doubled by 2, redoubled"."""
    parts = []
    if result.spring:
        parts.append(_("spring") if result.spring == "spring" else _("anti-spring"))
    if result.doubled:
        parts.append(_doubled(result))
    if result.redoubled:
        parts.append(_("redoubled"))
    if result.passed_out:
        parts.append(_("passed out"))
    return pgettext("list", ", ").join(parts)


def _doubled(result: Result) -> str:
    who = _(" and ").join(str(position) for position in sorted(result.doubled))
    return _("doubled by %(who)s") % {"who": who}


@register.simple_tag
def landlord_mark() -> SafeString:
    """A short mark behind the landlord's name."""
    mark = pgettext("mark behind a name", "L")
    return format_html('<abbr class="landlord" title="{}">{}</abbr>', _("landlord"), mark)


@register.simple_tag
def bombs(result: Result) -> str:
    """How many bombs and rockets were played; empty where nobody bid."""
    return "–" if result.passed_out else str(result.bombs + result.rockets)


@register.simple_tag
def percentage_of(part: Fraction | None, top: Fraction) -> str:
    """`part` of `top` as a percentage with one decimal."""
    return "–" if part is None else percent(100 * part / top)


@register.filter
def held_cards(held: Iterable[HeldCard]) -> SafeString:
    """A hand for the replay: each card names the step at which it leaves the hand."""
    parts = []
    last = None
    for each in held:
        rank = each.text if each.text in JOKERS else each.text[:-1]
        extra = ("" if rank == last else "new-rank ") + ("from-kitty" if each.from_kitty else "")
        parts.append((each.step, card(each.text, extra)))
        last = rank
    return format_html(
        '<span class="cards">{}</span>',
        format_html_join("", '<span class="held" data-gone="{}">{}</span>', parts),
    )


@register.filter
def method(name: str) -> str:
    """A comparison method in words."""
    return str(METHODS.get(name, name))


@register.filter
def pairs(forbidden: Sequence[Sequence[int]]) -> str:
    """Pairs of numbers as they are typed: "3-7, 5-9"."""
    return pairs_text(forbidden)


@register.filter
def tie_break(name: str) -> str:
    """A step of a tie-break chain in words."""
    return str(TIE_BREAKS.get(name, name))


@register.filter
def atmost(value: int, most: int) -> int:
    """The value, or `most` if it is larger."""
    return min(value, most)


@register.filter
def lookup(mapping: Mapping[Any, Any], key: Any) -> Any:
    """`mapping[key]`, or None."""
    return mapping.get(key)


@register.filter
def item(sequence: Sequence[Any], index: int) -> Any:
    """`sequence[index]`, or None where it is shorter."""
    return sequence[index] if index < len(sequence) else None


@register.filter
def column(name: str) -> str:
    """A column of a list of entrants in words."""
    return str(COLUMNS.get(name, name))


@register.filter
def moment(value: datetime | None, form: str = "time") -> SafeString:
    """A `<time>` in the zone in force: "time" of day with seconds, or the whole "date" with it."""
    if value is None:
        return mark_safe("–")
    here = timezone.localtime(value)
    text = here.strftime("%H:%M:%S" if form == "time" else "%Y-%m-%d %H:%M")
    return format_html(
        '<time datetime="{}" title="{}">{}</time>',
        value.isoformat(timespec="seconds"),
        here.strftime("%Y-%m-%d %H:%M:%S %Z"),
        text,
    )
