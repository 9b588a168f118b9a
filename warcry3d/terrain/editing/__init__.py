"""Editing pieces without a window: what a person can do to a piece, and faces chosen on its surface."""
