"""Wiring only: settings, addresses, the serving process and its worker. No rules of the game."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
