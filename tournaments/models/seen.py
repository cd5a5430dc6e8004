"""Boards that somebody looked at on purpose although they were still to play them."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Board, Person


class SeenBoard(models.Model):
    """From then on the board is no longer hidden from the person; the audit says why."""

    person = models.ForeignKey(
        Person, on_delete=models.PROTECT, related_name="seen_boards", verbose_name=_("person")
    )
    board = models.ForeignKey(
        Board, on_delete=models.PROTECT, related_name="seen_by", verbose_name=_("board")
    )

    class Meta:
        verbose_name = _("board looked at")
        verbose_name_plural = _("boards looked at")
        constraints = [
            models.UniqueConstraint(fields=["person", "board"], name="a_board_is_seen_once")
        ]

    def __str__(self) -> str:
        return f"{self.person_id} {self.board_id}"
