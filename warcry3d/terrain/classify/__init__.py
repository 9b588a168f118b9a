"""Classification of the parts of a piece: their kinds in play, with confidence and reason."""

from warcry3d.terrain.classify.classify import classify

__all__ = ["classify"]
