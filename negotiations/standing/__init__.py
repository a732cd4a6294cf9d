"""From rows to plain values: who stands where, what moved, how far each government is.

Knows the scales and the shape of the rows; no request, no template. Only `asof` asks the database.
"""
