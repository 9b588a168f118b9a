"""Layouts: checks of how pieces stand on a board, how exposed its places are, and random boards."""
