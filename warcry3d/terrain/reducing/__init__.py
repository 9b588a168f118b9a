"""Mesh reduction with a bound on the deviation."""
