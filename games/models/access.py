"""How a person gets to a table: a code, hashed, opens a token, hashed; one live device a player."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.ids import new_id

from .people import Person


class Player(models.Model):
    """A person's standing permission to sit at the tables of one realm.

    `realm` is a word of the granting application (an event's id); games only compares it.
    `code_hash` is a keyed hash of the code in force, empty when none was issued;
    `pin_hash` likewise of the PIN that goes with it.
    """

    id = models.CharField(primary_key=True, max_length=16, default=new_id, editable=False)
    person = models.ForeignKey(
        Person, on_delete=models.PROTECT, related_name="players", verbose_name=_("person")
    )
    realm = models.CharField(_("realm"), max_length=32, db_index=True)
    code_hash = models.CharField(max_length=64, null=True, unique=True, editable=False)  # noqa: DJ001
    code_issued_at = models.DateTimeField(_("code issued"), null=True, editable=False)
    pin_hash = models.CharField(max_length=64, blank=True, editable=False)
    is_active = models.BooleanField(_("active"), default=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = [
            models.UniqueConstraint(
                fields=["person", "realm"], name="one_player_a_person_and_realm"
            )
        ]

    def __str__(self) -> str:
        return self.person.name


class PlayerToken(models.Model):
    """A device that speaks for a player. At most one is live; the others were taken over."""

    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="tokens", verbose_name=_("player")
    )
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    last_used_at = models.DateTimeField(_("last used"), null=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True)
    revoked_because = models.CharField(max_length=20, blank=True)

    class Meta:
        verbose_name = _("player token")
        verbose_name_plural = _("player tokens")
        constraints = [
            models.UniqueConstraint(
                fields=["player"],
                condition=Q(revoked_at__isnull=True),
                name="one_live_device_a_player",
            )
        ]

    def __str__(self) -> str:
        return f"{self.player_id} ({self.created_at:%Y-%m-%d %H:%M})"


class SignInFailure(models.Model):
    """A sign-in that failed, counted for a minute to slow down guessing, then forgotten."""

    code_hash = models.CharField(max_length=64, editable=False)
    at = models.DateTimeField(db_index=True, editable=False)

    class Meta:
        verbose_name = _("failed sign-in")
        verbose_name_plural = _("failed sign-ins")

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S}"
