"""What the bodies of the director's API look like. Every verb that decides takes a reason."""

from .base import Reasoned, Scored
from .entrants import (
    Approval,
    CheckIn,
    EntrantsText,
    HousePlayers,
    NewLineUp,
    NewPersonData,
    NewSubstitute,
    OfEntrant,
)
from .events import CopiedEvent, EventChanges, EventFile, NewEvent, NewKey, NewWebhook, PlannedEvent
from .rounds import Extension, LimitedTables, NewDraw, NewSwap, Release, RoundDraw
from .rulings import Correction, NewPenalty, NewRuling
from .stages import NewStage, PublicValue, StageChanges

__all__ = [
    "Approval",
    "CheckIn",
    "CopiedEvent",
    "Correction",
    "EntrantsText",
    "EventChanges",
    "EventFile",
    "Extension",
    "HousePlayers",
    "LimitedTables",
    "NewDraw",
    "NewEvent",
    "NewKey",
    "NewLineUp",
    "NewPenalty",
    "NewPersonData",
    "NewRuling",
    "NewStage",
    "NewSubstitute",
    "NewSwap",
    "NewWebhook",
    "OfEntrant",
    "PlannedEvent",
    "PublicValue",
    "Reasoned",
    "Release",
    "RoundDraw",
    "Scored",
    "StageChanges",
]
