"""Answers for people and as JSON: sight, moves, reach, doubt."""
