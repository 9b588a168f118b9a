"""The proof that a line of sight does not exist, as the search notes it and as the checker reads it.

The lines from the viewer's figure to the target's are pairs of patches, split until each pair is closed. ``whole`` and
``real`` hold one record after another, in no particular order of the pairs; each begins with the number of the pair
(0: everything from everything) and how it was dealt with:

- split (0): side (0 viewer's patch, 1 target's); cut: a corner c >= 0, the patch is one triangle and is halved through
  the middle of its edge from c to the next corner (the half that keeps corner c, then the other); or -k, the first k
  triangles of the patch and the rest; the number of the first of the two new pairs, the second follows.
- by cases (1): the cases in the order of a stack that starts with one case without conditions. Each is a flood: mode
  (0 all triangles; 1 those all of the viewer's patch is strictly in front of; 2 the same for the target's), the face it
  starts at, the number r of edges of its rim, how the rim is known to hold, and its line in ``real`` (6 numbers); then
  r edges, each a face and a corner; each edge puts a case on the stack, the last on top, with one more condition: the
  line passes outside that edge. Or it is -1: its k conditions refute each other with the k weights in ``real``.
- faces away (2): one of the patches lies wholly on the back of its own figure, outside of which the other patch is.
- inside (3): side; that patch lies within a solid.

What is noted of pairs closed by cases or inside a solid holds for patches that are drawn apart a little, along the way
between the means of their corners (docs/sight.md): lines start and end on these.

A condition holds for a line that passes outside its edge by as much as a line with room must (docs/sight.md). Weights
must refute the conditions by more than rounding.

``orders`` lists each figure's triangles in the order in which patches are cut off. A patch of one triangle is that
triangle (or a piece of it); one of two to eight triangles with four to eight distinct corners in all stands for the
hull of these; a larger one for the axis-aligned box around it.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["AWAY", "CASES", "INSIDE", "REFUTED", "SPLIT", "Certificate"]

SPLIT, CASES, AWAY, INSIDE = 0, 1, 2, 3
REFUTED = -1


@dataclass(frozen=True, slots=True, eq=False)
class Certificate:
    """A proof: ``whole`` numbers and ``real`` numbers as above, both figures' ``orders`` (faces of the blockers' mesh).

    ``viewer`` and ``target`` are the models as the search took them, which may be the other way round than asked;
    ``digest`` names the blockers' mesh that it speaks of.
    """

    viewer: str
    target: str
    digest: str
    orders: tuple[NDArray[np.int32], NDArray[np.int32]]
    whole: NDArray[np.int32]
    real: NDArray[np.float64]

    def seeds(self) -> Iterator[int]:
        """Yield the face that each flood of the proof starts at."""
        whole = self.whole.tolist()
        at = 0
        while at < len(whole):
            how = whole[at + 1]
            at += 2
            if how == SPLIT:
                at += 3
            elif how == INSIDE:
                at += 1
            elif how == CASES:
                open_cases = 1
                while open_cases:
                    if whole[at] == REFUTED:
                        open_cases -= 1
                        at += 1
                    else:
                        yield whole[at + 1]
                        rims = whole[at + 2]
                        open_cases += rims - 1
                        at += 4 + 2 * rims
