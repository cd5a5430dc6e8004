"""Fields, their frequency tables, and the marks that say what has to be counted again.

Seat results, generations and frequency rows are derived: `rebuild` makes them anew, bit for bit.
"""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models import Board, Play

from .entrants import Entrant
from .rounds import Round
from .stages import Stage


class Field(models.Model):
    """All results compared with each other: one board, one position, one hand mapping.

    `mapping` is the position → hand map of the results ("123" unless hands were swapped).
    `expected` counts the plays scheduled, less withdrawn and not-played ones. `generation` is the
    newest row of `generations`, 0 while nothing has been counted.
    """

    stage = models.ForeignKey(
        Stage, on_delete=models.CASCADE, related_name="fields", verbose_name=_("stage")
    )
    board = models.ForeignKey(
        Board, on_delete=models.PROTECT, related_name="fields", verbose_name=_("board")
    )
    mapping = models.CharField(max_length=4, default="123")
    position = models.PositiveSmallIntegerField()
    expected = models.PositiveIntegerField(default=0)
    generation = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("field")
        verbose_name_plural = _("fields")
        constraints = [
            models.UniqueConstraint(
                fields=["stage", "board", "mapping", "position"], name="fields_unique"
            )
        ]

    def __str__(self) -> str:
        return f"{self.board_id} {self.position}"


class FieldGeneration(models.Model):
    """One count of a field: immutable. `top` is the best possible score, as a fraction.

    Those that are neither current nor named by a version's manifest are deleted after a day.
    """

    field = models.ForeignKey(
        Field,
        on_delete=models.CASCADE,
        related_name="generations",
        verbose_name=_("field"),
        db_index=False,  # the constraint's begins with it
    )
    number = models.PositiveIntegerField()
    results = models.PositiveIntegerField()
    top_numerator = models.BigIntegerField()
    top_denominator = models.BigIntegerField(default=1)
    counted_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("count of a field")
        verbose_name_plural = _("counts of fields")
        constraints = [
            models.UniqueConstraint(fields=["field", "number"], name="generations_unique")
        ]

    def __str__(self) -> str:
        return f"{self.field_id} g{self.number}"


class FrequencyRow(models.Model):
    """One line of a frequency table: points value, its weight, its comparison score (fractions)."""

    field = models.ForeignKey(
        Field,
        on_delete=models.CASCADE,
        related_name="rows",
        verbose_name=_("field"),
        db_index=False,  # the constraint's begins with it
    )
    generation = models.PositiveIntegerField()
    value = models.IntegerField()
    weight_numerator = models.BigIntegerField()
    weight_denominator = models.BigIntegerField(default=1)
    score_numerator = models.BigIntegerField()
    score_denominator = models.BigIntegerField(default=1)

    class Meta:
        verbose_name = _("frequency row")
        verbose_name_plural = _("frequency rows")
        constraints = [
            models.UniqueConstraint(
                fields=["field", "generation", "value"], name="frequency_values_unique"
            )
        ]

    def __str__(self) -> str:
        return f"{self.field_id} g{self.generation} {self.value:+d}"


class SeatResult(models.Model):
    """What one entrant has in one play: what joins entrants with frequency tables.

    Usually one row, `value` with weight 1. A ruling makes several parts of it whose weights sum
    to 1, or one without a value: an `award` (`engine.comparison.rulings.Award`), which leaves its
    field. `round` is the play's, so that the standings are summed without a detour over tables.
    """

    play = models.ForeignKey(
        Play,
        on_delete=models.CASCADE,
        related_name="seat_results",
        verbose_name=_("play"),
        db_index=False,  # the constraint's begins with it
    )
    round = models.ForeignKey(
        Round, on_delete=models.PROTECT, related_name="seat_results", verbose_name=_("round")
    )
    field = models.ForeignKey(
        Field,
        on_delete=models.PROTECT,
        related_name="seat_results",
        verbose_name=_("field"),
        db_index=False,  # one with the value begins with it
    )
    entrant = models.ForeignKey(
        Entrant, on_delete=models.PROTECT, related_name="seat_results", verbose_name=_("entrant")
    )
    position = models.PositiveSmallIntegerField()
    part = models.PositiveSmallIntegerField(default=0)
    value = models.IntegerField(null=True)
    weight_numerator = models.PositiveSmallIntegerField(default=1)
    weight_denominator = models.PositiveSmallIntegerField(default=1)
    award = models.CharField(max_length=16, blank=True)

    class Meta:
        verbose_name = _("seat result")
        verbose_name_plural = _("seat results")
        constraints = [
            models.UniqueConstraint(
                fields=["play", "position", "part"], name="seat_results_unique"
            ),
            models.CheckConstraint(
                condition=Q(award="", value__isnull=False) | (~Q(award="") & Q(value__isnull=True)),
                name="a_seat_has_a_value_or_an_award",
            ),
        ]
        indexes = [models.Index(fields=["field", "value"])]

    def __str__(self) -> str:
        return f"{self.play_id} {self.position}: {self.award or self.value}"


class DirtyMark(models.Model):
    """Insert-only: this field has to be counted again. The count deletes exactly what it saw."""

    field = models.ForeignKey(
        Field, on_delete=models.CASCADE, related_name="marks", verbose_name=_("field")
    )
    cause = models.CharField(max_length=40)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("dirty mark")
        verbose_name_plural = _("dirty marks")

    def __str__(self) -> str:
        return f"{self.field_id} {self.cause}"
