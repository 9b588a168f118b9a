"""Compiled: what an upright body meets on a straight way. A room of its own, so that it compiles anew only when it
changes.
"""
