"""Players of Warhammer 40,000 that play by themselves."""
