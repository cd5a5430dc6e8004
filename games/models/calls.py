"""Calls for the director: who called from which table, why, and what became of it."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .access import Player
from .plays import Play
from .tables import Table


class CallReason(models.TextChoices):
    WRONG_BOARD = "wrong_board", _("wrong board")
    IRREGULARITY = "irregularity", _("irregularity")
    TIME = "time", _("time is up")
    OTHER = "other", _("something else")


class CallState(models.TextChoices):
    OPEN = "open", _("open")
    TAKEN = "taken", _("taken")
    CLOSED = "closed", _("closed")
    WITHDRAWN = "withdrawn", _("withdrawn")


LIVE_CALLS = (CallState.OPEN, CallState.TAKEN)


class Call(models.Model):
    """A player's call, or the clock's (`is_automatic`) for the player whose time is up.

    `taken_by` and `closed_by` are references such as `user:7`, never names. A player has at most
    one live call; what was closed or withdrawn stays.
    """

    table = models.ForeignKey(
        Table, on_delete=models.PROTECT, related_name="calls", verbose_name=_("table")
    )
    play = models.ForeignKey(
        Play, null=True, on_delete=models.PROTECT, related_name="calls", verbose_name=_("play")
    )
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="calls", verbose_name=_("player")
    )
    reason = models.CharField(_("reason"), max_length=16, choices=CallReason.choices)
    text = models.CharField(_("text"), max_length=300, blank=True)
    is_automatic = models.BooleanField(_("by the clock"), default=False)
    state = models.CharField(
        _("state"), max_length=10, choices=CallState.choices, default=CallState.OPEN
    )
    at = models.DateTimeField(_("called"))
    taken_at = models.DateTimeField(_("taken"), null=True)
    taken_by = models.CharField(max_length=40, blank=True)
    closed_at = models.DateTimeField(_("closed"), null=True)
    closed_by = models.CharField(max_length=40, blank=True)
    note = models.CharField(_("note"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("call for the director")
        verbose_name_plural = _("calls for the director")
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["player"],
                condition=Q(state__in=("open", "taken")),
                name="one_live_call_a_player",
            )
        ]

    def __str__(self) -> str:
        return f"{self.table_id} {self.reason}"
