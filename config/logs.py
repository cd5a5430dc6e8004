"""What a log line may hold: never a token, a code or a one-time link, and not a whole attack.

A stranger chooses the address and the host of a request: neither fills the log.
"""

from __future__ import annotations

import logging
import re
from typing import Any

LONGEST_LINE = 2000
#: Tokens by their prefixes, credentials in headers, one-time links, passwords inside URLs.
SECRETS = re.compile(
    r"(?P<before>fst_|fsk_|fsd_|[Bb]earer\s+|/accounts/(?:first|invitation|reset/[^/\s]+)/)"
    r"[^\s\"'/,;)]+"
    r"|(?P<user>://[^\s/:@]*:)[^\s/@]+(?=@)"
)


def redacted(text: str) -> str:
    """The text with every secret replaced by three dots."""
    return SECRETS.sub(lambda found: (found["before"] or found["user"]) + "…", text)


class RedactingFormatter(logging.Formatter):
    """Formats a record, its traceback included, and takes the secrets out."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        line = super().formatMessage(record)
        return line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]}…"

    def format(self, record: logging.LogRecord) -> str:
        if record.name == "django.security.DisallowedHost":
            record.exc_info = record.exc_text = None  # its message says all that there is
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
