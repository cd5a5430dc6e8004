"""Physical cards, ranks and packed counts, with their parsing and printing.

A card is an int: rank × 4 + suit for 3…2, 52 the black joker, 53 the red joker; two packs hold
every int twice. A packed int holds the count of each rank in 4 bits, the 3 lowest.
Never knows a ruleset: what the cards are worth is decided elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from engine.errors import ParseError

RANKS = "3456789TJQKA2BR"
SUITS = "cdhs"
BLACK_JOKER = 52
RED_JOKER = 53
ACE, TWO, BLACK, RED = 11, 12, 13, 14
"""Ranks that rules speak of by name; 0 is the 3."""
MOST_OF_RANK = 8
"""The most cards of one rank in two packs, which is what a packed int can hold."""

RANK_OF: tuple[int, ...] = (*(card >> 2 for card in range(52)), BLACK, RED)
"""The rank 0…14 of every card."""
UNIT: tuple[int, ...] = tuple(1 << 4 * rank for rank in range(15))
"""One card of every rank, packed."""
UNIT_OF: tuple[int, ...] = tuple(UNIT[rank] for rank in RANK_OF)
"""Every card, packed."""

_SYMBOLS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s", "♧": "c", "♢": "d", "♡": "h", "♤": "s"}
_TEXTS: tuple[str, ...] = (
    *(("10" if letter == "T" else letter) + suit for letter in RANKS[:13] for suit in SUITS),
    "BJ",
    "RJ",
)
_CARDS = {text.upper(): card for card, text in enumerate(_TEXTS)}
_CARDS |= {text.replace("10", "T"): card for text, card in _CARDS.items() if "10" in text}
_JOKERS = {"小王": BLACK_JOKER, "大王": RED_JOKER}
_CARDS |= _JOKERS
_RANK_TOKEN = re.compile(r"\s*(10|小王|大王|[^\s,])")
_LETTERS = {"10": "T"} | {name: RANKS[RANK_OF[card]] for name, card in _JOKERS.items()}
_SIGNS = "".join(_SYMBOLS)
SUITED = rf"(?:10|[2-9TJQKA])[CDHS{_SIGNS}]\ufe0f?|[{_SIGNS}]\ufe0f?(?:10|[2-9TJQKA])"
"""A pattern for one card with its suit; in any case."""
_CARD_TOKEN = re.compile(rf"{SUITED}|[^\s,]+", re.IGNORECASE)


def parse_card(text: str) -> int:
    """The card written as `3s`, `10h`, `Th`, `♠K`, `K♠`, `BJ` or `RJ`, in any case; `小王`, `大王`.

    Raises `ParseError` (`bad_card`).
    """
    card = _CARDS.get(text)
    if card is not None:
        return card
    plain = text.strip()
    for symbol, suit in _SYMBOLS.items():
        if symbol in plain:
            plain = plain.replace("\ufe0f", "").replace(symbol, "", 1) + suit
            break
    card = _CARDS.get(plain.upper())
    if card is None:
        raise ParseError("bad_card", column=1, text=text)
    return card


def format_card(card: int) -> str:
    """A card as `3s`, `10h`, `BJ` or `RJ`; `parse_card` reads it back."""
    return _TEXTS[card]


def parse_cards(text: str | Iterable[str]) -> tuple[int, ...]:
    """Cards from one text or many, sorted high to low.

    In a text, spaces or commas separate cards; after a card with its suit they may be missing.

    Raises `ParseError` (`bad_card`), with the column when one text was given.
    """
    if not isinstance(text, str):
        return tuple(sorted((parse_card(item) for item in text), reverse=True))
    cards = []
    for token in _CARD_TOKEN.finditer(text):
        try:
            cards.append(parse_card(token.group()))
        except ParseError as error:
            raise error.moved(columns=token.start()) from None
    return tuple(sorted(cards, reverse=True))


def format_cards(cards: Iterable[int]) -> str:
    """Cards separated by spaces, in the order given."""
    return " ".join([_TEXTS[card] for card in cards])


def sort_cards(cards: Iterable[int]) -> tuple[int, ...]:
    """The same cards, high to low; suits of one rank from spades to clubs."""
    return tuple(sorted(cards, reverse=True))


def pack(cards: Iterable[int]) -> int:
    """The counts of the ranks of `cards`, 4 bits a rank."""
    return sum([UNIT_OF[card] for card in cards])


def unpack(packed: int) -> tuple[int, ...]:
    """The 15 counts of a packed int, from the 3 to the red joker."""
    return tuple([packed >> shift & 15 for shift in range(0, 60, 4)])


def count_cards(packed: int) -> int:
    """How many cards a packed int holds."""
    # 256 leaves the remainder 1 by 255, so the remainder is the sum of the bytes; at most 108.
    return ((packed & 0x0F0F0F0F0F0F0F0F) + (packed >> 4 & 0x0F0F0F0F0F0F0F0F)) % 255


def parse_ranks(text: str) -> int:
    """The packed counts of a text of ranks such as `888 4`, `10 10`, `BR` or `小王`, in any order.

    Raises `ParseError` (`bad_rank`, `too_many_of_rank`) with the column.
    """
    packed = 0
    for token in _RANK_TOKEN.finditer(text):
        letter = _LETTERS.get(token.group(1)) or token.group(1).upper()
        column = token.start(1) + 1
        rank = RANKS.find(letter)
        if rank < 0:
            raise ParseError("bad_rank", column=column, text=token.group(1))
        if packed >> 4 * rank & 15 == MOST_OF_RANK:
            raise ParseError("too_many_of_rank", column=column, most=MOST_OF_RANK, rank=letter)
        packed += UNIT[rank]
    return packed


def format_ranks(packed: int) -> str:
    """The ranks of a packed int, low to high, in the letters of `RANKS`."""
    return (
        _four_ranks(0, packed & 65535)
        + _four_ranks(4, packed >> 16 & 65535)
        + _four_ranks(8, packed >> 32 & 65535)
        + _four_ranks(12, packed >> 48)
    )


@lru_cache(maxsize=4096)
def _four_ranks(first: int, chunk: int) -> str:
    """The text of four ranks from `first`, whose counts are in 16 bits."""
    letters = RANKS[first : first + 4]
    return "".join([letter * (chunk >> 4 * place & 15) for place, letter in enumerate(letters)])


def contains(holding: int, part: int) -> bool:
    """Whether the packed `holding` has at least the packed counts of `part`.

    Every second nibble is taken by itself, so that its neighbour is a guard against borrowing.
    """
    guard, even = 0x1010101010101010, 0x0F0F0F0F0F0F0F0F
    low = ((holding & even | guard) - (part & even)) & guard
    high = ((holding >> 4 & even | guard) - (part >> 4 & even)) & guard
    return low == guard and high == guard


def deck(decks: int = 1) -> tuple[int, ...]:
    """All cards of one pack (54) or two (108), high to low."""
    return tuple(sorted(list(range(54)) * decks, reverse=True))
