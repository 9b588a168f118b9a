"""Kernels for shortest ways, apart from the rest: their machine code is kept by a digest of this folder."""
