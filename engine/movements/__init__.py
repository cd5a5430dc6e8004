"""Movements: who meets whom, where, in which position, on which board; and how balanced that is.

Owns the public names of the package and nothing else.
"""

from engine.movements.certificate import Certificate, certificate
from engine.movements.checker import Fault, Report, check
from engine.movements.grouping import max_rounds_without_repeats
from engine.movements.individual import individual
from engine.movements.model import Movement, Round, Table

__all__ = [
    "Certificate",
    "Fault",
    "Movement",
    "Report",
    "Round",
    "Table",
    "certificate",
    "check",
    "individual",
    "max_rounds_without_repeats",
]
