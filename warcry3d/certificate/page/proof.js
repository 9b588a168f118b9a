/** The check of a whole proof: a witness against all triangles, or all pairs of patches down to what closes them. */
const LENGTH_EPSILON = 1e-6; // inches
const MM = 1 / 25.4; // inches
const FEW = 8; // triangles, and corners, up to which a patch stands for the hull of its corners instead of their box

/** Return whole numbers from a to before b. */
const range = (a, b) => Array.from({ length: Math.max(b - a, 0) }, (_, i) => a + i);

/** A proof, the surfaces it speaks of, and which of them block. */
class ProofScene {
  constructor(proof, surface) {
    Object.assign(this, { proof, surface, sight: proof.sight });
    if (proof.viewer === proof.target) throw new NotProved("why_other");
    this.models = new Map(surface.names.map((name, i) => [name, i]));
    const out = [proof.viewer, proof.target, ...proof.transparent].map((id) => this._group(id));
    this.blocking = range(0, surface.first.length - 1).filter((i) => !out.includes(i)).map((i) => this._faces(i));
    this.blocks = new Uint8Array(surface.count);
    for (const faces of this.blocking) for (const face of faces) this.blocks[face] = 1;
    this.all = this.blocking.flat();
  }

  /** Return the number of a model's group: the terrain is 0, figures follow, and their names come last. */
  _group(id) {
    const groups = this.surface.first.length - 1, names = this.surface.names;
    const at = names.lastIndexOf(id) - (names.length - groups);
    if (!(at >= 1 && at < groups)) throw new NotProved("why_other");
    return at;
  }

  _faces(group) {
    return range(this.surface.first[group], this.surface.first[group + 1]);
  }

  /** Return the triangles of a model's figure. */
  figure(id) {
    return this._faces(this._group(id));
  }

  /** Throw NotProved unless a line runs from the viewer's figure to the target's. */
  checkEnds(line, play = LENGTH_EPSILON) {
    const isLine = line.length === 2 && line.flat().length === 6 && line.flat().every(Number.isFinite);
    if (!isLine) throw new NotProved("why_ends");
    [this.proof.viewer, this.proof.target].forEach((id, i) => {
      const near = this.surface.meetingBox(this.figure(id), ...boxAround([line[i]], play + EPS));
      if (!near.some((face) => segmentGap(line[i], line[i], this.surface.corners(face)) <= play)) {
        throw new NotProved("why_ends");
      }
    });
  }

  /**
   * Return how near a line comes to the triangles that block: the least gap (in), its triangle, and the least gap less
   * what the terrain of its part may lie off its triangles. Triangles farther than an inch more than that are left out.
   */
  room([start, end]) {
    const found = { gap: Infinity, face: -1, beyond: Infinity }, off = Math.max(0, ...this.surface.deviations);
    const near = this.surface.meetingBox(this.all, ...boxAround([start, end], 1 + off));
    for (const face of near) {
      const gap = segmentGap(start, end, this.surface.corners(face));
      if (gap < found.gap) Object.assign(found, { gap, face });
      found.beyond = Math.min(found.beyond, gap - this.surface.deviations[this.surface.which[face]]);
    }
    return found;
  }
}

/** Check that the witness runs from figure to figure, as clear as is said and as is asked for. */
function checkSeen(scene) {
  const { witness, clearance_mm: claimed } = scene.sight, room = scene.room(witness), slack = LENGTH_EPSILON / MM;
  scene.checkEnds(witness);
  if (!(room.gap > 0)) throw new NotProved("why_blocked", { name: scene.surface.name(room.face) });
  const isWithin = (faces) => {
    const turns = scene.surface.winding(faces, witness[0]);
    return turns === null || turns > 0;
  };
  if (scene.blocking.some(isWithin)) throw new NotProved("why_within");
  const clear = room.gap / MM, beyond = room.beyond / MM, far = 25.4 + slack;
  const isClear = Math.min(claimed, far) <= clear + slack && 2 * beyond >= scene.proof.tolerance_mm - slack;
  if (!isClear || claimed > far) throw new NotProved("why_claim", { room: clear.toFixed(4) });
  return room;
}

/** Check what little too close says: that the line in question runs from figure to figure. */
function checkTooClose(scene) {
  scene.checkEnds(scene.sight.line, scene.sight.gap_mm * MM + LENGTH_EPSILON);
  return scene.room(scene.sight.line);
}

/** Takes numbers off a certificate; throws at its end. */
class Numbers {
  constructor({ whole, real }) {
    Object.assign(this, { whole, real, at: 0, used: 0 });
  }

  take() {
    if (this.at >= this.whole.length) throw new NotProved("why_tree");
    return this.whole[this.at++];
  }

  reals(count) {
    this.used += count;
    if (this.used > this.real.length) throw new NotProved("why_tree");
    return this.real.slice(this.used - count, this.used);
  }
}

/** Return how each pair of patches, by its number, is dealt with. */
function records(certificate) {
  const numbers = new Numbers(certificate), found = new Map();
  while (numbers.at < numbers.whole.length) {
    const pair = numbers.take(), how = numbers.take();
    if (found.has(pair)) throw new NotProved("why_tree");
    if (how === 0) found.set(pair, { how, side: numbers.take(), cut: numbers.take(), first: numbers.take() });
    else if (how === 1) found.set(pair, { how, steps: stepsOf(numbers) });
    else if (how === 2) found.set(pair, { how });
    else if (how === 3) found.set(pair, { how, side: numbers.take() });
    else throw new NotProved("why_tree");
  }
  if (numbers.used !== numbers.real.length) throw new NotProved("why_tree");
  return found;
}

/** Return the steps of a closing by cases: floods, and refutations of as many conditions as their case has. */
function stepsOf(numbers) {
  const steps = [], conditions = [0];
  while (conditions.length) {
    const count = conditions.pop(), mode = numbers.take();
    if (mode === -1) {
      steps.push({ weights: numbers.reals(count) });
      continue;
    }
    const seed = numbers.take(), rims = numbers.take();
    numbers.take(); // how the rim is known to hold: derived again instead
    if (rims < 0) throw new NotProved("why_tree");
    const real = numbers.reals(6), rim = range(0, rims).map(() => [numbers.take(), numbers.take()]);
    steps.push({ mode, seed, rim, line: [real.slice(0, 3), real.slice(3)] });
    for (let i = 0; i < rims; i++) conditions.push(count + 1);
  }
  return steps;
}

/** A figure's triangles in the order in which the proof cuts patches off: a patch is {first, last, piece}. */
class ProofFigure {
  constructor(surface, order) {
    Object.assign(this, { surface, order, whole: { first: 0, last: order.length, piece: null }, hulls: new Map() });
  }

  faces({ first, last }) {
    return this.order.slice(first, last);
  }

  /** Return the points whose hull stands for a patch. */
  corners(patch) {
    if (patch.piece) return patch.piece;
    if (patch.last - patch.first === 1) return this.surface.corners(this.order[patch.first]);
    const key = `${patch.first} ${patch.last}`;
    if (!this.hulls.has(key)) this.hulls.set(key, this._hull(this.faces(patch)));
    return this.hulls.get(key);
  }

  _hull(faces) {
    const points = faces.flatMap((face) => this.surface.corners(face));
    if (faces.length <= FEW) {
      const single = [...new Map(points.map((p) => [p.join(" "), p])).values()];
      if (single.length > 3 && single.length <= FEW) return single;
    }
    const ends = boxAround(points);
    return range(0, 8).map((i) => [ends[i & 1][0], ends[(i >> 1) & 1][1], ends[(i >> 2) & 1][2]]);
  }

  /** Return the two patches that `cut` makes of a patch: together they hold all of it. */
  parts(patch, cut) {
    const { first, last } = patch;
    if (cut < 0) {
      if (!(-cut < last - first)) throw new NotProved("why_tree");
      return [{ first, last: first - cut, piece: null }, { first: first - cut, last, piece: null }];
    }
    if (cut > 2 || last - first !== 1) throw new NotProved("why_tree");
    const corners = this.corners(patch), [start, end, other] = [0, 1, 2].map((i) => corners[(i + cut) % 3]);
    const half = start.map((x, i) => 0.5 * (x + end[i]));
    return [[start, half, other], [half, end, other]].map((piece) => ({ first, last, piece }));
  }
}

/** A certificate that the target is hidden: its last pairs of patches, each of which can be checked. */
class Hiding {
  constructor(scene) {
    const { certificate, blockers } = scene.sight, { surface, proof } = scene;
    Object.assign(this, { scene, surface, blockers });
    const ends = [certificate.viewer, certificate.target];
    if (![proof.viewer, proof.target].every((id) => ends.includes(id))) throw new NotProved("why_other");
    [this.near, this.far] = ends.map((id, i) => this._figure(id, certificate.orders[i]));
    const isEmpty = !this.near.order.length || !this.far.order.length;
    this.pairs = isEmpty ? [] : this._pairs(records(certificate));
  }

  _figure(id, order) {
    const faces = this.scene.figure(id), sorted = [...order].sort((a, b) => a - b);
    if (sorted.length !== faces.length || !sorted.every((face, i) => face === faces[i])) throw new NotProved("why_orders");
    return new ProofFigure(this.surface, order);
  }

  /** Return the last pairs: they cover all lines, none is left out or comes twice, and no record belongs to none. */
  _pairs(found) {
    const reached = new Set(), pairs = [], todo = [{ number: 0, near: this.near.whole, far: this.far.whole }];
    while (todo.length) {
      const { number, near, far } = todo.pop(), record = found.get(number);
      if (!record || reached.has(number)) throw new NotProved("why_tree");
      reached.add(number);
      if (record.how !== 0) {
        pairs.push({ number, near, far, record });
        continue;
      }
      if (![0, 1].includes(record.side)) throw new NotProved("why_tree");
      const [one, two] = record.side ? this.far.parts(far, record.cut) : this.near.parts(near, record.cut);
      const other = (part) => (record.side ? { near, far: part } : { near: part, far });
      todo.push({ number: record.first + 1, ...other(two) }, { number: record.first, ...other(one) });
    }
    if (reached.size !== found.size) throw new NotProved("why_tree");
    return pairs;
  }

  /** Return the corners of a pair's two patches. */
  corners({ near, far }) {
    return [this.near.corners(near), this.far.corners(far)];
  }

  /** Derive again that no line of a pair is free; return the triangles that stop them. Throw NotProved. */
  check(pair) {
    const { surface, scene } = this, corners = this.corners(pair), { record } = pair;
    if (record.how === 1) {
      return closeByCases(new Shaft(scene, ...drawnApart(...corners)), record.steps);
    }
    if (record.how === 2) {
      const isAway = (side, own, points) =>
        surface.faceAway(own.faces(pair[side]), points) && surface.isOutside(own.order, points);
      if (isAway("near", this.near, corners[1]) || isAway("far", this.far, corners[0])) return new Set();
      throw new NotProved("why_away");
    }
    if (![0, 1].includes(record.side)) throw new NotProved("why_tree");
    return this._checkInside(drawnApart(...corners)[record.side]);
  }

  _checkInside(points) {
    const { surface, scene } = this, near = surface.meetingBox(scene.all, ...boxAround(points, EPS));
    const middle = mean(points), isWithin = (faces) => (surface.winding(faces, middle) ?? 0) > 0;
    if (!surface.areApart(near, points) || !scene.blocking.some(isWithin)) throw new NotProved("why_inside");
    return new Set();
  }

  /** Return the names of what a pair's floods start at. */
  names({ record }) {
    const seeds = (record.steps ?? []).filter((step) => !step.weights).map((step) => step.seed);
    return new Set(seeds.map((seed) => this.surface.name(seed)));
  }

  /** Throw NotProved unless the verdict names just those blockers that the proof uses. */
  checkNames() {
    const used = new Set(this.pairs.flatMap((pair) => [...this.names(pair)]));
    const isSame = used.size === new Set(this.blockers).size && this.blockers.every((name) => used.has(name));
    if (used.size && !isSame) throw new NotProved("why_names");
  }
}
