"""The project's settings with one address more: the bare view that a request is compared with."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "benchmarks.serving.urls"
