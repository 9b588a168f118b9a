"""Warbands: profiles, composition, battle groups, and community files."""
