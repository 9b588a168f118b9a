"""Warhammer 40,000, tenth edition: as yet what a move costs."""
