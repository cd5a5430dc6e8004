"""An event, and who may do what in it."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.ids import new_id


class EventState(models.TextChoices):
    DRAFT = "draft", _("in preparation")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")


class AllPassRule(models.TextChoices):
    VOID = "void", _("passed out, 0 for all")
    FORCED = "forced", _("position 1 is landlord at 1")


class Event(models.Model):
    """A whole competition. `ruleset` is `engine.rulesets.Ruleset.to_data()`, frozen."""

    id = models.CharField(primary_key=True, max_length=16, default=new_id, editable=False)
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=120)
    place = models.CharField(_("place"), max_length=120, blank=True)
    starts_on = models.DateField(_("first day"), null=True, blank=True)
    timezone = models.CharField(_("time zone"), max_length=40, default="UTC")
    ruleset = models.JSONField(_("ruleset"), editable=False)
    ruleset_hash = models.CharField(_("ruleset hash"), max_length=64, editable=False)
    all_pass = models.CharField(
        _("when everybody passes"),
        max_length=8,
        choices=AllPassRule.choices,
        default=AllPassRule.VOID,
    )
    state = models.CharField(
        _("state"), max_length=10, choices=EventState.choices, default=EventState.DRAFT
    )
    is_public = models.BooleanField(_("public"), default=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.name


class Role(models.TextChoices):
    OWNER = "owner", _("owner")
    DIRECTOR = "director", _("director")
    SCORER = "scorer", _("scorer")
    VIEWER = "viewer", _("viewer")


class RoleAssignment(models.Model):
    """What a signed-in person may do in one event."""

    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="roles", verbose_name=_("event")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="event_roles",
        verbose_name=_("user"),
    )
    role = models.CharField(_("role"), max_length=10, choices=Role.choices)

    class Meta:
        verbose_name = _("role")
        verbose_name_plural = _("roles")
        constraints = [
            models.UniqueConstraint(fields=["event", "user"], name="one_role_a_person_and_event")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.role}"
