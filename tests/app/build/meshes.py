"""Meshes that tests of the Build room open."""

import struct

__all__ = ["flat_sheet"]


def flat_sheet() -> bytes:
    """Return an STL of one flat square without thickness."""
    corners = [(0.0, 0.0, 0.0), (50.0, 0.0, 0.0), (50.0, 50.0, 0.0), (0.0, 50.0, 0.0)]
    faces = [(0, 1, 2), (0, 2, 3)]
    rows = b"".join(
        struct.pack("<3f9fH", 0.0, 0.0, 1.0, *(value for k in face for value in corners[k]), 0) for face in faces
    )
    return b"\0" * 80 + struct.pack("<I", len(faces)) + rows
