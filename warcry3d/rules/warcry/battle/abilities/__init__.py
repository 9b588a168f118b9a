"""Abilities in a battle: using them, their conditions, effects and reactions."""
