"""Map tiles: what they are, their files, and where they may be laid."""
