"""Lenses: what a held key shows over the whole table, worked out in the background."""
