"""The page of a certificate in a real browser: it draws, it checks itself, and nobody gets another past it."""

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from assets.source.chromium import Browser, Tab, chromium, opened
from tests.certificate import pages
from tests.certificate.test_certificate import changed_json, moved_vertex
from warcry3d.certificate.blocks import surface_of
from warcry3d.certificate.page import page_of
from warcry3d.sight.certificate import AWAY, INSIDE
from warcry3d.sight.proof_solids import is_outside, winding
from warcry3d.sight.proof_surface import ProofSurface, nearest_in, segment_gaps
from warcry3d.table.jsonfile import JsonPath

pytestmark = pytest.mark.skipif(chromium() is None, reason="no chromium here: apt-get install chromium")

SMALL = (760, 420)
"""A window (pixels) that a processor draws quickly."""
PLAIN = "plain,en"
"""The page without its 3D, which a processor takes seconds to draw: the words and the check are the same."""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with opened(tmp_path_factory.mktemp("profile")) as browser:
        yield browser


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pages")


def complaints(tab: Tab) -> list[str]:
    """Return what a page complained of; that a graphics driver made of software is slow is none of its faults."""
    return [one for one in tab.complaints if "GPU stall" not in one]


def drawn(tab: Tab) -> np.ndarray:
    """Return the part of the page that is drawn in 3D, (h, w, 3)."""
    picture = np.asarray(Image.open(io.BytesIO(tab.picture())).convert("RGB"))
    return picture[: SMALL[1] - 70, : SMALL[0] - 400]


@pytest.mark.parametrize(
    ("name", "found", "says"),
    [
        ("seen", "holds", "2924 triangles"),
        ("hidden", "holds", "11 pairs of patches"),
        ("too-close", "nothing", "Too close to call claims nothing"),
        ("hostile", "holds", "none is within an inch"),
        ("buried", "holds", "4 pairs of patches"),
        ("one-pair", "holds", "one pair of patches"),
    ],
)
def test_page_loads_draws_and_checks_itself(name: str, found: str, says: str, browser: Browser, folder: Path) -> None:
    tab = browser.tab()
    assert tab.open(pages.certificate(folder, name), size=SMALL) == found
    assert says in tab.run("document.querySelector('#check').innerText")
    assert complaints(tab) == []
    assert [url for url in tab.requests if not url.startswith("file:")] == []
    colours = drawn(tab).reshape(-1, 3)
    assert len(np.unique(colours // 8, axis=0)) > 100
    assert colours.std(axis=0).min() > 8
    assert tab.run("document.querySelectorAll('#names span').length") >= 2
    tab.close()


def test_page_speaks_chinese_at_a_click_and_names_stay_text(browser: Browser, folder: Path) -> None:
    tab = browser.tab()
    tab.open(pages.certificate(folder, "hostile"), fragment=PLAIN)
    assert pages.HOSTILE in tab.run("document.querySelector('#pair').textContent")
    assert tab.run("document.images.length") == 0
    tab.run("document.querySelector('#languages button:last-child').click()")
    assert tab.run("document.documentElement.lang") == "zh-Hans"
    assert "本页核对" in tab.run("document.querySelector('#check').innerText")
    assert pages.HOSTILE in tab.run("document.querySelector('#sight').textContent")
    assert complaints(tab) == []
    tab.close()


def test_views_move_the_camera_and_pairs_are_checked_again(browser: Browser, folder: Path) -> None:
    tab = browser.tab()
    tab.open(pages.certificate(folder, "hidden"), size=SMALL)
    overview = drawn(tab)
    tab.run("certificate.view.go('eye', { atOnce: true })")
    assert np.abs(drawn(tab).astype(int) - overview).mean() > 5
    assert not tab.run("certificate.view.table.figures.get('swordsman').visible")
    tab.run("certificate.view.go('overview', { atOnce: true })")
    tab.run("document.querySelectorAll('#pairs button')[1].click()")
    said = tab.run("document.querySelector('#pairs').innerText")
    assert "Pair 1 of 11" in said
    assert "stopped by east/stones" in said
    assert "derived again just now" in said
    spot = tab.run(
        "(() => { const view = certificate.view; certificate.show(-1); const face = view.stops[0];"
        " const at = view.onCanvas(mean(view.surface.corners(face)));"
        " const box = view.canvas.getBoundingClientRect(); return [at[0] + box.left, at[1] + box.top] })()"
    )
    tab.run(f"certificate.pick({spot[0]}, {spot[1]})")
    assert tab.run("certificate.shown") >= 0
    assert complaints(tab) == []
    tab.close()


def lowered(surface: bytes) -> bytes:
    """Return the surface with its blockers sunk to the floor, the figures where they were."""
    start = surface.index(b"\n") + 1
    head = json.loads(surface[:start])
    vertices = np.frombuffer(surface[start : start + 24 * head["vertices"]], "<f8").reshape(-1, 3).copy()
    faces = np.frombuffer(surface[start + vertices.nbytes :][: 12 * head["triangles"]], "<i4").reshape(-1, 3)
    vertices[np.unique(faces[: head["first"][1]]), 2] *= 0.2
    return surface[:start] + vertices.tobytes() + surface[start + vertices.nbytes :]


def open_wall(surface: bytes) -> bytes:
    """Return the surface with a triangle of the terrain taken away: it is made another one twice."""
    start = surface.index(b"\n") + 1
    head = json.loads(surface[:start])
    first = start + 24 * head["vertices"]
    faces = np.frombuffer(surface[first : first + 12 * head["first"][1]], "<i4").reshape(-1, 3).copy()
    faces[::7] = faces[0]
    return surface[:first] + faces.tobytes() + surface[first + faces.nbytes :]


def closed_otherwise(before: tuple[int, ...], after: tuple[int, ...]) -> Callable[[bytes], bytes]:
    """Return a change of a proof that closes a pair of patches in another way; both as the proof's numbers say it."""

    def change(proof: Any) -> None:
        whole = proof["sight"]["certificate"]["whole"]
        (at,) = (i for i in range(len(whole)) if tuple(whole[i : i + len(before)]) == before)
        whole[at : at + len(before)] = after

    return changed_json(change)


FORGED: tuple[tuple[str, str, Callable[[bytes], bytes], str], ...] = (
    ("seen", "proof", changed_json(lambda p: p["sight"]["witness"][1].__setitem__(2, 3.3)), "does not run from one"),
    ("seen", "proof", changed_json(lambda p: p["sight"].update(clearance_mm=9.0)), "clear by 1.0"),
    ("seen", "proof", changed_json(lambda p: p.update(target="nobody")), "do not belong together"),
    ("seen", "surface", lambda data: open_wall(data)[:-4], "do not belong together"),
    ("hidden", "surface", lowered, "pair"),
    ("hidden", "surface", open_wall, "pair"),
    ("hidden", "proof", changed_json(lambda p: p["sight"]["certificate"]["whole"].pop()), "do not cover all lines"),
    ("hidden", "proof", changed_json(lambda p: p["sight"]["certificate"]["orders"][0].pop()), "once each"),
    ("hidden", "proof", changed_json(lambda p: p["sight"].update(blockers=["west/stones"])), "names blockers"),
    ("hidden", "proof", changed_json(lambda p: p.update(tags=["body"])), "do not belong together"),
    ("buried", "proof", closed_otherwise((3, INSIDE, 1), (3, INSIDE, 0)), "does not lie within a solid"),
    ("buried", "proof", closed_otherwise((3, INSIDE, 1), (3, AWAY)), "neither patch faces away"),
    ("buried", "proof", closed_otherwise((5, AWAY), (5, INSIDE, 0)), "does not lie within a solid"),
    ("buried", "surface", lowered, "pair"),
)


@pytest.mark.parametrize(("name", "block", "change", "reason"), FORGED)
def test_page_says_no_to_what_was_forged(
    name: str, block: str, change: Callable[[bytes], bytes], reason: str, browser: Browser, folder: Path
) -> None:
    path = folder / "forged.html"
    path.write_bytes(pages.tampered(pages.contents(name), block, change))
    tab = browser.tab()
    assert tab.open(path, fragment=PLAIN) == "fails"
    said = tab.run("document.querySelector('#check').innerText")
    assert "No: it does not hold" in said
    assert reason in said
    tab.close()


def test_page_says_no_to_a_fingerprint_that_does_not_fit(browser: Browser, folder: Path) -> None:
    path = folder / "other.html"
    path.write_bytes(page_of(pages.seen()).replace(pages.seen().fingerprint.encode(), b"0000 " * 7 + b"0000"))
    tab = browser.tab()
    assert tab.open(path, fragment=PLAIN) == "fails"
    assert "fingerprint is another" in tab.run("document.querySelector('#check').innerText")
    tab.close()


def test_page_that_cannot_be_unpacked_says_so(browser: Browser, folder: Path) -> None:
    path = folder / "cut.html"
    data = page_of(pages.seen())
    start = data.index(b'id="table">') + 11
    path.write_bytes(data[:start] + data[start + 40 :])
    tab = browser.tab()
    assert tab.open(path, fragment=PLAIN) == "fails"
    assert "cannot be read" in tab.run("document.querySelector('#sight').innerText")
    tab.close()


def test_script_that_somebody_adds_is_not_run(browser: Browser, folder: Path) -> None:
    path = folder / "added.html"
    added = b"<script>document.title = 'mine'</script><img src=x onerror=\"document.title='mine'\"></body>"
    path.write_bytes(page_of(pages.seen()).replace(b"</body>", added))
    tab = browser.tab()
    assert tab.open(path, fragment=PLAIN) == "holds"
    assert "mine" not in tab.run("document.title")
    assert any("Content Security Policy" in one for one in tab.complaints)
    tab.close()


def test_page_measures_the_same_as_the_program_does(browser: Browser, folder: Path) -> None:
    """Hold the port of the checker to the checker itself: inside, outside, facing away, apart, how far off."""
    block = surface_of(pages.hidden().blocks.surface, JsonPath("surface"))
    surface = ProofSurface.of(block.vertices, block.faces)
    terrain, figure = (np.arange(*block.head.first[i : i + 2]) for i in (0, 1))
    rng = np.random.default_rng(7)
    low, high = surface.low[terrain].min(axis=0), surface.high[terrain].max(axis=0)
    spots = np.concatenate([rng.uniform(low, high, (60, 3)), surface.corners[terrain[::97]].mean(axis=1) + 1e-3])
    patches = [spot + rng.uniform(-0.05, 0.05, (8, 3)) for spot in spots]
    middle = surface.corners[figure].mean(axis=(0, 1))
    expected = {
        "winding": [winding(surface, terrain, spot) for spot in spots],
        "outside": [is_outside(surface, terrain, patch) for patch in patches],
        "away": [surface.face_away(figure[i : i + 3], patches[i % len(patches)]) for i in range(0, 900, 3)],
        "apart": [bool(surface.are_apart(terrain[::5], patch).all()) for patch in patches],
        "gaps": [float(segment_gaps(middle, spot, surface.corners[terrain]).min()) for spot in spots],
        "near": [nearest_in(patch, middle).tolist() for patch in patches],
    }
    tab = browser.tab()
    tab.open(pages.certificate(folder, "hidden"), fragment=PLAIN)
    tab.run(f"globalThis.given = {json.dumps([spots.tolist(), [p.tolist() for p in patches], middle.tolist()])}")
    found = tab.run(
        "(() => { const { surface } = certificate.scene, [spots, patches, middle] = given;"
        " const [zero, one, two] = surface.first, terrain = range(zero, one), figure = range(one, two);"
        " const lines = (spot) => Math.min(...terrain.map((face) => segmentGap(middle, spot, surface.corners(face))));"
        " return { winding: spots.map((spot) => surface.winding(terrain, spot)),"
        " outside: patches.map((patch) => surface.isOutside(terrain, patch)),"
        " away: range(0, 300).map((i) => surface.faceAway(figure.slice(3 * i, 3 * i + 3),"
        " patches[(3 * i) % patches.length])),"
        " apart: patches.map((patch) => surface.areApart(terrain.filter((_, i) => i % 5 === 0), patch)),"
        " gaps: spots.map(lines), near: patches.map((patch) => nearestIn(patch, middle)) } })()"
    )
    for name in ("winding", "outside", "away", "apart"):
        assert found[name] == expected[name], name
        assert len(set(expected[name])) > 1, name
    assert found["gaps"] == pytest.approx(expected["gaps"], abs=1e-12)
    assert np.allclose(found["near"], expected["near"], atol=1e-9)
    assert max(expected["gaps"]) > 0.01 > min(expected["gaps"])
    tab.close()


def test_page_takes_vertices_that_another_machine_rounded(browser: Browser, folder: Path) -> None:
    tab = browser.tab()
    path = folder / "moved.html"
    path.write_bytes(pages.tampered(pages.hidden(), "surface", moved_vertex(1e-13)))
    assert tab.open(path, fragment=PLAIN) == "holds"
    tab.close()
