"""Simple pieces from parameters: walls, platforms, stairs, ladders, boxes, cylinders and ruins that print."""
