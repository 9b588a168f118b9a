"""Measuring in every room: a tape between bases, points and edges, and rings of inches around a base."""
