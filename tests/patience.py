"""How long tests wait for what comes about in other processes and threads."""

__all__ = ["PATIENCE"]

PATIENCE = 300.0
"""Seconds in which it comes about on the busiest machine: a test that waits longer has failed."""
