"""The 3D table for miniature skirmish games on which nobody has to argue."""

__version__ = "0.1.0"
