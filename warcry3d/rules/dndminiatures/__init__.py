"""D&D Miniatures skirmish, on squares."""
