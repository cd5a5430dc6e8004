"""What `tables.py` needs beside itself: a bare view to compare with, and a light client."""
