"""The map of squares: distance, ways, sight and cover, decided in integers."""
