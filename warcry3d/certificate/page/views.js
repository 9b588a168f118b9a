/** The 3D view: what the verdict rests on, laid over the table, and where the camera stands. */
const FIELD = 32; // degrees from the lower to the upper edge of the picture

/** Return where a segment first meets triangles, as a share of its length; null where it meets none. */
function firstHit(surface, faces, start, end) {
  const way = sub(end, start), [low, high] = boxAround([start, end]);
  let first = null;
  for (const face of faces) {
    if (!surface.meetsBox(face, low, high)) continue;
    const corners = surface.corners(face);
    if (!passesThrough(start, way, corners)) continue;
    const normal = cross(sub(corners[1], corners[0]), sub(corners[2], corners[0]));
    const share = dot(sub(corners[0], start), normal) / dot(way, normal);
    if (share > 1e-6 && share < 1 - 1e-6 && (first === null || share < first)) first = share;
  }
  return first;
}

/** Return the share of a segment at which it is nearest to a triangle's edges or corners. */
function nearestShare(surface, face, start, end) {
  let best = 0.5, least = Infinity;
  for (let i = 0; i <= 400; i++) {
    const gap = segmentGap(add(start, sub(end, start), i / 400), add(start, sub(end, start), i / 400), surface.corners(face));
    if (gap < least) [best, least] = [i / 400, gap];
  }
  return best;
}

/** Everything drawn: the table, the overlays, the camera. */
class View {
  constructor(canvas, { table, statement, paint, proof, scene }) {
    Object.assign(this, { canvas, statement, proof, scene, surface: scene.surface, labels: [], flight: null, current: "overview" });
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.toneMapping = THREE.ACESFilmicToneMapping;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.world = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(FIELD, 1, 0.02, 400);
    this.camera.up.set(0, 0, 1);
    this.controls = new THREE.OrbitControls(this.camera, canvas);
    this.controls.enableDamping = true;
    this.controls.minDistance = 0.05;
    this.controls.maxDistance = 120;
    this.controls.zoomSpeed = 1.4;
    this.controls.addEventListener("start", () => this._leaveEye());
    this.table = new TableScene(table, statement, paint);
    this.pairLayer = new THREE.Group();
    this.stopLayer = new THREE.Group();
    this.lineLayer = new THREE.Group(); // what runs along the look of an eye, and would fill its picture
    this.world.add(this.table.root, this.pairLayer, this.stopLayer, this.lineLayer);
    this.board = table.board;
    this._frame();
    this._light();
    this._overlays();
    this.resize();
  }

  /** Know the two, the line between them and what must be in the picture. */
  _frame() {
    const { proof, statement, surface, scene } = this;
    this.ends = [proof.viewer, proof.target].map((id) => {
      const points = scene.figure(id).flatMap((face) => surface.corners(face));
      const at = statement.models.findIndex((model) => model.id === id);
      return { id, box: points.length ? boxAround(points) : boxAround([statement.viewer_eye, statement.target_middle]), at };
    });
    this.line = proof.sight.witness ?? proof.sight.line ?? [statement.viewer_eye, statement.target_middle];
    const [low, high] = boxAround([...this.ends.flatMap((end) => end.box), ...this.line, ...statement.tape]);
    this.middle = mean([low, high]);
    this.radius = Math.max(norm(sub(high, low)) / 2, 1.4);
  }

  _light() {
    const sun = new THREE.DirectionalLight(0xfff0d8, 3.1), reach = Math.max(this.radius * 2.2, 7);
    sun.position.copy(vector(add(this.middle, [-0.55, -0.62, 1.15], 30)));
    sun.target.position.copy(vector(this.middle));
    sun.castShadow = true;
    sun.shadow.mapSize.set(2048, 2048);
    Object.assign(sun.shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 1, far: 90 });
    sun.shadow.bias = -0.0006;
    sun.shadow.normalBias = 0.02;
    this.world.add(sun, sun.target, new THREE.HemisphereLight(0xc9d8f0, 0x7a6546, 1.8));
  }

  /** Lay the lines over the table that show the verdict, the tape and the cover line. */
  _overlays() {
    const { verdict } = this.proof.sight, { statement, lineLayer } = this, [start, end] = this.line, way = sub(end, start);
    if (verdict === "seen") {
      lineLayer.add(rod(start, add(start, way, 0.5), 0.022, GOLD), rod(add(start, way, 0.5), end, 0.022, GREEN));
      lineLayer.add(ring(start, way, 0.05, GOLD, 0.03));
      this.world.add(ring(end, way, 0.12, GREEN, 0.02));
    } else if (verdict === "too-close") {
      lineLayer.add(rod(start, end, 0.016, AMBER, { dash: 0.22 }));
      this._tint(this.proof.sight.between, AMBER, 0.42);
    } else {
      this._blockedLine(start, end);
      this._tint(this.proof.sight.blockers, RED, 0.34);
    }
    this._tape(statement.tape);
    this._cover(statement.cover_lines);
    for (const { id, box, at } of this.ends) {
      const [low, high] = box, top = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, high[2] + 0.16];
      this.labels.push({ key: id, kind: "name", at: top, colour: statement.models[at].colour });
    }
    if (verdict !== "seen") this._silhouette(this.scene.figure(this.proof.target));
  }

  /** Coat whole parts by their names. */
  _tint(names, colour, opacity) {
    const { surface } = this, wanted = new Set(names);
    const faces = range(0, surface.count).filter((face) => wanted.has(surface.name(face)));
    if (faces.length) this.world.add(coat(faces.map((face) => surface.corners(face)), colour, opacity));
  }

  /** Show the straight look from eye to middle, as far as it gets. */
  _blockedLine(start, end) {
    const share = firstHit(this.surface, this.scene.all, start, end);
    if (share === null) {
      this.lineLayer.add(rod(start, end, 0.014, RED, { dash: 0.2 }));
      return;
    }
    this.stop = add(start, sub(end, start), share);
    this.lineLayer.add(rod(start, this.stop, 0.016, RED, { dash: 0.2 }), rod(this.stop, end, 0.009, 0x9e5c57, { dash: 0.2 }));
    const way = sub(end, start), side = cross(way, [0, 0, 1]), tilt = cross(side, way), arms = [side, tilt].map((v) => v.map((x) => (0.13 * x) / norm(v)));
    for (const sign of [1, -1]) {
      const arm = add(arms[0], arms[1], sign);
      this.world.add(rod(add(this.stop, arm), add(this.stop, arm, -1), 0.02, RED, { through: 0.75 }));
    }
  }

  _silhouette(faces) {
    if (!faces.length) return;
    const ghost = coat(faces.map((face) => this.surface.corners(face)), PAPER, 0.13, 4);
    ghost.material.depthTest = false;
    this.world.add(ghost);
  }

  _tape([start, end]) {
    if (norm(sub(end, start)) < 1e-3) return;
    const length = norm(sub(end, start)), way = sub(end, start).map((x) => x / length);
    const aside = cross(way, [0, 0, 1]), size = norm(aside) || 1, shift = aside.map((x) => (0.1 * x) / size);
    const [a, b] = [add(start, shift), add(end, shift)];
    this.lineLayer.add(rod(a, b, 0.02, GOLD, { through: 0.35 }));
    for (let inch = 0; inch <= length + 1e-9; inch++) {
      const at = add(a, way, inch), tick = shift.map((x) => 0.7 * x);
      this.lineLayer.add(rod(add(at, tick, -1), add(at, tick), 0.014, GOLD, { through: 0 }));
    }
    this.labels.push({ key: "tape", kind: "tape", at: mean([a, b]), text: `${length.toFixed(2)}″` });
  }

  _cover(lines) {
    for (const { line: [start, end], at } of lines) {
      this.lineLayer.add(rod(start, end, 0.018, BLUE, { through: 0.4 }));
      const sign = new THREE.Mesh(new THREE.BoxGeometry(0.11, 0.11, 0.11), new THREE.MeshBasicMaterial({ color: BLUE, toneMapped: false, depthTest: false }));
      sign.position.copy(vector(at));
      sign.rotation.set(Math.PI / 4, Math.PI / 4, 0);
      sign.renderOrder = 6;
      this.lineLayer.add(sign);
    }
  }

  /** Mark the place where a line comes nearest to what blocks: a ring as wide as the room there. */
  markNarrowest({ face, gap }) {
    if (face < 0) return;
    const [start, end] = this.line, colour = this.proof.sight.verdict === "seen" ? GREEN : AMBER;
    const at = add(start, sub(end, start), nearestShare(this.surface, face, start, end));
    const wide = this.proof.sight.verdict === "seen" ? gap : (this.proof.sight.gap_mm * MM) / 2;
    this.narrow = { at, room: Math.max(wide, 0.004) };
    this.world.add(ring(at, sub(end, start), this.narrow.room, colour, Math.max(0.12 * this.narrow.room, 0.0015)));
    this.world.add(coat([this.surface.corners(face)], colour, 0.5));
    this.lineLayer.add(ring(at, sub(end, start), 0.16, colour));
    this.render();
  }

  /** Show the triangles that stop the lines. */
  showStops(faces) {
    this._clear(this.stopLayer);
    this.stops = [...faces];
    if (this.stops.length) this.stopLayer.add(coat(this.stops.map((face) => this.surface.corners(face)), RED, 0.55, 3));
    this.render();
  }

  /** Show one pair of patches, the hull of its lines and what stops them; null shows none. */
  showPair(corners, faces) {
    this._clear(this.pairLayer);
    this.stopLayer.visible = !corners;
    this.pair = corners;
    if (corners) {
      const hulls = corners.map((points) => [...triples(points.length)].map((three) => three.map((i) => points[i])));
      for (const triangles of hulls) this.pairLayer.add(coat(triangles, GOLD, Math.max(0.07, 0.5 / triangles.length), 4));
      const lines = corners[0].flatMap((a) => corners[1].map((b) => [a, b]));
      const shape = new THREE.BufferGeometry();
      shape.setAttribute("position", new THREE.BufferAttribute(Float32Array.from(lines.flat(2)), 3));
      this.pairLayer.add(new THREE.LineSegments(shape, new THREE.LineBasicMaterial({ color: GOLD, toneMapped: false, transparent: true, opacity: 0.35 })));
      if (faces.size) this.pairLayer.add(coat([...faces].map((face) => this.surface.corners(face)), RED, 0.75, 3));
    }
    this.render();
  }

  _clear(layer) {
    for (const child of [...layer.children]) {
      layer.remove(child);
      child.geometry.dispose();
      child.material.dispose();
    }
  }

  /** Return the triangle of those that stop lines which is under a place of the canvas; null for none. */
  stopUnder(x, y) {
    const box = this.canvas.getBoundingClientRect(), caster = new THREE.Raycaster();
    caster.setFromCamera(new THREE.Vector2(((x - box.left) / box.width) * 2 - 1, 1 - ((y - box.top) / box.height) * 2), this.camera);
    const [hit] = this.stopLayer.visible ? caster.intersectObjects(this.stopLayer.children) : [];
    return hit ? this.stops[hit.faceIndex] : null;
  }

  /** Return the cameras' places by name: position, target, field in degrees, whether it is the viewer's eye. */
  shot(name) {
    const [start, end] = this.line, way = sub(end, start), length = norm(way), unit = way.map((x) => x / length);
    const fit = Math.max(1, 0.9 / this.camera.aspect) / Math.sin((FIELD * Math.PI) / 360);
    if (name === "above") return { from: add(this.middle, [0, -0.02, 1], this.radius * fit * 1.05), to: this.middle, field: FIELD };
    if (name === "eye") return this._eyeShot(this.statement.viewer_eye, this.statement.target_middle);
    if (name === "along") return this._eyeShot(add(start, unit, 0.03), end);
    if (name === "narrow" && this.narrow) {
      const back = Math.min(1.6, 0.85 * norm(sub(this.narrow.at, start)));
      return { from: add(this.narrow.at, unit, -back), to: this.narrow.at, field: Math.max(2, Math.min(20, (2.6 * Math.atan((6 * this.narrow.room) / back) * 180) / Math.PI)), isEye: true };
    }
    if (name === "pair" && this.pair) {
      const [low, high] = boxAround(this.pair.flat()), around = Math.max(norm(sub(high, low)) / 2, 1);
      return { from: add(mean([low, high]), this._aside(), around * fit * 1.25), to: mean([low, high]), field: FIELD };
    }
    return { from: add(this.middle, this._aside(), this.radius * fit * 1.02), to: this.middle, field: FIELD };
  }

  _eyeShot(from, to) {
    const target = this.ends[1].box, size = norm(sub(target[1], target[0])) / 2, away = norm(sub(to, from));
    return { from, to, field: Math.max(8, Math.min(60, (2 * Math.atan((1.7 * size) / away) * 180) / Math.PI)), isEye: true };
  }

  /** Return the direction to look from so that the pair lies across the picture, from the side with the freer look. */
  _aside() {
    if (this.side) return this.side;
    const along = sub(mean(this.ends[1].box), mean(this.ends[0].box)), across = [along[1], -along[0], 0], size = norm(across) || 1;
    const options = [1, -1].flatMap((sign) => [0.55, 0.95].flatMap((up) => [-0.45, 0, 0.45].map((turn) => {
      const flat = add(across.map((x) => (sign * x) / size), along.map((x) => x / (norm(along) || 1)), turn), raw = [flat[0], flat[1], up * norm(flat)];
      return raw.map((x) => x / norm(raw));
    })));
    const spots = [...this.ends.map((end) => mean(end.box)), ...[0.2, 0.5, 0.8].map((t) => add(this.line[0], sub(this.line[1], this.line[0]), t))];
    const terrain = this.scene.all;
    const hidden = (way) => spots.filter((spot) => firstHit(this.surface, terrain, add(spot, way, this.radius * 4), spot) !== null).length;
    const scored = options.map((way, i) => [hidden(way) + 0.01 * i, way]);
    this.side = scored.reduce((best, one) => (one[0] < best[0] ? one : best))[1];
    return this.side;
  }

  /** Fly to a view by its name, or be there `atOnce`. */
  go(name, { atOnce = false } = {}) {
    const shot = this.shot(name);
    this.current = name;
    this._setEye(shot.isEye ? name : null);
    const from = { from: this.camera.position.toArray(), to: this.controls.target.toArray(), field: this.camera.fov };
    this.flight = { from, shot, start: atOnce ? -Infinity : performance.now() };
    this.render();
  }

  /** Take the viewer's own figure out of the picture while looking from it. */
  _setEye(name) {
    this.table.figures.get(this.proof.viewer).visible = name !== "eye" && name !== "along";
    this.isEye = name !== null;
    this.lineLayer.visible = !this.isEye;
  }

  _leaveEye() {
    this.flight = null;
    if (this.isEye) this._setEye(null);
    this.render();
  }

  _fly() {
    if (!this.flight) return;
    const { from, shot, start } = this.flight, t = Math.min(1, (performance.now() - start) / 700), ease = t * t * (3 - 2 * t);
    const between = (a, b) => vector(add(a, sub(b, a), ease));
    this.camera.position.copy(between(from.from, shot.from));
    this.controls.target.copy(between(from.to, shot.to));
    this.camera.fov = from.field + (shot.field - from.field) * ease;
    this.camera.updateProjectionMatrix();
    if (t === 1) this.flight = null;
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas.parentElement;
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / Math.max(height, 1);
    this.camera.updateProjectionMatrix();
    this.render();
  }

  /** Draw the next frame, and more while something moves. */
  render() {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => {
      this.pending = false;
      this._fly();
      const moves = this.controls.update() || this.flight;
      this.renderer.render(this.world, this.camera);
      this.onDrawn?.();
      if (moves) this.render();
    });
  }

  /** Return where a point of the table is on the canvas (pixels); null behind the camera. */
  onCanvas(at) {
    const spot = vector(at).project(this.camera), { clientWidth: width, clientHeight: height } = this.canvas;
    return spot.z > 1 || spot.z < -1 ? null : [((spot.x + 1) / 2) * width, ((1 - spot.y) / 2) * height];
  }
}
