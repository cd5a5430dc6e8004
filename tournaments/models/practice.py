"""Practice: what a visitor without an account plays with bots. It counts in no event."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models import Board, Play, Player

from .fields import Field

#: The realm of visitors, of the bots they play with, and of the installation's practice boards.
PRACTICE_REALM = "practice"


class Practice(models.Model):
    """One board that a visitor plays, or has played, holding `position`.

    `points` are his, null before the end. They are compared with the results of `field`, which
    belongs to an event, or without one with earlier visitors' on the same board and position;
    who had played the board before (`is_repeat`) is compared and counts for nobody else. When the
    table is swept `play` and `player` become null, `address_hash` empty: what others are compared
    with is left.
    """

    play = models.OneToOneField(
        Play,
        null=True,
        on_delete=models.SET_NULL,
        related_name="practice",
        verbose_name=_("play"),
    )
    player = models.ForeignKey(
        Player,
        null=True,
        on_delete=models.SET_NULL,
        related_name="practices",
        verbose_name=_("player"),
    )
    board = models.ForeignKey(
        Board, on_delete=models.PROTECT, related_name="practices", verbose_name=_("board")
    )
    position = models.PositiveSmallIntegerField(_("position"))
    field = models.ForeignKey(
        Field,
        null=True,
        on_delete=models.SET_NULL,
        related_name="practices",
        verbose_name=_("field"),
    )
    points = models.IntegerField(_("points"), null=True)
    is_repeat = models.BooleanField(_("played before"), default=False)
    address_hash = models.CharField(max_length=64, blank=True, editable=False)
    started_at = models.DateTimeField(_("started"), db_index=True)

    class Meta:
        verbose_name = _("practice play")
        verbose_name_plural = _("practice plays")
        indexes = [
            models.Index(
                fields=["board", "position", "points"],
                condition=Q(points__isnull=False, field__isnull=True, is_repeat=False),
                name="practice_results",
            )
        ]

    def __str__(self) -> str:
        return f"{self.board_id} {self.position}"
