"""Layouts: whether pieces lie well on a board, how open its spots are, and boards made at random."""
