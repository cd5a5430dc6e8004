"""What people say of a result: reported facts, who agrees, who does not. Rows are never deleted.

A report is not a result: it waits until the other seats have agreed, or a director accepts it.
"""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .plays import Play
from .results import Result


class ReportState(models.TextChoices):
    WAITING = "waiting", _("waits for the other seats")
    DISPUTED = "disputed", _("disputed")
    ACCEPTED = "accepted", _("accepted")
    REPLACED = "replaced", _("replaced")


class Report(models.Model):
    """Facts that somebody reported of a play with physical cards; `number` counts those of a play.

    `seat` is the letter of who reported, empty for a director. `facts` and `points` are as in a
    `Result`; `lead` is the landlord's opening lead, `out_first` the position that went out, `hands`
    the hand that each position held ("213": position 1 held hand 2). Of the open reports of a
    play, waiting or disputed, there is one at most.
    """

    play = models.ForeignKey(
        Play, on_delete=models.PROTECT, related_name="reports", verbose_name=_("play")
    )
    number = models.PositiveSmallIntegerField(_("number"))
    seat = models.CharField(_("seat"), max_length=1, blank=True)
    reference = models.CharField(_("reported by"), max_length=40)
    facts = models.JSONField(_("facts"))
    points = models.JSONField(_("points"))
    lead = models.CharField(_("opening lead"), max_length=3, blank=True)
    out_first = models.PositiveSmallIntegerField(_("went out first"), null=True)
    hands = models.CharField(_("hands"), max_length=4)
    state = models.CharField(
        _("state"), max_length=10, choices=ReportState.choices, default=ReportState.WAITING
    )
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("reported result")
        verbose_name_plural = _("reported results")
        constraints = [
            models.UniqueConstraint(fields=["play", "number"], name="report_numbers_unique"),
            models.UniqueConstraint(
                fields=["play"],
                condition=Q(state__in=["waiting", "disputed"]),
                name="one_open_report_a_play",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.play_id} #{self.number}"


class Confirmation(models.Model):
    """A seat agrees: with a report, or with a result that counts. `by_pin` at a shared device."""

    report = models.ForeignKey(
        Report,
        null=True,
        on_delete=models.PROTECT,
        related_name="confirmations",
        verbose_name=_("report"),
    )
    result = models.ForeignKey(
        Result,
        null=True,
        on_delete=models.PROTECT,
        related_name="confirmations",
        verbose_name=_("result"),
    )
    seat = models.CharField(_("seat"), max_length=1)
    by_pin = models.BooleanField(default=False)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("confirmation")
        verbose_name_plural = _("confirmations")
        constraints = [
            models.UniqueConstraint(
                fields=["report", "seat"], name="a_seat_confirms_a_report_once"
            ),
            models.UniqueConstraint(
                fields=["result", "seat"], name="a_seat_confirms_a_result_once"
            ),
            models.CheckConstraint(
                condition=Q(report__isnull=True) ^ Q(result__isnull=True),
                name="a_confirmation_is_of_one_thing",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.report_id or self.result_id} {self.seat}"


class Dispute(models.Model):
    """A seat does not agree; open until somebody settles it. What counts goes on counting.

    `settlement` is empty while it is open: then `withdrawn` by its seat, `replaced` by a new
    report, or what a director decided (`stands`, `corrected`), who is named by `settled_by`.
    """

    play = models.ForeignKey(
        Play, on_delete=models.PROTECT, related_name="disputes", verbose_name=_("play")
    )
    report = models.ForeignKey(
        Report,
        null=True,
        on_delete=models.PROTECT,
        related_name="disputes",
        verbose_name=_("report"),
    )
    result = models.ForeignKey(
        Result,
        null=True,
        on_delete=models.PROTECT,
        related_name="disputes",
        verbose_name=_("result"),
    )
    seat = models.CharField(_("seat"), max_length=1)
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    by_pin = models.BooleanField(default=False)
    at = models.DateTimeField()
    settlement = models.CharField(_("settlement"), max_length=10, blank=True)
    settled_by = models.CharField(max_length=40, blank=True)
    settled_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("dispute")
        verbose_name_plural = _("disputes")
        constraints = [
            models.UniqueConstraint(
                fields=["play", "seat"],
                condition=Q(settled_at__isnull=True),
                name="one_open_dispute_a_seat",
            ),
            models.CheckConstraint(
                condition=Q(report__isnull=True) ^ Q(result__isnull=True),
                name="a_dispute_is_of_one_thing",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.play_id} {self.seat}"


class MisfitReport(models.Model):
    """A report refused because it did not fit the cards: counted, for each refusal tells a little.

    Everybody at the table and the director can see that there were some.
    """

    play = models.ForeignKey(
        Play, on_delete=models.PROTECT, related_name="misfits", verbose_name=_("play")
    )
    reference = models.CharField(max_length=40)
    body_hash = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("report that did not fit")
        verbose_name_plural = _("reports that did not fit")
        constraints = [
            models.UniqueConstraint(fields=["play", "body_hash"], name="misfits_are_counted_once")
        ]

    def __str__(self) -> str:
        return f"{self.play_id} {self.at:%H:%M:%S}"
