"""The audit, to be read and searched. Nobody adds, changes or deletes an entry here."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.auth.models import User
from django.db.models import CharField, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Cast, Concat
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from tournaments.models import AuditEntry
from tournaments.origins import told
from tournaments.sight import audit_in_sight, hidden_from_user

from .roles import RoleAdmin, own

#: What each verb of a service says, as a sentence.
SENTENCES: dict[str, str | Promise] = {
    "announce": _("Something was announced to all players"),
    "ask_rehearsal": _("A rehearsal with bots was asked for"),
    "bring_in": _("The event was brought in from another installation"),
    "hand_over": _("The event was handed over as a file"),
    "cancel_rehearsal": _("A rehearsal with bots was stopped"),
    "accept_invitation": _("An invitation was accepted"),
    "assign_role": _("A role was given, changed or taken away"),
    "change_event": _("Settings of the event were changed"),
    "change_person": _("A name was changed"),
    "change_stage": _("Settings of the stage were changed"),
    "correct_person": _("Data of a person were corrected"),
    "correct_result": _("A result was corrected"),
    "close_call": _("A call for the director was closed"),
    "disqualify_entrant": _("An entrant was disqualified"),
    "check_in": _("Somebody was checked in, or no longer"),
    "remove_person": _("Somebody's personal data was removed"),
    "copy_event": _("The event was copied from another"),
    "create_event": _("The event was created"),
    "create_stage": _("The stage was created"),
    "draw_round": _("A round was drawn"),
    "add_round": _("One round more was planned"),
    "drop_round": _("One round less was planned"),
    "draw_stage": _("The stage was drawn"),
    "end_substitution": _("An entrant plays again, no longer a substitute"),
    "accept_report": _("A reported result was accepted"),
    "enter_slip": _("A result slip was typed in"),
    "refuse_slip": _("A result slip did not fit the cards"),
    "issue_table_codes": _("Tables were given codes"),
    "look_at_board": _("A director looked at a board before playing it"),
    "mark_not_played": _("A board was taken away from a table"),
    "mark_to_be_played": _("A board was given back to a table"),
    "print_hands": _("Hands were printed"),
    "settle_dispute": _("A dispute was decided"),
    "enter_house": _("House players were entered"),
    "enter_late": _("Somebody entered late"),
    "finish_event": _("The event ended"),
    "finish_round": _("A round ended"),
    "extend_round": _("Everybody was given more time"),
    "extend_turn": _("More time was given"),
    "freeze_table": _("A table was frozen"),
    "end_match": _("A match was decided"),
    "extra_board": _("A tied match got an extra board"),
    "play_reserve": _("A reserve board is played instead of a withdrawn one"),
    "import_entrants": _("Entrants were imported"),
    "official": _("The correction period ended: the standings are official"),
    "make_webhook": _("A webhook was made"),
    "try_webhook": _("A webhook was tried"),
    "end_webhook": _("A webhook was ended"),
    "issue_api_key": _("An API key was made"),
    "issue_codes": _("New codes were given"),
    "link_player": _("It was said as whom somebody with a role plays"),
    "limit_tables": _("The number of tables was limited"),
    "open_board": _("A board was opened"),
    "bring_public_value": _("The public value was entered"),
    "correct_public_value": _("The public value was corrected"),
    "pause_event": _("All tables were paused"),
    "readmit_entrant": _("An entrant was let in again"),
    "rebuild": _("Results and standings were made anew"),
    "release_round": _("A round was released"),
    "resume_event": _("All tables went on"),
    "resume_table": _("A table went on"),
    "reveal_withheld": _("The withheld rounds were revealed"),
    "reveal_session": _("The secret of the deals was revealed"),
    "set_line_up": _("A line-up was set"),
    "try_again": _("What had failed to be counted or published is tried again"),
    "substitute": _("A substitute plays"),
    "reverse_ruling": _("A ruling was reversed"),
    "revoke_api_key": _("An API key was revoked"),
    "rule_hands": _("Swapped hands were noted"),
    "rule_penalty": _("A penalty was given"),
    "rule_scores": _("Scores were adjusted"),
    "rule_seats": _("Swapped seats were corrected"),
    "rule_withdrawn": _("A board was withdrawn"),
    "register": _("Somebody entered by the event's page"),
    "approve_registration": _("An entry was approved"),
    "refuse_registration": _("An entry was refused"),
    "take_from_waiting_list": _("The first of the waiting list took a free place"),
    "seat_bots": _("Bots were seated for all who are absent"),
    "seat_bot": _("A bot was seated, or left"),
    "take_call": _("A call for the director was taken"),
    "record_incident": _("An incident was recorded"),
    "reverse_incident": _("An incident was reversed"),
    "withdraw_claim": _("A claim was taken away"),
    "undo_action": _("An action was taken back"),
    "swap_drawn": _("Two entrants changed places in a draw"),
    "cut_round": _("Who is out after a round was put down"),
    "undo_cut": _("Who was out after a round was taken back"),
    "reinstate": _("Somebody who was out was let in again"),
    "undo_draw": _("The draw was undone"),
    "undo_release": _("The release of a round was taken back"),
    "undo_round": _("The draw of a round was undone"),
    "withdraw_entrant": _("An entrant was withdrawn"),
}


#: What an entry may be about, with the page that shows it to whoever may read the audit.
SUBJECTS: dict[str, tuple[str | Promise, str]] = {
    "event": (_("event"), "tournaments_event"),
    "stage": (_("stage"), "tournaments_stage"),
    "session": (_("session"), "tournaments_session"),
    "round": (_("round"), "tournaments_round"),
    "entrant": (_("entrant"), "tournaments_entrant"),
    "person": (_("person"), "games_person"),
    "registration": (_("registration"), ""),
    "board": (_("board"), ""),
    "ruling": (_("ruling"), ""),
    "play": (_("play"), ""),
    "key": (_("API key"), ""),
    "table": (_("table"), ""),
    "user": (_("user"), ""),
}


class DecisionFilter(admin.SimpleListFilter):
    """The verbs, offered as their sentences."""

    title = _("decision")
    parameter_name = "verb"

    def lookups(
        self, request: HttpRequest, model_admin: admin.ModelAdmin[Any]
    ) -> list[tuple[str, str]]:
        """Return every verb with its sentence."""
        return [(verb, str(sentence)) for verb, sentence in SENTENCES.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Keep the entries of the chosen verb."""
        return queryset.filter(verb=self.value()) if self.value() else queryset


@admin.register(AuditEntry)
class AuditEntryAdmin(RoleAdmin):
    """Every decision, newest first."""

    edits = False
    list_display = ("at", "event", "who", "whence", "decision", "subject", "reason")
    list_filter = (DecisionFilter, own("event"))
    search_fields = ("target", "actor", "origin", "reason")
    list_select_related = ("event",)
    date_hierarchy = "at"
    fields = readonly_fields = (
        "at",
        "event",
        "who",
        "whence",
        "decision",
        "subject",
        "reason",
        "before",
        "after",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Read the names that users sign in with along."""
        reference = Concat(Value("user:"), Cast("pk", CharField()))
        users = User.objects.annotate(reference=reference).filter(reference=OuterRef("actor"))
        entries = super().get_queryset(request)
        if isinstance(request.user, User):
            entries = audit_in_sight(entries, hidden_from_user(request.user))
        named: QuerySet[Any] = entries.annotate(username=Subquery(users.values("username")))
        return named

    @admin.display(description=_("actor"), ordering="actor")
    def who(self, entry: AuditEntry) -> str:
        """Return the name that the actor signs in with, or the reference that is stored."""
        if entry.actor == "system":
            return str(_("the server itself"))
        return str(getattr(entry, "username", None) or entry.actor)

    @admin.display(description=_("origin"), ordering="origin")
    def whence(self, entry: AuditEntry) -> str:
        """Return by which way the decision came, and from which address."""
        return told(entry.origin)

    @admin.display(description=_("target"), ordering="target")
    def subject(self, entry: AuditEntry) -> str:
        """Return what the decision is about, as a link where there is a page of it."""
        noun, _colon, key = entry.target.partition(":")
        if noun not in SUBJECTS:
            return entry.target
        word, page = SUBJECTS[noun]
        if not page:
            return f"{word} {key}"
        return format_html('<a href="{}">{}</a>', reverse(f"admin:{page}_change", args=[key]), word)

    @admin.display(description=_("decision"), ordering="verb")
    def decision(self, entry: AuditEntry) -> str:
        """Return what was done, as a sentence."""
        return str(SENTENCES.get(entry.verb, entry.verb))
