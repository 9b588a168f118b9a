"""Creatures: cards, special abilities and spells, files of them, and warbands of up to 100 points."""
