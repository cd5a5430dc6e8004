"""The engine beside RLCard, DouZero and OpenSpiel; `benchmarks/engine.py` runs it."""
