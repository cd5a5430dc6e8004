"""Finite fields GF(p^k), small enough for logarithm tables.

Owns field arithmetic on the integers 0..q-1 (base-p digits); knows nothing of players.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random


def prime_power(q: int) -> tuple[int, int] | None:
    """(p, k) with q = p^k, or None when q is not a power of a prime."""
    if q < 2:
        return None
    p = next((d for d in range(2, int(q**0.5) + 1) if q % d == 0), q)
    k = 0
    while q % p == 0:
        q //= p
        k += 1
    return (p, k) if q == 1 else None


class Field:
    """GF(q) with primitive element g: `power[i]` = g^i, `log[g^i]` = i for 0 <= i < q - 1."""

    def __init__(self, q: int) -> None:
        found = prime_power(q)
        if found is None:
            raise ValueError(f"{q} is not a power of a prime")
        self.order = q
        self.prime, self.degree = found
        half = self.prime ** ((self.degree + 1) // 2) if self.degree > 1 else 0
        self._half = half
        self._sums = [[self._digit_sum(a, b) for b in range(half)] for a in range(half)]
        self.power = self._primitive_powers()
        self.log = {value: i for i, value in enumerate(self.power)}

    def _primitive_powers(self) -> list[int]:
        random = Random(self.order)
        while True:
            tail = (
                random.randrange(1, self.prime),
                *random.choices(range(self.prime), k=self.degree - 1),
            )
            powers = self._powers(tail)
            if powers is not None:
                return powers

    def _powers(self, tail: tuple[int, ...]) -> list[int] | None:
        """Powers of x modulo x^k = sum tail[i] x^i, or None when x is not primitive there."""
        p, k = self.prime, self.degree
        digits = [1] + [0] * (k - 1)
        seen: list[int] = []
        for _ in range(self.order - 1):
            value = sum(digit * p**i for i, digit in enumerate(digits))
            if value == 0 or (value == 1 and seen):
                return None
            seen.append(value)
            top = digits[-1]
            digits = [(a + top * b) % p for a, b in zip([0, *digits[:-1]], tail, strict=True)]
        return seen if digits == [1] + [0] * (k - 1) else None

    def _digit_sum(self, a: int, b: int) -> int:
        p, total, unit = self.prime, 0, 1
        while a or b:
            total += (a % p + b % p) % p * unit
            a, b, unit = a // p, b // p, unit * p
        return total

    def add(self, a: int, b: int) -> int:
        """a + b."""
        if self.degree == 1:
            return (a + b) % self.prime
        half, sums = self._half, self._sums
        return sums[a // half][b // half] * half + sums[a % half][b % half]

    def multiply(self, a: int, b: int) -> int:
        """a · b."""
        if a == 0 or b == 0:
            return 0
        return self.power[(self.log[a] + self.log[b]) % (self.order - 1)]

    def divide(self, a: int, b: int) -> int:
        """a / b for b other than 0."""
        if a == 0:
            return 0
        return self.power[(self.log[a] - self.log[b]) % (self.order - 1)]

    def trace(self, a: int) -> int:
        """The absolute trace a + a^p + a^(p²) + …, an integer 0..p-1."""
        total, term = 0, a
        for _ in range(self.degree):
            total = self.add(total, term)
            term = self.power[self.log[term] * self.prime % (self.order - 1)] if term else 0
        return total


@lru_cache(maxsize=64)
def field(q: int) -> Field:
    """GF(q), kept; raises ValueError when q is not a power of a prime."""
    return Field(q)
