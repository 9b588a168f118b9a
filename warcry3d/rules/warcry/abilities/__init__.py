"""Abilities as data: the words they are written in, and the files that hold them (docs/abilities.md)."""
