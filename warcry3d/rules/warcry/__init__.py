"""Warcry."""
