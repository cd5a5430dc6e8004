"""What every worker does once a second: the functions that the applications registered.

Owns the register only; `config.sweeper` calls them. A registered function finds its work in the
database, is idempotent, and may run in several processes at once.
"""

from collections.abc import Callable
from typing import TypeVar

SweepFunction = Callable[[], object]
F = TypeVar("F", bound=SweepFunction)

functions: list[SweepFunction] = []
#: What web processes do once a second where the workers are apart from them.
while_serving: list[SweepFunction] = []


def register(function: F) -> F:
    """Have `function` called each second; registering it twice changes nothing."""
    if function not in functions:
        functions.append(function)
    return function


def run_all() -> None:
    """Call every function once, in order, in this thread."""
    for function in functions:
        function()
