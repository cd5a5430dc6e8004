"""Boards and play positions as pictures: SVG, one pure function.

Owns the drawing. What a viewer may see is decided by `views.view`; suits are told by shape and
not by colour alone, and the picture carries the same information as text for screen readers.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import BLACK_JOKER, RANKS, SUITS, format_cards
from engine.deal import Deal
from engine.hand import HandState, view
from engine.phases import Played

WORDS: dict[str, tuple[str, str]] = {
    "board": ("Board", "牌副"),
    "position": ("Position {position}", "{position}号位"),
    "kitty": ("Kitty", "底牌"),
    "landlord": ("landlord", "地主"),
    "farmer": ("farmer", "农民"),
    "to_act": ("to act", "待行动"),
    "passed": ("pass", "不出"),
    "played": ("played", "出牌"),
    "hidden": ("{count} cards, not shown", "{count}张，未公开"),
    "none": ("no cards", "无牌"),
    "over": ("winner: {winner}", "胜方：{winner}"),
    "farmers": ("farmers", "农民"),
    "passed_out": ("passed out", "流局"),
}
_SYMBOLS = dict(zip(SUITS, "♣♦♥♠", strict=True))
_SHAPES = {
    "c": "M5 0a2.4 2.4 0 0 1 1.9 3.9A2.4 2.4 0 1 1 5.6 7.5L6.6 10H3.4L4.4 7.5A2.4 2.4 0 1 1 3.1 3.9"
    "A2.4 2.4 0 0 1 5 0Z",
    "d": "M5 0L9 5L5 10L1 5Z",
    "h": "M5 10L.7 5.2A2.6 2.6 0 0 1 5 1.9A2.6 2.6 0 0 1 9.3 5.2Z",
    "s": "M5 0L9 5.2A2.3 2.3 0 0 1 5.6 7.6L6.6 10H3.4L4.4 7.6A2.3 2.3 0 0 1 1 5.2Z",
}
_WIDTH, _HEIGHT, _STEP, _LEFT, _ROW = 30, 42, 21, 150, 64
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_RED, _BLACK = "#b3261e", "#1b1b1f"


@dataclass(frozen=True)
class _Row:
    """A hand, or the kitty: its name, what is said of it, and its cards (None: not shown)."""

    name: str
    notes: list[str]
    play: str
    cards: tuple[int, ...] | None
    count: int
    acting: bool = False


def picture(
    subject: Deal | HandState,
    *,
    viewer: int | None = None,
    open_cards: bool = True,
    names: Sequence[str] = (),
    title: str = "",
    language: str = "en",
    scale: float = 1.0,
) -> str:
    """An SVG document of a deal, or of a hand as it stands.

    Shows hands, kitty, roles, whose turn it is and the last play of everybody in the contest.
    With `open_cards=False` a hand in play shows what `viewer` (None: a spectator) may see.
    `names` are by position; `title` replaces the word for board; `language` is "en" or "zh";
    `scale` multiplies the size. The text alternative is in `title` and `desc`, `role="img"`.
    """
    state = subject if isinstance(subject, HandState) else None
    if state is None:
        assert isinstance(subject, Deal)
        rows = _deal_rows(subject, names, language)
    else:
        rows = _state_rows(state, viewer, open_cards, names, language)
    heading = title or _word("board", language)
    if state is not None and state.result is not None:
        winner = state.result.winner
        word = "passed_out" if winner is None else "over"
        told = _word(word, language, winner=_word(winner, language) if winner else "")
        heading = f"{heading} · {told}"
    widest = max(row.count for row in rows)
    width = _LEFT + _STEP * max(widest - 1, 9) + _WIDTH + 10
    height = 30 + _ROW * len(rows)
    body = "".join(_draw_row(row, 30 + _ROW * number) for number, row in enumerate(rows))
    described = escape(". ".join(_describe(row, language) for row in rows))
    shapes = "".join(f'<path id="fushi-{s}" d="{path}"/>' for s, path in _SHAPES.items())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {height}" '
        f'width="{width * scale:g}" height="{height * scale:g}" lang="{language}" '
        'font-family="system-ui, sans-serif">'
        f"<title>{escape(heading)}</title><desc>{described}</desc>"
        f'<defs>{shapes}</defs><rect width="{width}" height="{height}" fill="#f7f5ef"/>'
        f'<text x="10" y="20" font-size="15" font-weight="600">{escape(heading)}</text>'
        f"{body}</svg>"
    )


def escape(text: str) -> str:
    """A text as it stands in XML, which knows no control characters and no lone surrogates."""
    return html.escape(_NO_XML.sub("\ufffd", text))


def _word(key: str, language: str, **params: object) -> str:
    return WORDS[key][language == "zh"].format(**params)


def _name(position: int, names: Sequence[str], language: str) -> str:
    given = names[position - 1] if position <= len(names) else ""
    return given or _word("position", language, position=position)


def _deal_rows(deal: Deal, names: Sequence[str], language: str) -> list[_Row]:
    rows = [
        _Row(_name(position, names, language), [], "", hand, len(hand))
        for position, hand in enumerate(deal.hands, 1)
    ]
    return [*rows, _Row(_word("kitty", language), [], "", deal.kitty, len(deal.kitty))]


def _state_rows(
    state: HandState, viewer: int | None, open_cards: bool, names: Sequence[str], language: str
) -> list[_Row]:
    seen = view(state, viewer, open_cards)
    last = _last_plays(state)
    rows = []
    for position in state.ruleset.positions:
        notes, play = [], ""
        if seen.landlord is not None:
            role = "landlord" if position == seen.landlord else "farmer"
            notes.append(_word(role, language))
        if position in seen.to_act:
            notes.append(_word("to_act", language))
        if position in last:
            cards = last[position].cards
            told = f"{_word('played', language)} {_symbols(cards)}"
            play = told if cards else _word("passed", language)
        hand = seen.hand if position == viewer else None
        if seen.hands is not None:
            hand = seen.hands[position - 1]
        acting = position in seen.to_act
        rows.append(
            _Row(_name(position, names, language), notes, play, hand, seen.counts[position], acting)
        )
    return [*rows, _Row(_word("kitty", language), [], "", seen.kitty, len(state.kitty))]


def _last_plays(state: HandState) -> dict[int, Played]:
    """The last play of each position in the present contest."""
    contest: dict[int, Played] = {}
    passes = 0
    for played in state.plays:
        if passes == state.ruleset.players - 1:
            contest, passes = {}, 0
        contest[played.position] = played
        passes = 0 if played.cards else passes + 1
    return contest if state.to_beat is not None else {}


def _symbols(cards: tuple[int, ...]) -> str:
    texts = format_cards(cards).split()
    return " ".join(t if t[-1] == "J" else t[:-1] + _SYMBOLS[t[-1]] for t in texts)


def _describe(row: _Row, language: str) -> str:
    cards = format_cards(row.cards) if row.cards is not None else ""
    if row.cards is None:
        cards = _word("hidden", language, count=row.count)
    said = [*row.notes, *([row.play] if row.play else [])]
    notes = f" ({', '.join(said)})" if said else ""
    return f"{row.name}{notes}: {cards or _word('none', language)}"


def _draw_row(row: _Row, top: int) -> str:
    weight = "700" if row.acting else "500"
    lines = [(row.name, 18, f'font-size="13" font-weight="{weight}"')]
    lines.append((", ".join(row.notes), 34, 'font-size="11" fill="#44474e"'))
    lines.append((row.play, 48, 'font-size="11" fill="#44474e"'))
    parts = [
        f'<text x="10" y="{top + down}" {style}>{escape(text)}</text>'
        for text, down, style in lines
        if text
    ]
    cards = row.cards if row.cards is not None else (-1,) * row.count
    for number, card in enumerate(cards):
        parts.append(_draw_card(card, _LEFT + _STEP * number, top + 6))
    return "".join(parts)


def _draw_card(card: int, x: int, y: int) -> str:
    """A card with its rank and the shape of its suit; -1 is a card face down."""
    fill = "#fff" if card >= 0 else "#5b6b8c"
    frame = (
        f'<rect x="{x}" y="{y}" width="{_WIDTH}" height="{_HEIGHT}" rx="4" fill="{fill}" '
        'stroke="#8a8a8a"/>'
    )
    if card < 0:
        return frame
    if card >= BLACK_JOKER:
        colour = _BLACK if card == BLACK_JOKER else _RED
        letters = "BJ" if card == BLACK_JOKER else "RJ"
        return frame + (
            f'<text x="{x + 2}" y="{y + 15}" font-size="12" font-weight="700" fill="{colour}">'
            f"{letters}</text>"
        )
    suit = SUITS[card & 3]
    colour = _RED if suit in "dh" else _BLACK
    rank = "10" if RANKS[card >> 2] == "T" else RANKS[card >> 2]
    return frame + (
        f'<text x="{x + 3}" y="{y + 15}" font-size="13" font-weight="600" fill="{colour}">{rank}'
        f'</text><use href="#fushi-{suit}" x="{x + 3}" y="{y + 20}" fill="{colour}"/>'
    )
