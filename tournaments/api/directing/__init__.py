"""The director's API of an event: every verb of the console, under the event's own address."""
