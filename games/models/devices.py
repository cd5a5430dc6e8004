"""A table's own device: a code of the table opens a token; players speak on it by PIN."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.ids import new_id

from .access import Player


class TableDevice(models.Model):
    """The device that lies on the table of a number, round after round; `realm` as of a player."""

    id = models.CharField(primary_key=True, max_length=16, default=new_id, editable=False)
    realm = models.CharField(_("realm"), max_length=32)
    number = models.PositiveIntegerField(_("number"))
    code_hash = models.CharField(max_length=64, null=True, unique=True, editable=False)  # noqa: DJ001
    code_issued_at = models.DateTimeField(_("code issued"), null=True, editable=False)

    class Meta:
        verbose_name = _("device of a table")
        verbose_name_plural = _("devices of tables")
        constraints = [
            models.UniqueConstraint(fields=["realm", "number"], name="one_device_a_table_number")
        ]

    def __str__(self) -> str:
        return f"{self.number}"


class TableToken(models.Model):
    """A device that was signed in with a table's code. At most one of a table is live."""

    device = models.ForeignKey(
        TableDevice, on_delete=models.CASCADE, related_name="tokens", verbose_name=_("device")
    )
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True)
    revoked_because = models.CharField(max_length=20, blank=True)

    class Meta:
        verbose_name = _("table token")
        verbose_name_plural = _("table tokens")
        constraints = [
            models.UniqueConstraint(
                fields=["device"],
                condition=Q(revoked_at__isnull=True),
                name="one_live_device_a_table",
            )
        ]

    def __str__(self) -> str:
        return f"{self.device_id} ({self.created_at:%Y-%m-%d %H:%M})"


class PinFailure(models.Model):
    """A wrong PIN of a player: counted to end guessing."""

    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="pin_failures", verbose_name=_("player")
    )
    at = models.DateTimeField(db_index=True, editable=False)

    class Meta:
        verbose_name = _("wrong PIN")
        verbose_name_plural = _("wrong PINs")

    def __str__(self) -> str:
        return f"{self.player_id} {self.at:%H:%M:%S}"
