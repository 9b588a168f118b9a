"""Warscrolls and armies of them: types, files, checks, imports (AOS-SCROLL, AOS-ARMY)."""
