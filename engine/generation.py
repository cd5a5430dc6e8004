"""The plays of a packed hand, leading or responding, put together from the tables.

Owns speed: everything is look-ups by masks of ranks and concatenation of shared tuples. What is
legal is said by `definitions` and `combinations`; the tests compare with both.
"""

from __future__ import annotations

from engine.combinations import COPIES, TRIPLE_WITH, WINGED, Combination, Kind
from engine.tables import Body, Half, Tables

_RANKS = 0x7FFF
_GROUPS = frozenset({Kind.SINGLE, Kind.PAIR, Kind.TRIPLE})


def leads(holding: int, tables: Tables) -> list[int]:
    """Every play that a packed hand may lead, in no particular order."""
    g0, g1, g2, g3 = tables.groups
    t0, t1, t2, t3 = tables.masks
    c0, c1, c2, c3 = holding & 65535, holding >> 16 & 65535, holding >> 32 & 65535, holding >> 48
    masks = t0[c0] | t1[c1] | t2[c2] | t3[c3]
    chain = tables.chain_mask
    plays = [
        *g0[c0],
        *g1[c1],
        *g2[c2],
        *g3[c3],
        *tables.straights[masks & chain],
        *tables.consecutive_pairs[masks >> 16 & chain],
    ]
    threes = masks >> 32 & _RANKS
    if threes:
        rules = tables.rules
        plays += tables.airplanes[threes & chain]
        kept = _RANKS if rules.breaks_bombs_for_triples else _kept(masks, holding, tables)
        if rules.triple_with_single:
            _attach(plays, tables.triple_with_single, threes, masks & kept)
        _attach(plays, tables.triple_with_pair, threes, masks >> 16 & kept)
        for body in tables.bodies[threes & chain]:
            _winged(plays, masks, holding, tables, body, singles=True)
            _winged(plays, masks, holding, tables, body, singles=False)
        fours = masks >> 48 & _RANKS
        if fours:
            _fours(plays, masks, holding, tables, fours, singles=True)
            _fours(plays, masks, holding, tables, fours, singles=False)
    return list(dict.fromkeys(plays)) if tables.two_readings else plays


def responses(holding: int, to_beat: Combination, tables: Tables) -> list[int]:
    """Every play of a packed hand that beats `to_beat`, in no particular order."""
    t0, t1, t2, t3 = tables.masks
    masks = (
        t0[holding & 65535]
        | t1[holding >> 16 & 65535]
        | t2[holding >> 32 & 65535]
        | t3[holding >> 48]
    )
    kind, main, length, packed = to_beat
    plays: list[int] = []
    if kind is Kind.ROCKET:
        if tables.rules.bomb_beats_rocket:
            for size in tables.bomb_sizes:
                _add_copies(plays, tables, size, masks)
        return plays
    if kind is Kind.BOMB:
        size = packed >> 4 * main
        _add_copies(plays, tables, size, masks & -2 << 16 * (size - 1) + main)
        for larger in tables.bomb_sizes[size - 3 :]:
            _add_copies(plays, tables, larger, masks)
    else:
        plays = _same_shape(masks, holding, tables, kind, main, length)
        if plays and tables.two_readings:
            readings = tables.plays
            plays = [play for play in dict.fromkeys(plays) if readings[play].kind is kind]
        if not tables.rules.bombs_beat_all:
            return plays
        if masks >> 48:
            for size in tables.bomb_sizes:
                _add_copies(plays, tables, size, masks)
    if holding >> 52 == tables.rocket >> 52:
        plays.append(tables.rocket)
    return plays


def _add_copies(plays: list[int], tables: Tables, copies: int, masks: int) -> None:
    """Add `copies` cards of every rank that has as many."""
    mask = masks >> 16 * (copies - 1)
    low, high = tables.copies[copies]
    plays += low[mask & 255]
    plays += high[mask >> 8 & 127]


def _attach(plays: list[int], halves: tuple[Half, ...], threes: int, attached: int) -> None:
    """Add every triple of `threes` with every attachment that the mask `attached` allows."""
    low_mask, high_mask = attached & 255, attached >> 8 & 127
    while threes:
        rank = threes.bit_length() - 1
        threes ^= 1 << rank
        low, high = halves[rank]
        plays += low[low_mask]
        plays += high[high_mask]


def _kept(masks: int, holding: int, tables: Tables) -> int:
    """The ranks that may be attached where complete bombs and the rocket stay together."""
    kept = _RANKS & ~(masks >> 48)
    return kept & 0x1FFF if holding >> 52 == tables.rocket >> 52 else kept


def _winged(
    plays: list[int], masks: int, holding: int, tables: Tables, body: Body, singles: bool
) -> None:
    """Add the airplane `body` with every choice of single wings, or of pair wings."""
    packed, number = body.packed, body.length
    if singles:
        most = tables.most_alike_airplane
        wings = _singles(masks, holding, tables, number, body.mask, 3, most, body.beside)
        plays += [packed + wing for wing in wings]
    else:
        wings = _pairs(masks, holding, tables, number, body.mask, 3)
        plays += [packed + 2 * wing for wing in wings]


def _fours(
    plays: list[int], masks: int, holding: int, tables: Tables, fours: int, singles: bool
) -> None:
    """Add every four of the mask `fours` with two singles, or with two pairs."""
    while fours:
        rank = fours.bit_length() - 1
        body = 1 << rank
        fours ^= body
        packed = 4 << 4 * rank
        if singles:
            most = tables.most_alike_four
            wings = _singles(masks, holding, tables, 2, body, 4, most, 0)
            plays += [packed + wing for wing in wings]
        elif tables.rules.four_with_two_pairs:
            wings = _pairs(masks, holding, tables, 2, body, 4)
            plays += [packed + 2 * wing for wing in wings]


def _singles(
    masks: int,
    holding: int,
    tables: Tables,
    number: int,
    body: int,
    copies: int,
    most: int,
    beside: int,
) -> list[int]:
    """The choices of `number` singles, `most` of a rank (two at most of the ranks `beside`)."""
    if not most:
        return []
    rules = tables.rules
    kept = _RANKS if rules.breaks_bombs_for_wings else _kept(masks, holding, tables)
    kept &= ~body
    once = masks & kept
    twice = masks >> 16 & kept if most > 1 else 0
    thrice = masks >> 32 & kept & ~beside if most > 2 else 0
    if rules.wing_of_body_rank:
        once |= masks >> 16 * copies & body
        twice |= masks >> 16 * (copies + 1) & body if most > 1 else 0
        thrice |= masks >> 16 * (copies + 2) & body if most > 2 else 0
    return tables.wings.choices(number, once, twice, thrice)


def _pairs(
    masks: int, holding: int, tables: Tables, number: int, body: int, copies: int
) -> list[int]:
    """The choices of `number` ranks to attach a pair of each, as one card of each."""
    rules = tables.rules
    kept = _RANKS if rules.breaks_bombs_for_wings else _kept(masks, holding, tables)
    kept &= ~body
    once = masks >> 16 & kept
    twice = masks >> 48 & kept if rules.four_of_a_rank_attached else 0
    if rules.wing_of_body_rank:
        once |= masks >> 16 * (copies + 1) & body
        twice |= masks >> 16 * (copies + 3) & body if rules.four_of_a_rank_attached else 0
    return tables.wings.choices(number, once, twice, 0)


def _starts(mask: int, main: int, length: int) -> int:
    """The first ranks of runs of `length` in `mask` whose last rank is above `main`."""
    mask &= -1 << main - length + 2
    while length > 1 and mask:
        mask &= mask >> 1
        length -= 1
    return mask


def _same_shape(
    masks: int, holding: int, tables: Tables, kind: Kind, main: int, length: int
) -> list[int]:
    """The plays of the same kind and length with a higher main rank."""
    plays: list[int] = []
    copies = COPIES[kind]
    if kind in _GROUPS:
        _add_copies(plays, tables, copies, masks & -2 << 16 * (copies - 1) + main)
        return plays
    threes = masks >> 32 & _RANKS
    if kind in TRIPLE_WITH:
        kept = _RANKS
        if not tables.rules.breaks_bombs_for_triples:
            kept = _kept(masks, holding, tables)
        if kind is Kind.TRIPLE_WITH_SINGLE:
            _attach(plays, tables.triple_with_single, threes & -2 << main, masks & kept)
        else:
            _attach(plays, tables.triple_with_pair, threes & -2 << main, masks >> 16 & kept)
    elif copies == 4:
        fours = masks >> 48 & _RANKS & -2 << main
        _fours(plays, masks, holding, tables, fours, kind is Kind.FOUR_WITH_TWO_SINGLES)
    elif kind in WINGED:
        starts = _starts(threes & tables.chain_mask, main, length)
        for body in tables.bodies[threes & tables.chain_mask] if starts else ():
            if body.length == length and body.main > main:
                _winged(plays, masks, holding, tables, body, kind is Kind.AIRPLANE_WITH_SINGLES)
    else:
        starts = _starts(masks >> 16 * (copies - 1) & tables.chain_mask, main, length)
        while starts:
            first = starts.bit_length() - 1
            starts ^= 1 << first
            plays.append(tables.run(copies, first, length))
    return plays
