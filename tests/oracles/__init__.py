"""Comparisons of the engine with what other programs have said, each a command of its own."""
