"""Boards and the committed sets that they come from. A deal is derived, not stored."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.ids import new_id


class BoardKind(models.TextChoices):
    ORIGINAL = "original", _("original")
    RESERVE = "reserve", _("reserve")


class BoardSet(models.Model):
    """Numbered boards that follow from one committed secret (engine.dealing, `fushi-deal-1`).

    `description` is the canonical document that the commitment covers. `secret_encrypted` is
    encrypted at rest. `reveal` is the published document, empty until the set is revealed. There
    are only the boards from `first_board` on; none yet while an announced value is missing.
    """

    id = models.CharField(primary_key=True, max_length=16, default=new_id, editable=False)
    realm = models.CharField(_("realm"), max_length=32, db_index=True)
    description = models.JSONField(editable=False)
    commitment = models.CharField(_("commitment"), max_length=64, editable=False)
    secret_encrypted = models.BinaryField(editable=False)
    first_board = models.PositiveIntegerField(default=1, editable=False)
    public_value = models.CharField(_("public value"), max_length=200, blank=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    revealed_at = models.DateTimeField(_("revealed"), null=True, editable=False)
    reveal = models.JSONField(null=True, editable=False)

    class Meta:
        verbose_name = _("board set")
        verbose_name_plural = _("board sets")

    def __str__(self) -> str:
        return f"{self.id} ({self.commitment[:12]}…)"

    @property
    def missing_value(self) -> str:
        """The name of the announced value that is not known yet; empty if none is missing."""
        return "" if self.public_value else self.description["public_value_name"] or ""


class Board(models.Model):
    """One numbered deal. `fingerprint` recognises an equal deal without telling the cards.

    `opened_at` is set once every table scheduled to play it has finished, or by a director:
    from then on everybody may see its hands and results. `opens_at` is when a board that all have
    finished is to be opened, where spectators are told later; null while it does not wait.
    """

    id = models.CharField(primary_key=True, max_length=16, default=new_id, editable=False)
    board_set = models.ForeignKey(
        BoardSet, on_delete=models.PROTECT, related_name="boards", verbose_name=_("board set")
    )
    kind = models.CharField(
        _("kind"), max_length=10, choices=BoardKind.choices, default=BoardKind.ORIGINAL
    )
    number = models.PositiveIntegerField(_("number"))
    attempt = models.PositiveSmallIntegerField(default=0, editable=False)
    fingerprint = models.CharField(max_length=64, unique=True, editable=False)
    opened_at = models.DateTimeField(_("opened"), null=True, editable=False)
    opens_at = models.DateTimeField(_("to be opened"), null=True, editable=False)

    class Meta:
        verbose_name = _("board")
        verbose_name_plural = _("boards")
        ordering = ["board_set", "kind", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["board_set", "kind", "number"], name="board_number_unique_in_its_set"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="board_numbers_start_at_one"),
        ]
        indexes = [
            models.Index(
                fields=["opens_at"],
                condition=Q(opens_at__isnull=False, opened_at__isnull=True),
                name="boards_that_wait_to_open",
            )
        ]

    def __str__(self) -> str:
        return f"{self.number}"
