"""The action log. Rows are only ever added: they are the truth from which all else follows."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .plays import Play
from .tables import Table


class LogEntry(models.Model):
    """Something that happened at a table and that everybody seated there may know.

    `number` counts the table's entries from 1 without a gap: it numbers the live stream. `seq`
    counts the game actions of one play, and is empty for what is not one (a clock, a freeze).
    `kind` is the action's type (`bid`, `doubles_revealed`, `redouble`, `play`, `pass`) or the
    kind of notice (`play_started`, `table_finished`); `data` is its content as the API prints
    it, and `automatic` marks what the clock or a bot did. `phase` and `to_act` (positions, e.g.
    "23") say what the play waits for afterwards, as everybody at the table sees it, and `deadline`
    until when (null without a clock). `time_used` are the milliseconds that each position took for
    what the entry tells, since it was to act. A sealed double is never here.
    """

    table = models.ForeignKey(
        Table, on_delete=models.PROTECT, related_name="entries", verbose_name=_("table")
    )
    number = models.PositiveIntegerField()
    play = models.ForeignKey(
        Play, null=True, on_delete=models.PROTECT, related_name="entries", verbose_name=_("play")
    )
    seq = models.PositiveIntegerField(null=True)
    kind = models.CharField(max_length=24)
    position = models.PositiveSmallIntegerField(null=True)
    data = models.JSONField()
    phase = models.CharField(max_length=12, blank=True)
    to_act = models.CharField(max_length=4, blank=True)
    automatic = models.BooleanField(default=False)
    deadline = models.DateTimeField(null=True)
    time_used = models.JSONField(null=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("log entry")
        verbose_name_plural = _("log entries")
        ordering = ["table", "number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="entries_of_a_table_unique"),
            models.UniqueConstraint(
                fields=["play", "seq"],
                condition=Q(seq__isnull=False),
                name="an_action_is_unique",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} #{self.number} {self.kind}"


class SealedDouble(models.Model):
    """A farmer's choice before both are in. It consumes no seq and nobody is told that it exists.

    `position` also names the choice in the log once both are revealed, in one entry. A choice that
    was undone with the auction or with its revelation `is_void`: its farmer chooses anew.
    """

    play = models.ForeignKey(
        Play, on_delete=models.PROTECT, related_name="sealed_doubles", verbose_name=_("play")
    )
    position = models.PositiveSmallIntegerField()
    value = models.BooleanField()
    automatic = models.BooleanField(default=False)
    is_void = models.BooleanField(default=False)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("sealed double")
        verbose_name_plural = _("sealed doubles")
        constraints = [
            models.UniqueConstraint(
                fields=["play", "position"],
                condition=Q(is_void=False),
                name="a_farmer_chooses_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.play_id} {self.position}"
