"""Warbands: profiles of fighters, who may fight together, groups, and files of others."""
