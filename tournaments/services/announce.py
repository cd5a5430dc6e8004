"""Tell all players of an event something, on their devices. Audited with its text."""

from django.utils.translation import gettext as _

from games.db import write_transaction
from games.services.tell_everybody import tell_everybody
from tournaments.errors import AnnouncementRefused
from tournaments.models import Event

from .actors import Actor
from .audit import record

LONGEST = 300


def announce(event: Event, text: str, actor: Actor) -> None:
    """Send `text` (1 to 300 characters) to the event's players; who connects in this round gets it.

    Raises NotPermitted; AnnouncementRefused (`text_missing`, `text_too_long`).
    """
    actor.require(event)
    text = text.strip()
    if not text:
        raise AnnouncementRefused("text_missing", _("Write what is to be announced."))
    if len(text) > LONGEST:
        sentence = _("An announcement has at most %(most)d characters.") % {"most": LONGEST}
        raise AnnouncementRefused("text_too_long", sentence, most=LONGEST)
    with write_transaction():
        record(event, actor, "announce", f"event:{event.pk}", after={"text": text})
        tell_everybody(event.pk, text)
