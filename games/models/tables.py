"""A table: one seating in one round, with the policy that it was created with."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.ids import new_id

from .access import Player


class Table(models.Model):
    """Players on chairs, and the frozen `games.policy.TablePolicy` that they play under.

    A table that is `is_frozen` (by itself), `is_paused` (with all of its event) or `is_claimed` (by
    an open claim) takes no action, and its clocks stand still since `halted_at`, which is null
    while it is none of these.
    """

    id = models.CharField(primary_key=True, max_length=16, default=new_id, editable=False)
    realm = models.CharField(_("realm"), max_length=32, db_index=True)
    number = models.PositiveIntegerField(_("number"))
    policy = models.JSONField(_("policy"), editable=False)
    released_at = models.DateTimeField(_("released"), null=True, editable=False)
    finished_at = models.DateTimeField(_("finished"), null=True, editable=False)
    is_frozen = models.BooleanField(_("frozen"), default=False, editable=False)
    is_paused = models.BooleanField(_("paused"), default=False, editable=False)
    is_claimed = models.BooleanField(_("claimed"), default=False, editable=False)
    halted_at = models.DateTimeField(_("clocks stopped"), null=True, editable=False)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")

    def __str__(self) -> str:
        return f"{self.number}"


class Seat(models.Model):
    """A chair, `A` to `D` in acting order, fixed for the round, and who sits on it.

    `bot` names the strength (`engine.bots.STRENGTHS`) of the bot that acts for the player, and is
    empty while the player does.
    """

    table = models.ForeignKey(
        Table, on_delete=models.CASCADE, related_name="seats", verbose_name=_("table")
    )
    letter = models.CharField(_("seat"), max_length=1)
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="seats", verbose_name=_("player")
    )
    bot = models.CharField(_("bot"), max_length=10, blank=True, editable=False)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["table", "letter"]
        constraints = [
            models.UniqueConstraint(fields=["table", "letter"], name="one_player_a_chair"),
            models.UniqueConstraint(fields=["table", "player"], name="one_chair_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} {self.letter}"
