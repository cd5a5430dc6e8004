"""What a password must be, beyond what Django demands in words of every language."""

from django.contrib.auth.password_validation import MinimumLengthValidator
from django.utils.translation import ngettext


class LongEnough(MinimumLengthValidator):
    """Django's demand of a length; its sentence of refusal has no Chinese there."""

    def get_error_message(self) -> str:
        """Say how many characters are needed."""
        told = ngettext(
            "This password is too short: it needs at least %(n)d character.",
            "This password is too short: it needs at least %(n)d characters.",
            self.min_length,
        )
        return told % {"n": self.min_length}
