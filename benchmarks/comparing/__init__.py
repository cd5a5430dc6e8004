"""What `benchmarks/comparison.py` runs inside an installation, and its peers."""
