"""Skirmishes of D&D Miniatures: from two warbands to the last creature on the map."""
