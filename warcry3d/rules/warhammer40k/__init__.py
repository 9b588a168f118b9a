"""Warhammer 40,000, 10th edition core rules: datasheets and armies; the battle is not here yet."""
