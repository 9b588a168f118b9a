"""Geometry that knows no game word."""
