/** Why all lines from one patch to another are stopped: floods, rims and conditions, derived again (docs/sight.md). */
const ROOM = 1e-4; // inches: a line with nothing this near to it is what a proof excludes
const PULL = 2e-5; // inches by which both patches are drawn apart before a pair is closed
const ON_LINE = 2e-10; // inches by which a rim's edge may be off the straight line that stands for it
const DEEP = 60; // how many times deeper inside a rim than rounding reaches an end must be that is known to be hidden
const NO_WAY = 1e-6; // inches between the means of two patches below which they are not drawn apart
const AT_PATCH = 1e-6; // inches by which a noted line may miss its patches by rounding

/** A step of a proof that does not follow: the key of a label, and the values that fill its fields. */
class NotProved extends Error {
  constructor(key, values = {}) {
    super(key);
    Object.assign(this, { key, values });
  }
}

/** All lines from the hull of `near` to the hull of `far`, corners of two patches, in a ProofScene. */
class Shaft {
  constructor({ surface, blocks, all }, near, far) {
    Object.assign(this, { surface, blocks, all, near, far });
    this.planes = hullPlanes([...near, ...far]);
    this.reach = Math.max(...near.map((a) => Math.max(...far.map((b) => norm(sub(a, b))))));
    this.slack = 2 * ON_LINE * this.reach;
  }
}

/** Return both patches moved away from each other by PULL, along the way between the means of their corners. */
function drawnApart(near, far) {
  const way = sub(mean(far), mean(near)), length = norm(way);
  if (length < NO_WAY) return [near, far];
  return [near.map((p) => add(p, way, -PULL / length)), far.map((p) => add(p, way, PULL / length))];
}

/**
 * Derive again that no free line is left in the shaft; throw NotProved at a step that does not follow. Return the
 * triangles that were flooded. A case is a list of conditions, each by its values at all pairs of corners; null: no free
 * line is left in it.
 */
function closeByCases(shaft, steps) {
  const cases = [[]], flooded = new Set();
  for (const step of steps) {
    const open = cases.pop();
    if (step.weights) {
      if (open) refute(shaft, open, step.weights);
      continue;
    }
    const outside = open && conditionsOutside(shaft, step, flooded);
    if (open && outside) cases.push(...outside.map((one) => [...open, one]));
    else cases.push(...step.rim.map(() => null));
  }
  if (cases.length) throw new NotProved("why_cases");
  return flooded;
}

function refute(shaft, open, weights) {
  const sum = weights.reduce((a, b) => a + b, 0);
  const sound = weights.length === open.length && weights.every((w) => Number.isFinite(w) && w >= 0) && sum > 0;
  if (!sound) throw new NotProved("why_cases");
  let most = -Infinity;
  for (let i = 0; i < shaft.near.length * shaft.far.length; i++) {
    most = Math.max(most, weights.reduce((total, weight, j) => total + (weight / sum) * open[j][i], 0));
  }
  if (!(most < -1e-12 * shaft.reach)) throw new NotProved("why_cases");
}

/**
 * Return for each line of the rim by how much lines pass outside it, so that a free line has a value >= 0 in one of
 * them; null where no free line is left.
 */
function conditionsOutside(shaft, flood, flooded) {
  const { surface } = shaft;
  if (![0, 1, 2].includes(flood.mode) || shaft.blocks[flood.seed] !== 1) throw new NotProved("why_step");
  const line = ontoPatches(shaft, flood.line);
  if (flood.mode === 0) {
    for (const seed of seedsAround(shaft, flood.seed, line)) if (closesAllAround(shaft, seed, line, flooded)) return null;
    throw new NotProved("why_flood");
  }
  const [front, back] = flood.mode === 1 ? [shaft.near, shaft.far] : [shaft.far, shaft.near];
  const { gathered, rim } = gather(surface, shaft.planes, flood.seed, front);
  const hits = segmentGap(line[0], line[1], surface.corners(flood.seed)) <= 0.2 * GROWTH;
  if (!hits || !surface.areApart(gathered, back)) throw new NotProved("why_flood");
  gathered.forEach((face) => flooded.add(face));
  if (!rim.length) return null;
  if (!areOnLines(surface, rim, flood.rim)) throw new NotProved("why_rim");
  return rimConditions(shaft, flood, line);
}

/** Yield the noted face, then the others that the line crosses. */
function* seedsAround(shaft, seed, line) {
  yield seed;
  const signs = shaft.surface.crossings(shaft.all, line[0], line[1]);
  if (signs) yield* signs.keys();
}

/** Return whether the surface around a seed has no rim, meets neither patch, and is crossed more often one way. */
function closesAllAround(shaft, seed, line, flooded) {
  const { gathered, rim } = gather(shaft.surface, shaft.planes, seed, null);
  if (rim.length || ![shaft.near, shaft.far].every((patch) => shaft.surface.areApart(gathered, patch))) return false;
  const signs = shaft.surface.crossings(gathered, line[0], line[1]);
  if (!signs || Array.from(signs.values()).reduce((a, b) => a + b, 0) === 0) return false;
  gathered.forEach((face) => flooded.add(face));
  return true;
}

function ontoPatches(shaft, line) {
  if (!line.flat().every(Number.isFinite)) throw new NotProved("why_step");
  const moved = [nearestIn(shaft.near, line[0]), nearestIn(shaft.far, line[1])];
  const off = Math.max(...moved.flatMap((p, i) => sub(p, line[i]).map(Math.abs)));
  if (!(off <= AT_PATCH)) throw new NotProved("why_step");
  return moved;
}

/**
 * Return the faces reached from a seed over edges in the shaft, and the rim's edges [face, corner]. With `front` only
 * faces that all of its points are strictly in front of are gathered, and the seed must be one.
 */
function gather(surface, planes, seed, front) {
  if (front && !surface.isInFront(seed, front)) throw new NotProved("why_flood");
  const known = new Set([seed]), gathered = [seed], rim = [], refused = new Set();
  for (let at = 0; at < gathered.length; at++) {
    const face = gathered[at];
    for (let i = 0; i < 3; i++) {
      const beside = surface.neighbours[3 * face + i];
      if (beside >= 0 && known.has(beside)) continue;
      if (!meetsPlanes(planes, surface.corner(face, i), surface.corner(face, (i + 1) % 3))) continue;
      if (beside < 0 || refused.has(beside) || (front && !surface.isInFront(beside, front))) {
        rim.push([face, i]);
        if (beside >= 0) refused.add(beside);
      } else {
        known.add(beside);
        gathered.push(beside);
      }
    }
  }
  return { gathered, rim };
}

/** Return whether every edge of the rim lies on the straight line of one that is listed. */
function areOnLines(surface, rim, listed) {
  const lines = listed.map((edge) => edgeLine(surface, edge));
  return rim.every(([face, i]) => {
    const ends = [surface.corner(face, i), surface.corner(face, (i + 1) % 3)];
    return lines.some(([start, along]) => ends.every((end) => norm(cross(sub(end, start), along)) <= ON_LINE));
  });
}

/** Return where an edge [face, corner] starts and its direction, of length 1. */
function edgeLine(surface, [face, corner]) {
  if (surface.which[face] === undefined || ![0, 1, 2].includes(corner)) throw new NotProved("why_rim");
  const start = surface.corner(face, corner), along = sub(surface.corner(face, (corner + 1) % 3), start);
  const size = norm(along);
  if (size === 0) throw new NotProved("why_rim");
  return [start, along.map((x) => x / size)];
}

/** Return the values of each rim line's condition at all pairs of corners; a free line keeps one. */
function rimConditions(shaft, flood, line) {
  const near = [...shaft.near, line[0]], far = [...shaft.far, line[1]], turn = flood.mode === 1 ? 1 : -1;
  const sides = flood.rim.map((edge) => sidesOf(shaft.surface, edge, near, far, turn));
  const n = shaft.near.length, k = shaft.far.length;
  if (!sides.length || !(Math.max(...sides.map((side) => side[n][k])) < -shaft.slack)) throw new NotProved("why_rim");
  const turned = sides.map((side) => far.map((_, j) => near.map((_, i) => side[i][j])));
  const margins = [endMargins(shaft, sides, far), endMargins(shaft, turned, near)];
  if (sides.length === 1) margins.push([pairMargin(shaft, sides[0])]);
  const best = margins.reduce((a, b) => (Math.min(...b) > Math.min(...a) ? b : a));
  if (!best.every(Number.isFinite)) throw new NotProved("why_rim");
  return sides.map((side, r) => side.slice(0, n).flatMap((row) => row.slice(0, k).map((x) => x - best[r])));
}

/** Return for each pair of points how far, times their distance, their line passes right of the edge. */
function sidesOf(surface, edge, near, far, turn) {
  const [start, along] = edgeLine(surface, edge);
  return near.map((s) => {
    const turned = cross(sub(start, s), along), base = dot(turned, s);
    return far.map((t) => turn * (dot(turned, t) - base));
  });
}

/**
 * Return by how much a free line with room passes outside one of the rim lines, by rule END: for each rim line, minus
 * infinity where there is no end. `sides` has the noted line in its last row and column, `far` its end as its last.
 */
function endMargins(shaft, sides, far) {
  const last = sides[0].length - 1;
  let best = null, most = -Infinity;
  far.forEach((end, j) => {
    const radius = Math.max(...far.slice(0, -1).map((p) => norm(sub(p, end))));
    const share = Math.min(1, (ROOM - PULL) / Math.max(radius, ROOM));
    const margins = sides.map((side) => {
      const depth = -Math.max(...side.slice(0, last).map((row) => row[j]));
      return depth > DEEP * shaft.slack ? share * depth - 1.02 * shaft.slack : -Infinity;
    });
    if (best === null || Math.min(...margins) > most) [best, most] = [margins, Math.min(...margins)];
  });
  return best;
}

/** Return the same for one rim line, by rule PAIR, for the corners that lie deepest inside. */
function pairMargin(shaft, side) {
  const { near, far } = shaft;
  let a = 0, b = 0;
  near.forEach((_, i) => far.forEach((_, j) => {
    if (side[i][j] < side[a][b]) [a, b] = [i, j];
  }));
  const radius = Math.max(...near.map((p) => norm(sub(p, near[a]))), ...far.map((p) => norm(sub(p, far[b]))));
  const share = Math.min(1, (ROOM - PULL) / Math.max(radius, ROOM));
  let best = -Infinity;
  for (let step = 0; step < 39; step++) {
    const factor = (1.9 * step) / 38;
    let most = -Infinity;
    near.forEach((_, i) => far.forEach((_, j) => {
      most = Math.max(most, side[a][j] + side[i][b] - factor * side[i][j]);
    }));
    let margin = 0.5 * share * -most - 1.02 * shaft.slack;
    if (margin > 0) margin /= 1 + 0.5 * share * factor;
    if (-most > 2 * DEEP * shaft.slack) best = Math.max(best, margin);
  }
  return best;
}
