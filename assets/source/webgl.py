"""The library that draws certificates: three.js from npm, bundled by esbuild, with its licence. Needs ``npm``."""

import shutil
import subprocess
import tempfile
from pathlib import Path

THREE, ESBUILD = "0.187.0", "0.28.2"
"""The versions that are bundled: one each, so that the same bytes come out."""

USED = (
    "ACESFilmicToneMapping, BoxGeometry, BufferAttribute, BufferGeometry, Color, CylinderGeometry, DirectionalLight, "
    "DoubleSide, ExtrudeGeometry, Group, HemisphereLight, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial, "
    "MeshStandardMaterial, PCFShadowMap, PerspectiveCamera, PlaneGeometry, Raycaster, RingGeometry, SRGBColorSpace, "
    "Scene, Shape, Vector2, Vector3, WebGLRenderer"
)
"""What the page's scripts take from it."""

ENTRY = f"""export {{ {USED} }} from "three";
export {{ OrbitControls }} from "three/addons/controls/OrbitControls.js";
"""


def make_all(folder: Path) -> None:
    """Write ``three.min.js``, one plain script that defines ``THREE``, and ``three.LICENSE.txt`` into ``folder``."""
    with tempfile.TemporaryDirectory() as room:
        packages = [f"three@{THREE}", f"esbuild@{ESBUILD}"]
        subprocess.run(["npm", "install", "--no-save", "--silent", *packages], cwd=room, check=True)
        (Path(room) / "entry.mjs").write_text(ENTRY, encoding="utf-8")
        bundled = ["--bundle", "--minify", "--format=iife", "--global-name=THREE", "--target=es2020", "--charset=ascii"]
        options = [*bundled, "--legal-comments=inline", f"--outfile={folder / 'three.min.js'}"]
        subprocess.run([f"{room}/node_modules/.bin/esbuild", "entry.mjs", *options], cwd=room, check=True)
        shutil.copyfile(f"{room}/node_modules/three/LICENSE", folder / "three.LICENSE.txt")
