"""Meshes made light, and what that did to their surface, measured."""
