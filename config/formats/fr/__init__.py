"""One language."""
