"""Telling the parts of a piece: what each is in play, how sure that is, and why."""

from warcry3d.terrain.classify.classify import classify

__all__ = ["classify"]
