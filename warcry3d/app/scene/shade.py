"""Shaders and their common textures, which are computed so that nothing has to be shipped."""

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from panda3d.core import SamplerState, Shader, Texture

from warcry3d.app.scene.store import kept, key_of

__all__ = [
    "gravel_image",
    "gravel_texture",
    "land_image",
    "land_texture",
    "noise_image",
    "noise_texture",
    "prepare_textures",
    "refill",
    "shader",
    "texture_2d",
]

_FOLDER = Path(__file__).resolve().parent
_VERSION = 3
"""Raise this number when the pictures made here change."""

_HEAD = "#version 150\n"


def _source(name: str) -> str:
    return (_FOLDER / f"{name}.glsl").read_text(encoding="utf-8")


@cache
def shader(vertex: str, fragment: str, *, taps: int = 16, kind: int = 0) -> Shader:
    """Return the shader made of two files of this folder; ``common.glsl`` is put before the fragment shader.

    ``taps`` and ``kind`` are defined in the files as TAPS and KIND.
    """
    head = f"{_HEAD}#define TAPS {taps}\n#define KIND {kind}\n"
    return Shader.make(
        Shader.SL_GLSL, head + _source(f"{vertex}.vert"), head + _source("common") + _source(f"{fragment}.frag")
    )


def _octaves(side: int, lattice: int, random: np.random.Generator, dimensions: int) -> NDArray[np.float32]:
    """Return a tile of ``dimensions`` times ``side`` that wraps round: four octaves of value noise, 0 to 0.94."""
    total = np.zeros((side,) * dimensions, np.float32)
    for octave in range(4):
        count = lattice << octave
        values = random.random((count,) * dimensions, np.float32)
        at = np.arange(side) * count / side
        low = np.floor(at).astype(int)
        part = at - low
        part = part * part * (3 - 2 * part)
        blend = np.zeros((side, count), np.float32)
        blend[np.arange(side), low % count] += 1 - part
        blend[np.arange(side), (low + 1) % count] += part
        for _ in range(dimensions):
            values = np.tensordot(blend, values, (1, dimensions - 1))
        total += values * np.float32(0.5 ** (octave + 1))
    return total


def noise_image(side: int = 128, lattice: int = 8) -> NDArray[np.uint16]:
    """Return a tile (side, side, side) of four octaves of value noise that wraps round; 65535 is 1."""
    total = _octaves(side, lattice, np.random.default_rng(11), 3)
    return np.asarray(np.rint(total * 65535), np.uint16)


def land_image(side: int = 512) -> NDArray[np.uint8]:
    """Return a tile (side, side, 4) that wraps round, for 64 in: where the floor is dry, green, withered, stony."""
    random = np.random.default_rng(23)
    layers = [_octaves(side, lattice, random, 2) for lattice in (20, 27, 38, 9)]
    return np.asarray(np.rint(np.stack(layers, axis=-1) * 255), np.uint8)


def _blades(random: np.random.Generator, side: int) -> NDArray[np.float64]:
    """Return a tile of short strokes in many directions that wraps round, 0 to 1."""
    u, v = np.meshgrid(np.fft.fftfreq(side), np.fft.fftfreq(side), indexing="ij")
    blades = np.zeros((side, side))
    for turn in np.arange(7) * np.pi / 7 + 0.2:
        along, across = u * np.cos(turn) + v * np.sin(turn), v * np.cos(turn) - u * np.sin(turn)
        keep = np.exp(-((along / 0.022) ** 2) - (across / 0.17) ** 2)
        strokes = np.fft.ifft2(np.fft.fft2(random.normal(size=(side, side))) * keep).real
        blades = np.maximum(blades, strokes / strokes.std())
    return np.clip((blades - 0.2) / 2.8, 0, 1)


def gravel_image(side: int = 512, stones: int = 900) -> NDArray[np.uint8]:
    """Return a tile (side, side, 3) that wraps round: height of pebbles, their tone, and tufts of grass."""
    from scipy.ndimage import gaussian_filter
    from scipy.spatial import cKDTree

    random = np.random.default_rng(5)
    seeds = random.random((stones, 2))
    grid = (np.stack(np.meshgrid(*[np.arange(side)] * 2, indexing="ij"), axis=-1) + 0.5) / side
    bend = gaussian_filter(random.normal(size=(side, side, 2)), (5, 5, 0), mode="wrap") * 0.03
    near, owner = cKDTree(seeds, boxsize=1.0).query((grid + bend) % 1.0, k=2)
    gap = (near[..., 1] - near[..., 0]) * np.sqrt(stones)
    size = random.uniform(0.25, 1.0, stones)[owner[..., 0]]
    dome = np.clip(gap * 1.5 - (1 - size) * 0.9, 0, 1)
    height = np.sqrt(dome * (2 - dome))
    tone = random.random(stones)[owner[..., 0]]
    blades = _blades(random, side)
    image: NDArray[np.uint8] = np.rint(np.stack([height, tone, blades], axis=-1) * 255).astype(np.uint8)
    return image


def texture_2d(name: str, image: NDArray[np.uint8] | NDArray[np.float32], *, repeat: bool = False) -> Texture:
    """Return a texture of an image (h, w, c), first row at v = 0; c is 1, 3 or 4."""
    height, width, count = image.shape
    texture = Texture(name)
    formats = {1: Texture.F_red, 3: Texture.F_rgb8, 4: Texture.F_rgba8}
    texture.setup_2d_texture(width, height, Texture.T_unsigned_byte, formats[count])
    refill(texture, image)
    texture.set_magfilter(SamplerState.FT_linear)
    texture.set_minfilter(SamplerState.FT_linear_mipmap_linear if repeat else SamplerState.FT_linear)
    wrap = SamplerState.WM_repeat if repeat else SamplerState.WM_clamp
    texture.set_wrap_u(wrap)
    texture.set_wrap_v(wrap)
    return texture


def refill(texture: Texture, image: NDArray[np.uint8] | NDArray[np.float32]) -> None:
    """Put another image of the same size (h, w, c) into a texture that `texture_2d` made."""
    order = {1: [0], 3: [2, 1, 0], 4: [2, 1, 0, 3]}[image.shape[2]]  # Panda3D keeps blue first
    texture.set_ram_image(np.ascontiguousarray(image[..., order], dtype=np.uint8).tobytes())


@cache
def noise_texture() -> Texture:
    """Return the noise all materials are cut from, as a texture that repeats."""
    image = kept(key_of(f"noise/{_VERSION}"), lambda: {"image": noise_image()})["image"]
    texture = Texture("noise")
    texture.setup_3d_texture(*image.shape, Texture.T_unsigned_short, Texture.F_r16)
    texture.set_ram_image(np.ascontiguousarray(image).tobytes())
    texture.set_magfilter(SamplerState.FT_linear)
    texture.set_minfilter(SamplerState.FT_linear_mipmap_linear)
    for wrap in (texture.set_wrap_u, texture.set_wrap_v, texture.set_wrap_w):
        wrap(SamplerState.WM_repeat)
    return texture


@cache
def land_texture() -> Texture:
    """Return how the battlefield floor varies from place to place, as a texture that repeats every 64 in."""
    image = kept(key_of(f"land/{_VERSION}"), lambda: {"image": land_image()})["image"]
    return texture_2d("land", np.asarray(image, np.uint8), repeat=True)


@cache
def gravel_texture() -> Texture:
    """Return pebbles and grass for the battlefield floor, as a texture that repeats."""
    image = kept(key_of(f"gravel/{_VERSION}"), lambda: {"image": gravel_image()})["image"]
    return texture_2d("gravel", np.asarray(image, np.uint8), repeat=True)


def prepare_textures() -> None:
    """Make the textures that every table needs; called in the background before the first."""
    noise_texture(), gravel_texture(), land_texture()
