"""D&D Miniatures, skirmish: as yet what a move costs."""
