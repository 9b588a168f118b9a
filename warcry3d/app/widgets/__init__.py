"""Panels and parts of panels that several rooms draw."""
