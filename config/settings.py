"""Django's settings, from the environment. Without any variable: the embedded installation.

Embedded is SQLite, a broker and a stream hub in memory, and one process. DATABASE_URL and
REDIS_URL turn the same code into several processes. docs/operations.md lists the variables.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from config.environment import Environment
from config.logs import logging_settings
from config.secret_key import kept_secret_key

env = Environment()

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = env.folder("FUSHI_VAR_DIR", BASE_DIR / "var")
#: Archives are written here after each round and every five minutes, for example on a stick.
BACKUP_FOLDER = (
    env.folder("FUSHI_BACKUP_FOLDER", VAR_DIR) if env.text("FUSHI_BACKUP_FOLDER") else None
)
DEBUG = env.flag("DEBUG", False)

# --- Database ----------------------------------------------------------------------------------
WEB_THREADS = env.number("FUSHI_WEB_THREADS", 8, least=1, most=200)
WORKER_THREADS = env.number("FUSHI_WORKER_THREADS", 2, least=1, most=200)

_database: dict[str, Any] = env.database("DATABASE_URL") or {
    "ENGINE": "django.db.backends.sqlite3",
    "NAME": str(VAR_DIR / "fushi.sqlite3"),
}
USES_SQLITE = _database["ENGINE"].endswith("sqlite3")
if USES_SQLITE:
    Path(_database["NAME"]).parent.mkdir(parents=True, exist_ok=True)
    _database["CONN_MAX_AGE"] = None  # threads are few and stay: so do their connections
    _database["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    }
else:
    # One connection a thread, and a few for the sweeper and the streams' catching up. Standings
    # are summed in memory, not on disk.
    _options = _database.get("OPTIONS", {})
    _database["OPTIONS"] = {
        "options": "-c work_mem=32MB",
        **_options,
        "pool": {"min_size": 1, "max_size": WEB_THREADS + WORKER_THREADS + 6, "timeout": 10},
    }
DATABASES = {"default": _database}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Broker, worker, stream --------------------------------------------------------------------
REDIS_URL = env.redis_url("REDIS_URL")
REDIS_NAMESPACE = env.text("FUSHI_REDIS_NAMESPACE", "fushi")
#: The broker and the stream hub live in this process's memory: it must be the only one.
SERVES_ALONE = REDIS_URL is None
EMBEDDED = SERVES_ALONE and USES_SQLITE

CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = "fushi"
CELERY_TASK_PUBLISH_RETRY = False
CELERY_WORKER_POOL = "threads"
CELERY_WORKER_CONCURRENCY = WORKER_THREADS
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_TIMEZONE = "UTC"
if REDIS_URL is None:
    CELERY_BROKER_URL = "memory://localhost/"
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {"polling_interval": 0.02}
else:
    CELERY_BROKER_URL = REDIS_URL
    CELERY_TASK_ACKS_LATE = True
    CELERY_TASK_REJECT_ON_WORKER_LOST = True
    CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
    CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker outlives its broker
    CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "global_keyprefix": f"{REDIS_NAMESPACE}:",
        # Above the longest task; a killed worker's task comes back after this many seconds.
        "visibility_timeout": 60,
        "unacked_restore_interval": 2,
        "unacked_restore_throttle": 1,
        # A request that publishes a hint waits for a silent broker no longer than this.
        "socket_connect_timeout": 0.5,
        "socket_timeout": 2,
        "max_retries": 0,
    }

# --- Secrets and hosts -------------------------------------------------------------------------
SECRET_KEY = env.text("SECRET_KEY")
if not SECRET_KEY:
    if not (DEBUG or EMBEDDED):
        raise ImproperlyConfigured(
            "SECRET_KEY is not set. Outside an embedded installation it has no default;"
            ' make one with: python -c "import secrets; print(secrets.token_urlsafe(48))"'
        )
    SECRET_KEY = kept_secret_key(VAR_DIR / "secret.key")
SECRET_KEY_FALLBACKS = env.words("SECRET_KEY_FALLBACKS")

LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]")
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", LOCAL_HOSTS if DEBUG or EMBEDDED else ())
if not ALLOWED_HOSTS:
    raise ImproperlyConfigured(
        "ALLOWED_HOSTS is not set: name the hosts that this installation answers to,"
        " for example ALLOWED_HOSTS=fushi.example.org"
    )
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS")

#: The public address is https, ended by a proxy that sets X-Forwarded-Proto itself.
BEHIND_HTTPS = env.flag("FUSHI_HTTPS", False)
if BEHIND_HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 30 * 24 * 3600
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = BEHIND_HTTPS
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_HTTPONLY = True
SECURE_REFERRER_POLICY = "same-origin"
#: Browsers heed it over https only, and warn of it elsewhere.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if BEHIND_HTTPS else None
SECURE_CONTENT_TYPE_NOSNIFF = True
#: Origins that may show the pages in a frame, e.g. "https://club.example.org"; nobody by default.
FRAME_ANCESTORS = env.words("FUSHI_FRAME_ANCESTORS")

# --- Applications ------------------------------------------------------------------------------
INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "django_htmx",
    "games",
    "tournaments",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "config.headers.SecurityHeaders",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.wellformed.WellFormedAddresses",
]
ROOT_URLCONF = "config.urls"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]
# Per process on purpose: nothing that must be shared or durable may live in the cache.
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

# --- People ------------------------------------------------------------------------------------
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": name}
    for name in (
        "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "tournaments.passwords.LongEnough",
        "django.contrib.auth.password_validation.CommonPasswordValidator",
        "django.contrib.auth.password_validation.NumericPasswordValidator",
    )
]
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "start"
LOGOUT_REDIRECT_URL = "start"
vars().update(env.email("EMAIL_URL", "consolemail://"))
#: Without a mail server nobody is offered letters; what Django sends all the same is in the log.
SENDS_MAIL = bool(env.text("EMAIL_URL"))
EMAIL_TIMEOUT = 10
#: Webhooks may lead into private networks: for a club whose programs run in its own.
WEBHOOKS_PRIVATE = env.flag("FUSHI_WEBHOOKS_PRIVATE", False)
DEFAULT_FROM_EMAIL = env.text("DEFAULT_FROM_EMAIL", "fushi@localhost")

# --- Language, time, static files --------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("zh-hans", _("Simplified Chinese"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = env.text("FUSHI_TIME_ZONE", "UTC")

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
#: "source": files as they lie; "built": collected, named by their content, cached for ever.
_static = env.choice("FUSHI_STATIC", "source", frozenset({"source", "built"}))
STATIC_ROOT = BASE_DIR / "static-built" if _static == "built" else None
WHITENOISE_USE_FINDERS = _static == "source"
WHITENOISE_AUTOREFRESH = DEBUG
_static_storage = {
    "source": "django.contrib.staticfiles.storage.StaticFilesStorage",
    "built": "whitenoise.storage.CompressedManifestStaticFilesStorage",
}
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": _static_storage[_static]},
}

# --- Practice ----------------------------------------------------------------------------------
#: How many boards visitors may begin within ten minutes, all together; 0 offers none.
PRACTICE_TABLES = env.number("FUSHI_PRACTICE_TABLES", 60, least=0, most=10_000)

# --- API ---------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    # Each view names who may call it: one that forgets to is closed.
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["games.api.parsers.StrictJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "games.api.problems.exception_handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Fushi",
    "VERSION": "1",
    "DESCRIPTION": "Duplicate Dou Dizhu: play, direct and follow an event.",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_AUTHENTICATION": [],
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "SORT_OPERATIONS": True,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "games.api.schema.add_stream",  # served by the ASGI application, so no view tells of it
        "tournaments.api.schema_stream.add_event_stream",
    ],
    "ENUM_NAME_OVERRIDES": {
        "StageKindEnum": [
            *("individual-barometer", "individual-swiss", "individual-mitchell"),
            *("individual-own-deals", "individual-score-out", "individual-fixed-boards"),
            *("teams-round-robin", "teams-swiss", "teams-knockout"),
            *("four-a-side-league", "four-a-side-swiss", "four-a-side-knockout"),
        ],
        "EventStateEnum": ["draft", "running", "finished"],
        "RoundStateEnum": ["drawn", "released", "playing", "finished"],
        "TableStateEnum": ["drawn", "playing", "finished"],
        "BoardAtTableStateEnum": ["drawn", "scheduled", "playing", "finished", "not_played"],
        "EntrantStateEnum": ["active", "withdrawn"],
        "EntrantInStateEnum": ["active", "withdrawn", "disqualified"],
        "RegistrationStateEnum": ["requested", "waiting", "entered", "refused"],
        "PlayStateEnum": ["scheduled", "playing", "finished", "not_played"],
        "CallStateEnum": ["open", "taken", "closed", "withdrawn"],
        "CallReasonEnum": ["wrong_board", "irregularity", "time", "other"],
        "IncidentKindEnum": [
            *("out_of_turn", "exposed_card", "exposed_kitty", "wrong_count"),
            *("illegal_combination", "no_announcement", "other"),
        ],
        "TopicEnum": ["round_drawn", "round_released", "standings", "official"],
        "MessageTypeEnum": [
            *("confirm", "test", "round_drawn", "round_released", "standings", "official")
        ],
        "DeliveryStateEnum": ["waiting", "failing", "parked", "sent", "dropped"],
        "SideEnum": ["landlord", "farmer"],
        "RoleEnum": ["owner", "director", "scorer", "viewer"],
    },
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024

# --- Logs --------------------------------------------------------------------------------------
LOGGING = logging_settings(
    env.choice("FUSHI_LOG_LEVEL", "INFO", frozenset({"DEBUG", "INFO", "WARNING", "ERROR"}))
)

#: Requests a second that a token, and an address that reads what is public, may send; 0: any.
TOKEN_RATE = env.number("FUSHI_TOKEN_RATE", 20, 0, 100_000)
PUBLIC_RATE = env.number("FUSHI_PUBLIC_RATE", 100, 0, 100_000)

env.refuse_unknown()
