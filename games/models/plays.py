"""A play: one board at one table. The log is the truth; `snapshot` is derived from it."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from engine.movements.four_a_side import holders
from games.ids import new_id

from .boards import Board
from .tables import Table


class PlayState(models.TextChoices):
    SCHEDULED = "scheduled", _("scheduled")
    PLAYING = "playing", _("in play")
    FINISHED = "finished", _("finished")
    NOT_PLAYED = "not_played", _("not played")


#: The states of a play from which something is still to come, and the others.
UNFINISHED = (PlayState.SCHEDULED, PlayState.PLAYING)
ENDED = (PlayState.FINISHED, PlayState.NOT_PLAYED)


class Play(models.Model):
    """One board at one table.

    `positions` holds the seat letters in the order of positions: "BCA" means that seat B is dealt
    position 1. `snapshot` is `engine.hand.HandState.to_data()` after action number `seq`, without
    sealed doubles; it is empty before the play starts. `seq` counts game actions only.

    The time of who is to act counts from `turn_at` on; `pools` are the seconds that each position
    has left besides ({"1": 20.0}), null without a pool. `due_at` is when the sweep has to act for
    somebody, null when never. While the table is halted all three stand as they were. `time_used`
    are the milliseconds that each position has taken so far ([4100, 900, 12000]), the sum of its
    log's; null before anybody acts.
    """

    id = models.CharField(primary_key=True, max_length=16, default=new_id, editable=False)
    table = models.ForeignKey(
        Table, on_delete=models.PROTECT, related_name="plays", verbose_name=_("table")
    )
    board = models.ForeignKey(
        Board, on_delete=models.PROTECT, related_name="plays", verbose_name=_("board")
    )
    order = models.PositiveSmallIntegerField(_("order at the table"))
    positions = models.CharField(_("positions"), max_length=4)
    state = models.CharField(
        _("state"), max_length=10, choices=PlayState.choices, default=PlayState.SCHEDULED
    )
    snapshot = models.JSONField(null=True, editable=False)
    seq = models.PositiveIntegerField(_("actions"), default=0, editable=False)
    started_at = models.DateTimeField(_("started"), null=True, editable=False)
    finished_at = models.DateTimeField(_("finished"), null=True, editable=False)
    turn_at = models.DateTimeField(null=True, editable=False)
    due_at = models.DateTimeField(null=True, editable=False)
    pools = models.JSONField(null=True, editable=False)
    time_used = models.JSONField(null=True, editable=False)

    class Meta:
        verbose_name = _("play")
        verbose_name_plural = _("plays")
        ordering = ["table", "order"]
        constraints = [
            models.UniqueConstraint(fields=["table", "board"], name="a_table_plays_a_board_once"),
            models.UniqueConstraint(fields=["table", "order"], name="play_order_unique_at_table"),
            models.UniqueConstraint(
                fields=["table"], condition=Q(state="playing"), name="one_play_at_a_time"
            ),
        ]
        indexes = [
            models.Index(fields=["board", "state"]),
            models.Index(
                fields=["due_at"], condition=Q(due_at__isnull=False), name="plays_with_a_clock"
            ),
        ]

    def __str__(self) -> str:
        return self.id

    def holders(self, landlord: int | None) -> str:
        """The seats that speak for the positions, once `landlord` (a position) is known.

        They are `positions`, but where partners play (`TablePolicy.partners`): there the landlord's
        partner may have passed his hand on. The table has to be there, or costs a query.
        """
        if self.table.policy.get("partners"):
            return holders(self.positions, landlord)
        return self.positions
