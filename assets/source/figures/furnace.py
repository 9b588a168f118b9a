"""What the Kiln Pact is made of: coats of iron plate, soot, rust, embers and smoke."""

from assets.source.figures.coats import Coat, Material

__all__ = ["COAL", "COAT", "EMBER", "PLATE", "RUBBER", "RUST", "SMOKE", "SOOT"]

COAL = Coat((34, 34, 38), Material.STONE, light=0.35, edge=0.5, mottle=0.08)
SOOT = Coat((58, 56, 56), Material.METAL, light=0.3, edge=0.55, wash=0.7)
PLATE = Coat((112, 108, 100), Material.METAL, light=0.28, edge=0.5, wash=0.7)
RUST = Coat((122, 74, 46), Material.METAL, light=0.28, edge=0.4, wash=0.7, mottle=0.08)
EMBER = Coat((255, 132, 34), Material.METAL, wash=0.2, light=0.1, edge=0.1, mottle=0.05)
RUBBER = Coat((44, 42, 42), Material.CLOTH, light=0.4)
COAT = Coat((92, 84, 70), Material.CLOTH, light=0.25)


SMOKE = Coat((120, 116, 112), Material.FOLIAGE, wash=0.8, light=0.35, mottle=0.06)
