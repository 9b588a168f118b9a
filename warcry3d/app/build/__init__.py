"""The Build room: a mesh becomes a piece of terrain that plays, by hand."""
