"""Rounds, their tables, and who sits out."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.ids import new_id
from games.models import Table

from .entrants import Entrant
from .stages import Session, Stage


class RoundState(models.TextChoices):
    DRAWN = "drawn", _("drawn")
    RELEASED = "released", _("released")
    PLAYING = "playing", _("in play")
    FINISHED = "finished", _("finished")


class Round(models.Model):
    """A period in which the tables play the boards `first_board` to `last_board`.

    Usually every table plays all of them. Where boards go round, or each table has its own, the
    movement says which boards are whose. Drawn rounds have no games tables yet: these are made from
    the stage's movement on release.
    """

    id = models.CharField(primary_key=True, max_length=16, default=new_id, editable=False)
    stage = models.ForeignKey(
        Stage, on_delete=models.CASCADE, related_name="rounds", verbose_name=_("stage")
    )
    session = models.ForeignKey(
        Session, on_delete=models.PROTECT, related_name="rounds", verbose_name=_("session")
    )
    number = models.PositiveSmallIntegerField(_("number"))
    first_board = models.PositiveIntegerField(_("first board"))
    last_board = models.PositiveIntegerField(_("last board"))
    state = models.CharField(
        _("state"), max_length=10, choices=RoundState.choices, default=RoundState.DRAWN
    )
    released_at = models.DateTimeField(_("released at"), null=True, editable=False)
    cut_at = models.DateTimeField(_("who is out is put down"), null=True, editable=False)
    finished_at = models.DateTimeField(_("finished"), null=True, editable=False)
    #: When the time planned for it is over, pauses not counted; None without a planned time.
    ends_at = models.DateTimeField(_("planned end"), null=True, editable=False)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["stage", "number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="round_numbers_unique")
        ]

    def __str__(self) -> str:
        return f"{self.number}"


class RoundTable(models.Model):
    """A games table as a part of a round."""

    round = models.ForeignKey(
        Round, on_delete=models.CASCADE, related_name="tables", verbose_name=_("round")
    )
    number = models.PositiveIntegerField(_("number"))
    table = models.OneToOneField(
        Table, on_delete=models.PROTECT, related_name="round_table", verbose_name=_("table")
    )

    class Meta:
        verbose_name = _("table of a round")
        verbose_name_plural = _("tables of a round")
        ordering = ["round", "number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="table_numbers_unique")
        ]

    def __str__(self) -> str:
        return f"{self.round_id} {self.number}"


class Bye(models.Model):
    """An entrant who sits out a round."""

    round = models.ForeignKey(
        Round, on_delete=models.CASCADE, related_name="byes", verbose_name=_("round")
    )
    entrant = models.ForeignKey(
        Entrant, on_delete=models.PROTECT, related_name="byes", verbose_name=_("entrant")
    )

    class Meta:
        verbose_name = _("bye")
        verbose_name_plural = _("byes")
        constraints = [
            models.UniqueConstraint(
                fields=["round", "entrant"], name="one_bye_an_entrant_and_round"
            )
        ]

    def __str__(self) -> str:
        return f"{self.round_id} {self.entrant_id}"
