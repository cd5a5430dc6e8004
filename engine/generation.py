"""The plays of a packed hand, leading or responding, put together from the tables.

Owns speed: everything is look-ups by masks of ranks and concatenation of shared tuples. What is
legal is said by `definitions` and `combinations`; the tests compare with both.
"""

from __future__ import annotations

from engine.combinations import BOMB, ROCKET, Combination, Kind
from engine.steps import ROCKET_HELD
from engine.tables import Body, Tables

_RANKS = 0x7FFF
ABOVE = tuple(_RANKS & -2 << rank for rank in range(15))
"""The ranks above each rank."""
Winged = tuple[int, int, int, int, int, int]
"""A body and what goes with it: packed body, cards a wing, wings, masks of ranks that give one, two
or three of them."""


def leads(holding: int, tables: Tables) -> list[int]:
    """Every play that a packed hand may lead, in no particular order."""
    plays, masks = plain_leads(holding, tables)
    if masks >> 32:
        _add_winged(plays, winged_leads(masks, tables), tables)
        if tables.two_readings:
            return list(dict.fromkeys(plays))
    return plays


def plain_leads(holding: int, tables: Tables) -> tuple[list[int], int]:
    """The leads but for airplanes with wings and fours with two; and the masks of the hand."""
    p0, p1, p2, p3, chain, straights, consecutive_pairs, attached = tables.for_leads
    try:
        masks0, plays0 = p0[holding & 65535]
        masks1, plays1 = p1[holding >> 16 & 65535]
        masks2, plays2 = p2[holding >> 32 & 65535]
        masks3, plays3 = p3[holding >> 48]
    except KeyError:
        return plain_leads(tables.possible(holding), tables)
    masks = masks0 | masks1 | masks2 | masks3
    plays = [
        *plays0,
        *plays1,
        *plays2,
        *plays3,
        *straights[masks & chain],
        *consecutive_pairs[masks >> 16 & chain],
    ]
    threes = masks >> 32 & _RANKS
    if not threes:
        return plays, masks
    loose = masks
    if not tables.rules.breaks_bombs_for_triples:
        kept = _kept(masks)
        loose &= kept | kept << 16
    singles_low, singles_high = loose & 255, loose >> 8 & 127
    pairs_low, pairs_high = loose >> 16 & 255, loose >> 24 & 127
    for with_low, with_high, with_low_pair, with_high_pair in attached[threes]:
        plays += with_low[singles_low]
        plays += with_high[singles_high]
        plays += with_low_pair[pairs_low]
        plays += with_high_pair[pairs_high]
    if threes & threes >> 1:
        plays += tables.airplanes[threes & chain]
    return plays, masks


def winged_leads(masks: int, tables: Tables) -> list[Winged]:
    """The bodies of airplanes with wings and of fours with two that a hand may lead."""
    winged: list[Winged] = []
    chained = masks >> 32 & tables.chain_mask
    if chained & chained >> 1:
        for body in tables.bodies[chained]:
            for pairs in (0, 1):
                _airplane(winged, masks, tables, body, pairs)
    fours = masks >> 48 & _RANKS
    if fours:
        for pairs in (0, 1):
            _fours(winged, masks, tables, fours, pairs)
    return winged


def masks_of(holding: int, tables: Tables) -> int:
    """The ranks that a packed hand holds at least once, twice, …: 15 bits each, 16 apart.

    `ROCKET_HELD`, between the first two, is set for a hand with the rocket.
    """
    t0, t1, t2, t3 = tables.masks
    try:
        return (
            t0[holding & 65535]
            | t1[holding >> 16 & 65535]
            | t2[holding >> 32 & 65535]
            | t3[holding >> 48]
        )
    except KeyError:
        return masks_of(tables.possible(holding), tables)


def responses(holding: int, to_beat: Combination, tables: Tables) -> list[int]:
    """Every play of a packed hand that beats `to_beat`, in no particular order."""
    return answers(masks_of(holding, tables), to_beat, tables)


def answers(masks: int, to_beat: Combination, tables: Tables) -> list[int]:
    """The same for who has the masks of the hand already."""
    kind, main, length, _ = to_beat
    plays: list[int]
    of_one_rank = tables.of_one_rank.get(kind)
    if of_one_rank:
        copies, low, high = of_one_rank
        mask = masks >> copies & ABOVE[main]
        plays = [*low[mask & 255], *high[mask >> 8]]
    elif kind is BOMB or kind is ROCKET:
        return _on_bombs(masks, to_beat, tables)
    else:
        answer, which = _ANSWERS[kind]
        plays = answer(which, masks, tables, main, length)
        if plays and tables.two_readings:
            readings = tables.plays
            plays = [play for play in dict.fromkeys(plays) if readings[play].kind is kind]
    if not tables.rules.bombs_beat_all:
        return plays
    if masks >> 48:
        for size in tables.bomb_sizes:
            _add_copies(plays, tables, size, masks)
    if masks & ROCKET_HELD:
        plays.append(tables.rocket)
    return plays


def _on_bombs(masks: int, to_beat: Combination, tables: Tables) -> list[int]:
    """What beats a bomb or the rocket."""
    kind, main, _, packed = to_beat
    plays: list[int] = []
    sizes = tables.bomb_sizes
    if kind is ROCKET:
        if not tables.rules.bomb_beats_rocket:
            return plays
    else:
        size = packed >> 4 * main
        _add_copies(plays, tables, size, masks & -2 << 16 * (size - 1) + main)
        sizes = sizes[size - 3 :]
    for larger in sizes:
        _add_copies(plays, tables, larger, masks)
    if kind is BOMB and masks & ROCKET_HELD:
        plays.append(tables.rocket)
    return plays


def _add_copies(plays: list[int], tables: Tables, copies: int, masks: int) -> None:
    """Add `copies` cards of every rank that has as many."""
    mask = masks >> 16 * (copies - 1)
    low, high = tables.copies[copies]
    plays += low[mask & 255]
    plays += high[mask >> 8 & 127]


def _kept(masks: int) -> int:
    """The ranks that may be attached where complete bombs and the rocket stay together."""
    kept = _RANKS & ~(masks >> 48)
    return kept & 0x1FFF if masks & ROCKET_HELD else kept


def _add_winged(plays: list[int], winged: list[Winged], tables: Tables) -> None:
    """Add every body with every choice of its wings."""
    choices = tables.wings.choices
    for body, cards, number, once, twice, thrice in winged:
        if cards == 1:
            plays += [body + wing for wing in choices(number, once, twice, thrice)]
        else:
            plays += [body + 2 * wing for wing in choices(number, once, twice, thrice)]


def _airplane(winged: list[Winged], masks: int, tables: Tables, body: Body, pairs: int) -> None:
    """Add the airplane `body` with what may be its single wings, or its pair wings."""
    number, mask = body.length, body.mask
    if pairs:
        winged.append((body.packed, 2, number, *_pairs(masks, tables, mask, 3)))
    elif tables.most_alike_airplane:
        most = tables.most_alike_airplane
        singles = _singles(masks, tables, mask, 3, most, body.beside)
        winged.append((body.packed, 1, number, *singles))


def _fours(winged: list[Winged], masks: int, tables: Tables, fours: int, pairs: int) -> None:
    """Add every four of the mask `fours` with what may be its two singles, or its two pairs."""
    most = tables.most_alike_four
    if not (tables.rules.four_with_two_pairs if pairs else most):
        return
    while fours:
        rank = fours.bit_length() - 1
        body = 1 << rank
        fours ^= body
        if pairs:
            winged.append((4 << 4 * rank, 2, 2, *_pairs(masks, tables, body, 4)))
        else:
            singles = _singles(masks, tables, body, 4, most, 0)
            winged.append((4 << 4 * rank, 1, 2, *singles))


def _singles(
    masks: int, tables: Tables, body: int, copies: int, most: int, beside: int
) -> tuple[int, int, int]:
    """The ranks that give one, two or three singles, `most` of a rank (two of those `beside`)."""
    rules = tables.rules
    kept = _RANKS if rules.breaks_bombs_for_wings else _kept(masks)
    kept &= ~body
    once = masks & kept
    twice = masks >> 16 & kept if most > 1 else 0
    thrice = masks >> 32 & kept & ~beside if most > 2 else 0
    if rules.wing_of_body_rank:
        once |= masks >> 16 * copies & body
        twice |= masks >> 16 * (copies + 1) & body if most > 1 else 0
        thrice |= masks >> 16 * (copies + 2) & body if most > 2 else 0
    return once, twice, thrice


def _pairs(masks: int, tables: Tables, body: int, copies: int) -> tuple[int, int, int]:
    """The ranks that give one pair, or two; a choice of them counts a pair as one."""
    rules = tables.rules
    kept = _RANKS if rules.breaks_bombs_for_wings else _kept(masks)
    kept &= ~body
    once = masks >> 16 & kept
    twice = masks >> 48 & kept if rules.four_of_a_rank_attached else 0
    if rules.wing_of_body_rank:
        once |= masks >> 16 * (copies + 1) & body
        twice |= masks >> 16 * (copies + 3) & body if rules.four_of_a_rank_attached else 0
    return once, twice, 0


def _starts(mask: int, main: int, length: int) -> int:
    """The first ranks of runs of `length` in `mask` whose last rank is above `main`."""
    mask &= -1 << main - length + 2
    while length > 1 and mask:
        mask &= mask >> 1
        length -= 1
    return mask


def _answer_triples(pairs: int, masks: int, tables: Tables, main: int, length: int) -> list[int]:
    """Triples above `main` with a single (`pairs` 0) or a pair (`pairs` 1)."""
    plays: list[int] = []
    threes = masks >> 32 & ABOVE[main]
    if threes:
        loose = masks >> 16 if pairs else masks
        if not tables.rules.breaks_bombs_for_triples:
            loose &= _kept(masks)
        low, high = loose & 255, loose >> 8 & 127
        for halves in tables.attached[threes]:
            plays += halves[2 * pairs][low]
            plays += halves[2 * pairs + 1][high]
    return plays


def _answer_chains(copies: int, masks: int, tables: Tables, main: int, length: int) -> list[int]:
    """Chains of `length` ranks with `copies` cards of each, up to a rank above `main`."""
    starts = _starts(masks >> 16 * (copies - 1) & tables.chain_mask, main, length)
    if not starts:
        return []
    runs = tables.runs[copies]
    return [runs[first][length] for first in range(starts.bit_length()) if starts >> first & 1]


def _answer_airplanes(pairs: int, masks: int, tables: Tables, main: int, length: int) -> list[int]:
    """Airplanes of `length` triples up to a rank above `main`, with singles or with pairs."""
    plays: list[int] = []
    chained = masks >> 32 & tables.chain_mask
    if _starts(chained, main, length):
        winged: list[Winged] = []
        for body in tables.bodies[chained]:
            if body.length == length and body.main > main:
                _airplane(winged, masks, tables, body, pairs)
        _add_winged(plays, winged, tables)
    return plays


def _answer_fours(pairs: int, masks: int, tables: Tables, main: int, length: int) -> list[int]:
    """Fours above `main` with two singles or with two pairs."""
    plays: list[int] = []
    fours = masks >> 48 & ABOVE[main]
    if fours:
        winged: list[Winged] = []
        _fours(winged, masks, tables, fours, pairs)
        _add_winged(plays, winged, tables)
    return plays


_ANSWERS = {
    Kind.TRIPLE_WITH_SINGLE: (_answer_triples, 0),
    Kind.TRIPLE_WITH_PAIR: (_answer_triples, 1),
    Kind.STRAIGHT: (_answer_chains, 1),
    Kind.CONSECUTIVE_PAIRS: (_answer_chains, 2),
    Kind.AIRPLANE: (_answer_chains, 3),
    Kind.AIRPLANE_WITH_SINGLES: (_answer_airplanes, 0),
    Kind.AIRPLANE_WITH_PAIRS: (_answer_airplanes, 1),
    Kind.FOUR_WITH_TWO_SINGLES: (_answer_fours, 0),
    Kind.FOUR_WITH_TWO_PAIRS: (_answer_fours, 1),
}
"""How each shape of more than one rank is answered, and the number that tells it which."""
