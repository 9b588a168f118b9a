"""Sight and cover."""
