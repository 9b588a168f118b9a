"""Geometry without game terms."""
