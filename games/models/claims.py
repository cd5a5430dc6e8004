"""Claims: a player on lead shows the hand and says how it goes out; the others agree or not."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .plays import Play


class ClaimState(models.TextChoices):
    OPEN = "open", _("waits for the other seats")
    ACCEPTED = "accepted", _("accepted")
    REFUSED = "refused", _("refused")
    WITHDRAWN = "withdrawn", _("withdrawn by the director")


class Claim(models.Model):
    """A claim of the seat on lead after action `seq`; the table stands still while it is open.

    `hand` are the cards shown, `plays` the combinations in the order claimed, as lists of cards.
    `waiting_for` are the seats that have not answered; from `due_at` on they have refused
    (`seconds_left`: the table stands still otherwise, too). `ended_by` is the seat that refused, or
    the reference of a director. What was shown and said is in the log, too.
    """

    play = models.ForeignKey(
        Play, on_delete=models.PROTECT, related_name="claims", verbose_name=_("play")
    )
    seat = models.CharField(_("seat"), max_length=1)
    position = models.PositiveSmallIntegerField()
    seq = models.PositiveIntegerField()
    hand = models.JSONField()
    plays = models.JSONField()
    waiting_for = models.CharField(max_length=4)
    state = models.CharField(
        _("state"), max_length=10, choices=ClaimState.choices, default=ClaimState.OPEN
    )
    at = models.DateTimeField()
    due_at = models.DateTimeField(null=True)
    seconds_left = models.FloatField(null=True)
    ended_at = models.DateTimeField(null=True)
    ended_by = models.CharField(max_length=40, blank=True)

    class Meta:
        verbose_name = _("claim")
        verbose_name_plural = _("claims")
        indexes = [
            models.Index(fields=["due_at"], condition=Q(state="open"), name="open_claims_by_due"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["play", "seat"], name="a_seat_claims_a_board_once"),
            models.UniqueConstraint(
                fields=["play"], condition=Q(state="open"), name="one_open_claim_a_play"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.play_id} {self.seat}"
