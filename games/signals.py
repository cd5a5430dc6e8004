"""What games tells the application above it. Receivers run inside the action's transaction.

A receiver's exception rolls the action back: send with `Signal.send`, never `send_robust`.
"""

from django.dispatch import Signal

#: A play has its result. Sent by the service that finished or corrected it, with
#: ``play: games.models.Play`` and ``result: games.models.Result`` (the current one).
play_finished = Signal()
