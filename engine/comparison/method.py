"""What a comparison method is, and the register of methods by name.

Owns the interface, the rule for small fouled sub-fields and the value of a percentage under each
method. Never knows an entrant: a method turns a field's tally into one score per points value.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from fractions import Fraction
from typing import Any, ClassVar, TypeVar

from engine.comparison.field import Field, Tally, Weight
from engine.errors import ComparisonError

AVERAGE = Fraction(50)
SIGNED_STEP = Fraction(2)
"""What ten per cent above average are in methods without a top: average plus is +2 a board."""


class Method(ABC):
    """A comparison method; options are fields of its frozen dataclass.

    `version` changes whenever any score could change, so that a stored standing names what made
    it. `has_top` tells percentage methods from signed ones, whose average is 0.
    """

    name: ClassVar[str]
    version: ClassVar[int]
    has_top: ClassVar[bool]

    @abstractmethod
    def scores(self, field: Field) -> dict[int, Fraction]:
        """The exact score of one whole result of each value, in a field that is not fouled."""

    @abstractmethod
    def top(self, size: Weight) -> Fraction | None:
        """The most that one of `size` results can score; None for a signed method."""

    def table(
        self, tally: Tally, expected: int | None = None, *, fouled: bool = False
    ) -> dict[int, Fraction]:
        """The exact score of each points value of a field, in ascending order of the values.

        `expected` is the number of results that the whole field should have had (default: as many
        as there are). `fouled` marks a sub-field that played another hand mapping than the rest:
        of at most three results and at most a third of `expected`, it scores 60 % and 5 % for
        every half point that it is above or below the middle of the sub-field. Raises
        `ComparisonError`.
        """
        field = Field.of(tally, expected)
        if fouled and field.size <= 3 and 3 * field.size <= field.expected:
            middle = field.size - 1
            return {
                value: self.at_percentage(60 + 5 * (score - middle), field.expected)
                for value, score in field.matchpoints().items()
            }
        return self.scores(field)

    def at_percentage(self, percentage: Weight, size: Weight) -> Fraction:
        """The score that stands for `percentage` (0–100) in a field of `size` results.

        In signed methods 50 % is 0 and each further ten per cent are 2.
        """
        top = self.top(size)
        if top is None:
            return (Fraction(percentage) - AVERAGE) / 10 * SIGNED_STEP
        return top * Fraction(percentage) / 100

    def percentage(self, score: Weight, top: Weight) -> Fraction | None:
        """`score` as a percentage of `top`; of a top of 0, which compares nothing, 50 %."""
        if not self.has_top:
            return None
        return 100 * Fraction(score) / Fraction(top) if top else AVERAGE

    def to_data(self) -> dict[str, Any]:
        """Name, version and options, for JSON; `from_data` makes an equal method of it."""
        return {"name": self.name, "version": self.version, "options": self.options()}

    def options(self) -> dict[str, Any]:
        """The options that differ between methods of one name, for JSON."""
        return {}


_FACTORIES: dict[str, Callable[..., Method]] = {}
M = TypeVar("M", bound=type[Method])


def register(factory: M) -> M:
    """Class decorator: make a method known under its name."""
    _FACTORIES[factory.name] = factory
    return factory


def names() -> tuple[str, ...]:
    """The names of all methods."""
    return tuple(sorted(_FACTORIES))


def get(name: str, **options: Any) -> Method:
    """The method of that name, with its default options unless others are given.

    Raises `ComparisonError` (`unknown_method`, `unknown_option`, `bad_option`).
    """
    factory = _FACTORIES.get(name)
    if factory is None:
        raise ComparisonError("unknown_method", name=name, known=", ".join(names()))
    known = getattr(factory, "__dataclass_fields__", {})
    for option in options:
        if option not in known:
            raise ComparisonError("unknown_option", name=name, option=option)
    return factory(**options)


def from_data(data: dict[str, Any]) -> Method:
    """The method that `to_data` described.

    Raises `ComparisonError` (`other_method_version` and those of `get`).
    """
    method = get(data["name"], **data.get("options", {}))
    if data.get("version", method.version) != method.version:
        raise ComparisonError("other_method_version", name=method.name, version=data["version"])
    return method
