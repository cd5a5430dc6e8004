"""An event, and who may do what in it."""

from typing import Any

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.ids import new_id
from games.models import Person
from games.policy import CLOCK_LIMITS


class EventState(models.TextChoices):
    DRAFT = "draft", _("in preparation")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")


class AllPassRule(models.TextChoices):
    VOID = "void", _("passed out, 0 for all")
    FORCED = "forced", _("position 1 is landlord at 1")


class VacantRanks(models.TextChoices):
    CLOSE = "close", _("the others move up")
    VACANT = "vacant", _("their ranks stay vacant")


class TimeOut(models.TextChoices):
    ACT = "act", _("the least action is done: no bid, no double, pass, lowest single")
    BOT = "bot", _("a bot decides")
    CALL = "call", _("the director is called")


class MemoryAid(models.TextChoices):
    CURRENT = "current", _("the current contest")
    LAST = "last", _("the current and the last contest")
    FULL = "full", _("everything that was played")
    COUNTER = "counter", _("everything, and the cards not seen yet")


def _seconds(name: str, label: Any, **options: Any) -> Any:
    """A column for one of the clocks of the table policy, within its limits."""
    least, most = CLOCK_LIMITS[name]
    limits = [MinValueValidator(least), MaxValueValidator(most)]
    return models.PositiveIntegerField(label, validators=limits, **options)


class Event(models.Model):
    """A whole competition. `ruleset` is `engine.rulesets.Ruleset.to_data()`, frozen.

    `table_policy.TABLE_SETTINGS` go into the table policy (`games.policy`). While the event is
    paused `paused_at` is set: tables that are released meanwhile are paused too. `official_at` is
    when the event had ended and its correction period was over.
    """

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
    action_seconds = _seconds(
        "action_seconds",
        _("seconds for each action"),
        null=True,
        blank=True,
        help_text=_("Empty: no clock for the single action."),
    )
    pool_seconds = _seconds(
        "pool_seconds",
        _("reserve of seconds on each board"),
        null=True,
        blank=True,
        help_text=_("For each player, used when the time of an action is over. Empty: none."),
    )
    start_seconds = _seconds(
        "start_seconds", _("more seconds before the first action of a board"), default=0
    )
    on_timeout = models.CharField(
        _("when the time is up"), max_length=4, choices=TimeOut.choices, default=TimeOut.ACT
    )
    hints = models.BooleanField(_("hints allowed"), default=False)
    memory_aid = models.CharField(
        _("what players may look back at"),
        max_length=8,
        choices=MemoryAid.choices,
        default=MemoryAid.LAST,
    )
    claims = models.BooleanField(
        _("claims allowed"),
        default=False,
        help_text=_("Whoever leads may show the hand and say how it goes out; all others agree."),
    )
    law_text = models.TextField(
        _("law text for irregularities"),
        blank=True,
        max_length=8000,
        help_text=_("What this event's laws say; directors see and quote it. May stay empty."),
    )
    paused_at = models.DateTimeField(_("paused since"), null=True, editable=False)
    physical = models.BooleanField(
        _("played with cards"),
        default=False,
        help_text=_("Tables play with packs of cards and report their results. Otherwise phones."),
    )
    travellers = models.BooleanField(
        _("travellers in the round"),
        default=False,
        help_text=_(
            "With cards only: a table that has a board's result sees what other tables did with it,"
            " before the board opens."
        ),
    )
    confirm_results = models.BooleanField(
        _("players confirm results"),
        default=False,
        help_text=_("On phones, too. With cards they always do."),
    )
    correction_minutes = models.PositiveSmallIntegerField(
        _("correction period (minutes)"),
        default=30,
        help_text=_("How long after a board has opened its results may be disputed."),
    )
    spectator_delay = models.PositiveSmallIntegerField(
        _("delay for spectators (minutes)"),
        default=0,
        validators=[MaxValueValidator(1440)],
        help_text=_(
            "How long a board stays closed after its last table has finished it: its hands and"
            " results, replays, and the standings with them."
        ),
    )
    withheld_rounds = models.PositiveSmallIntegerField(
        _("last rounds withheld"),
        default=0,
        help_text=_(
            "The boards of so many last rounds, and the standings with them, stay closed until they"
            " are revealed in the console. Of several stages: of the last one."
        ),
    )
    disqualified_ranks = models.CharField(
        _("when somebody is disqualified"),
        max_length=6,
        choices=VacantRanks.choices,
        default=VacantRanks.CLOSE,
    )
    club_best = models.PositiveSmallIntegerField(
        _("entrants who count for a club"),
        default=3,
        validators=[MinValueValidator(1), MaxValueValidator(99)],
        help_text=_(
            "So many of the best entrants of a club, or of a country, are added up in its ranking."
        ),
    )
    registration = models.BooleanField(
        _("people enter themselves"),
        default=False,
        help_text=_("On the event's page, until the first draw. You give the codes, as always."),
    )
    registration_approval = models.BooleanField(
        _("each entry needs approval"),
        default=False,
        help_text=_("Otherwise whoever enters is in at once, while there are places."),
    )
    registration_closes_at = models.DateTimeField(
        _("entries close at"), null=True, blank=True, help_text=_("Empty: with the first draw.")
    )
    capacity = models.PositiveIntegerField(
        _("number of places"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(99_999)],
        help_text=_(
            "When they are taken, whoever enters is put on a waiting list, from which the first"
            " follows when somebody withdraws before the draw. Empty: no limit."
        ),
    )
    state = models.CharField(
        _("state"), max_length=10, choices=EventState.choices, default=EventState.DRAFT
    )
    official_at = models.DateTimeField(_("official since"), null=True, editable=False)
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
    """What a signed-in person may do in one event; `person` is who they are among its players."""

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
    person = models.ForeignKey(
        Person,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="event_roles",
        verbose_name=_("plays as"),
    )

    class Meta:
        verbose_name = _("role")
        verbose_name_plural = _("roles")
        constraints = [
            models.UniqueConstraint(fields=["event", "user"], name="one_role_a_person_and_event")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.role}"
