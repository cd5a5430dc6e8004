"""One event in a file (`fushi-event-1`), for an installation that has others.

Owns what of an event is in the file, how the file is written, looked into and read, and how its
rows get numbers of their own where they are brought in. Who may do it, when, and what is recorded
is for `services.hand_over` and `services.bring_in`.
"""

FORMAT = "fushi-event-1"
