"""A stage: one format and one scoring. A session: one sitting with one committed set of boards."""

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.ids import new_id
from games.models import BoardSet

from .events import Event

AT_LEAST_ONE = MinValueValidator(1)


class StageKind(models.TextChoices):
    INDIVIDUAL_BAROMETER = "individual-barometer", _("individual barometer")
    INDIVIDUAL_SWISS = "individual-swiss", _("individual Swiss")
    INDIVIDUAL_MITCHELL = "individual-mitchell", _("three-way Mitchell, boards go round")
    INDIVIDUAL_OWN_DEALS = "individual-own-deals", _("individual, not duplicate")
    INDIVIDUAL_SCORE_OUT = "individual-score-out", _("individual, score-out")
    INDIVIDUAL_FIXED_BOARDS = "individual-fixed-boards", _("individual, fixed boards")
    TEAMS_ROUND_ROBIN = "teams-round-robin", _("teams of three, round robin")
    TEAMS_SWISS = "teams-swiss", _("teams of three, Swiss")
    TEAMS_KNOCKOUT = "teams-knockout", _("teams of three, knockout")
    FOUR_LEAGUE = "four-a-side-league", _("four-a-side, round robin")
    FOUR_SWISS = "four-a-side-swiss", _("four-a-side, Swiss")
    FOUR_KNOCKOUT = "four-a-side-knockout", _("four-a-side, knockout")


class Scoring(models.TextChoices):
    COMPARISON = "comparison", _("sum of comparisons")
    VICTORY_POINTS = "victory-points", _("victory points of matches")
    WINS = "wins", _("won matches")


class CarryOver(models.TextChoices):
    NONE = "none", _("nothing")
    FULL = "full", _("everything")
    FRACTION = "fraction", _("a share")
    SCALED = "scaled", _("as much as the new stage weighs")


class Stage(models.Model):
    """A part of an event. `movement` and `certificate` are the engine's data, stored as drawn.

    `method` names a comparison method of `engine.comparison`; `cap` is the most that a board of
    four-a-side brings, null for what the ruleset suggests; `bye_award` is the percentage that a
    bye scores at least (the entrant's own average, if that is higher). `awards` are what average
    plus, average and average minus bring, empty for the usual. `forbidden_pairs` are pairs
    of entrants' numbers who are never to meet: [[3, 7], …]. `pending_note` goes into the next
    version, and `keeps_next` has it kept. `compact_at` is when old versions and counts are looked
    for, if ever.
    """

    id = models.CharField(primary_key=True, max_length=16, default=new_id, editable=False)
    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="stages", verbose_name=_("event")
    )
    number = models.PositiveSmallIntegerField(_("number"), default=1)
    name = models.CharField(_("name"), max_length=80, blank=True)
    kind = models.CharField(
        _("format"),
        max_length=24,
        choices=StageKind.choices,
        default=StageKind.INDIVIDUAL_BAROMETER,
    )
    method = models.CharField(_("comparison"), max_length=24, default="matchpoints")
    scoring = models.CharField(
        _("ranking by"), max_length=16, choices=Scoring.choices, default=Scoring.COMPARISON
    )
    rounds_planned = models.PositiveSmallIntegerField(_("rounds"), validators=[AT_LEAST_ONE])
    boards_per_round = models.PositiveSmallIntegerField(
        _("boards a round"), validators=[AT_LEAST_ONE]
    )
    round_minutes = models.PositiveSmallIntegerField(
        _("minutes a round"),
        null=True,
        blank=True,
        help_text=_("What the clock on the wall shows; it stops nobody. Empty: no such clock."),
    )
    sessions_planned = models.PositiveSmallIntegerField(
        _("sessions"),
        default=1,
        validators=[AT_LEAST_ONE],
        help_text=_("The rounds are shared out among them; each has its own secret."),
    )
    reserve_boards = models.PositiveSmallIntegerField(
        _("reserve boards a round"),
        default=0,
        help_text=_("Committed to with the others; played only instead of a withdrawn board."),
    )
    public_value_name = models.CharField(
        _("announced public value"),
        max_length=200,
        blank=True,
        help_text=_(
            "A value that nobody can know yet, such as the closing value of an index of a later"
            " day. The deals follow from it too; no round is released before it is entered."
        ),
    )
    allow_repeats = models.BooleanField(_("repeat meetings allowed"), default=False)
    separate_clubs = models.BooleanField(_("keep clubs apart"), default=False)
    forbidden_pairs = models.JSONField(_("forbidden pairs"), default=list, blank=True)
    cap = models.PositiveSmallIntegerField(
        _("cap of a board"),
        null=True,
        blank=True,
        validators=[AT_LEAST_ONE],
        help_text=_("Four-a-side: the most that a board brings. Empty: as the ruleset suggests."),
    )
    out_below = models.IntegerField(
        _("out below, after round 1"),
        default=40,
        help_text=_("Score-out only: per cent, or points where points are added up."),
    )
    out_step = models.IntegerField(_("more after each round"), default=2)
    out_until = models.PositiveSmallIntegerField(
        _("until so many are left"), default=6, validators=[MinValueValidator(3)]
    )
    bye_award = models.PositiveSmallIntegerField(_("bye award (%)"), default=50)
    awards = models.JSONField(
        _("average plus, average, average minus"),
        default=list,
        blank=True,
        help_text=_(
            "Per cent, or points a board where points are compared. Empty: 60, 50, 40, or 2, 0, -2."
        ),
    )
    tie_breaks = models.JSONField(_("tie-breaks"), default=list, blank=True)
    title_points = models.JSONField(
        _("title points"),
        default=list,
        blank=True,
        help_text=_("For rank 1, rank 2, …; equal ranks share what theirs bring together."),
    )
    source = models.ForeignKey(
        "self",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="following",
        verbose_name=_("qualifies from"),
    )
    first_rank = models.PositiveIntegerField(_("from rank"), default=1)
    last_rank = models.PositiveIntegerField(_("to rank"), null=True, blank=True)
    carry_over = models.CharField(
        _("carried over"), max_length=8, choices=CarryOver.choices, default=CarryOver.NONE
    )
    carry_share = models.PositiveSmallIntegerField(_("share carried over (%)"), default=50)
    seed = models.BigIntegerField(_("seed"), default=0)
    movement = models.JSONField(null=True, editable=False)
    certificate = models.JSONField(null=True, editable=False)
    pending_note = models.CharField(max_length=500, blank=True, editable=False)
    keeps_next = models.BooleanField(default=False, editable=False)
    compact_at = models.DateTimeField(null=True, editable=False, db_index=True)

    class Meta:
        verbose_name = _("stage")
        verbose_name_plural = _("stages")
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="stage_numbers_unique"),
            models.CheckConstraint(
                condition=Q(rounds_planned__gte=1) & Q(boards_per_round__gte=1),
                name="a_stage_has_rounds_and_boards",
            ),
        ]

    def __str__(self) -> str:
        return self.name or f"{self.event} {self.number}"


class Session(models.Model):
    """One sitting of a stage, with a set of boards that is committed beforehand.

    Board numbers run through the stage: the set of a later session has only the later ones.
    """

    stage = models.ForeignKey(
        Stage, on_delete=models.CASCADE, related_name="sessions", verbose_name=_("stage")
    )
    number = models.PositiveSmallIntegerField(_("number"), default=1)
    board_set = models.OneToOneField(
        BoardSet, on_delete=models.PROTECT, related_name="session", verbose_name=_("board set")
    )

    class Meta:
        verbose_name = _("session")
        verbose_name_plural = _("sessions")
        ordering = ["stage", "number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="session_numbers_unique")
        ]

    def __str__(self) -> str:
        return f"{self.stage} {self.number}"
