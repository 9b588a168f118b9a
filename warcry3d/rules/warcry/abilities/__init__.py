"""Abilities as data: their vocabulary and their files (docs/abilities.md)."""
