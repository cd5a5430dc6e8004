"""People. Names live here and nowhere else, so that personal data can be removed at once."""

from typing import TYPE_CHECKING, Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.ids import new_id

if TYPE_CHECKING:
    _Text = models.CharField[str, str]
else:
    _Text = models.CharField  # generic for the type checker only


class RemovedName(str):
    """What is shown in the place of a name that was removed, in the reader's language."""

    __slots__ = ()


class NameField(_Text):
    """A name; the empty one is that of somebody whose data was removed, and reads so everywhere."""

    def from_db_value(self, value: str | None, *_args: Any) -> str | None:
        """The name, or what stands for it."""
        return RemovedName(str(_("(removed)"))) if value == "" else value

    def get_prep_value(self, value: Any) -> Any:
        """What is stored: nothing of who was removed."""
        return "" if isinstance(value, RemovedName) else super().get_prep_value(value)

    def value_from_object(self, obj: models.Model) -> Any:
        """What an archive holds."""
        return self.get_prep_value(super().value_from_object(obj))


class Person(models.Model):
    """A human being (or a house bot) who plays. Everything else refers to the id."""

    id = models.CharField(primary_key=True, max_length=16, default=new_id, editable=False)
    name = NameField(_("name"), max_length=80)
    email = models.EmailField(_("e-mail"), blank=True)
    is_bot = models.BooleanField(_("bot"), default=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        indexes = [models.Index(fields=["name"])]

    def __str__(self) -> str:
        return self.name
