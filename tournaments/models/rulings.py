"""A director's decisions about scores. Rows are only ever added: a reversal is another row."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Board, Play

from .decisions import Decision
from .entrants import Entrant
from .stages import Stage


class RulingKind(models.TextChoices):
    SCORES = "scores", _("adjusted scores")
    HANDS = "hands", _("hands swapped")
    SEATS = "seats", _("seats swapped")
    WITHDRAWN = "withdrawn", _("board withdrawn")
    PENALTY = "penalty", _("penalty")


class Ruling(Decision):
    """One decision; in force until another row `reverses` it.

    `data` by kind: `scores` {"positions": {"1": {"award": "average_plus"} or {"outcomes":
    [[points, "3/5"], …]}}}, a position that is not named keeps its result; `hands` {"mapping":
    "213"}: position 1 held hand 2; `seats` {"seats": {"A": entrant's id, …}}: who really sat
    there; `withdrawn` {} of a play, or of a board at every table; `penalty` {"percentage": "10"}
    of a top. Of several in force for one play and kind the newest counts.
    """

    stage = models.ForeignKey(
        Stage, on_delete=models.PROTECT, related_name="rulings", verbose_name=_("stage")
    )
    kind = models.CharField(_("kind"), max_length=10, choices=RulingKind.choices)
    play = models.ForeignKey(
        Play, null=True, on_delete=models.PROTECT, related_name="rulings", verbose_name=_("play")
    )
    board = models.ForeignKey(
        Board, null=True, on_delete=models.PROTECT, related_name="rulings", verbose_name=_("board")
    )
    entrant = models.ForeignKey(
        Entrant,
        null=True,
        on_delete=models.PROTECT,
        related_name="penalties",
        verbose_name=_("entrant"),
    )
    data = models.JSONField()

    class Meta(Decision.Meta):
        verbose_name = _("ruling")
        verbose_name_plural = _("rulings")

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"
