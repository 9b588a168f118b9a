"""Moves, falls, and fighters placed or pushed."""
