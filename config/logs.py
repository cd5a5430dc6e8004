"""What a log line may hold: never a token, a code or a one-time link."""

from __future__ import annotations

import logging
import re
from typing import Any

#: Tokens by their prefixes, credentials in headers, one-time links, passwords inside URLs.
SECRETS = re.compile(
    r"(?P<before>fst_|fsk_|[Bb]earer\s+|/accounts/first/)[^\s\"'/,;)]+"
    r"|(?P<user>://[^\s/:@]*:)[^\s/@]+(?=@)"
)


def redacted(text: str) -> str:
    """The text with every secret replaced by three dots."""
    return SECRETS.sub(lambda found: (found["before"] or found["user"]) + "…", text)


class RedactingFormatter(logging.Formatter):
    """Formats a record, its traceback included, and takes the secrets out."""

    def format(self, record: logging.LogRecord) -> str:
        return redacted(super().format(record))


def logging_settings(level: str) -> dict[str, Any]:
    """Django's LOGGING: one handler on standard error, through the redacting formatter."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": RedactingFormatter,
                "format": "{asctime} {levelname} {name}: {message}",
                "style": "{",
            }
        },
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            # Django's own handlers would print the same line again, unredacted.
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.server": {"handlers": [], "level": level, "propagate": True},
            # The broker of the embedded worker tells each start in many lines.
            "celery": {"level": "WARNING"},
            "kombu": {"level": "WARNING"},
            "uvicorn": {"level": "WARNING"},
        },
    }
