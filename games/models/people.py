"""People. Names live here and nowhere else, so that personal data can be removed at once."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.ids import new_id


class Person(models.Model):
    """A human being (or a house bot) who plays. Everything else refers to the id."""

    id = models.CharField(primary_key=True, max_length=16, default=new_id, editable=False)
    name = models.CharField(_("name"), max_length=80)
    email = models.EmailField(_("e-mail"), blank=True)
    is_bot = models.BooleanField(_("bot"), default=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        indexes = [models.Index(fields=["name"])]

    def __str__(self) -> str:
        return self.name
