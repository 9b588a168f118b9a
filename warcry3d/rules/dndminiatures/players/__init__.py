"""Players of skirmishes that play by themselves."""
