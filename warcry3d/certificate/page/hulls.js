/** Convex hulls of a few points: half-spaces, segments against them, the nearest place in them. */

/** Yield all choices of three of `count` numbers. */
function* triples(count) {
  for (let a = 0; a < count; a++) for (let b = a + 1; b < count; b++) for (let c = b + 1; c < count; c++) yield [a, b, c];
}

/**
 * Return half-spaces [nx, ny, nz, c] (n.x <= c) whose intersection is the hull of the points, grown by GROWTH. Each gets
 * the c that holds all points, so whatever rounding does to its direction, the hull is held.
 */
function hullPlanes(points) {
  const directions = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [-1, 0, 0], [0, -1, 0], [0, 0, -1]];
  let flat = null;
  for (const [a, b, c] of triples(points.length)) {
    const normal = cross(sub(points[b], points[a]), sub(points[c], points[a])), size = norm(normal);
    if (!(size > 1e-12)) continue;
    const unit = normal.map((x) => x / size), base = dot(unit, points[a]);
    const heights = points.map((p) => dot(unit, p));
    const isAbove = Math.max(...heights) - base <= EPS, isBelow = base - Math.min(...heights) <= EPS;
    if (isAbove) directions.push(unit);
    if (isBelow) directions.push(unit.map((x) => -x));
    if (isAbove && isBelow && !flat) flat = unit;
  }
  if (flat) directions.push(...across(points, flat));
  const single = new Map(directions.map((n) => [Math.round(dot(n, [0.9171, 0.3379, 0.2117]) * 1e9), n]));
  return Array.from(single.values(), (n) => [...n, Math.max(...points.map((p) => dot(n, p))) + GROWTH]);
}

/** Return the outward directions, across `flat`, of the sides of the flat hull of points in that plane. */
function across(points, flat) {
  const found = [];
  for (let a = 0; a < points.length; a++) {
    for (let b = a + 1; b < points.length; b++) {
      const side = cross(sub(points[b], points[a]), flat), size = norm(side);
      if (!(size > 1e-12)) continue;
      const unit = side.map((x) => x / size), base = dot(unit, points[a]);
      const heights = points.map((p) => dot(unit, p));
      if (Math.max(...heights) - base <= EPS) found.push(unit);
      if (base - Math.min(...heights) <= EPS) found.push(unit.map((x) => -x));
    }
  }
  return found;
}

/** Return whether a segment meets the intersection of half-spaces. */
function meetsPlanes(planes, start, end) {
  let low = 0, high = 1;
  for (const plane of planes) {
    const a = dot(plane, start) - plane[3], b = dot(plane, end) - plane[3];
    if (a > 0 && b > 0) return false;
    if (a > 0) low = Math.max(low, a / (a - b));
    else if (b > 0) high = Math.min(high, a / (a - b));
  }
  return low <= high;
}

/** Return the place nearest to `spot` in the hull of up to eight points. */
function nearestIn(points, spot) {
  const [low, high] = boxAround(points);
  const isBox = points.length === 8 && points.every((p) => p.every((x, i) => x === low[i] || x === high[i]));
  if (isBox) return spot.map((x, i) => Math.min(high[i], Math.max(low[i], x)));
  if (isInTetrahedron(points, spot)) return spot;
  let best = null, least = Infinity;
  for (const [a, b, c] of triples(points.length)) {
    const place = nearestOnTriangle([points[a], points[b], points[c]], spot), gap = norm(sub(place, spot));
    if (gap < least) [best, least] = [place, gap];
  }
  return best;
}

/** Return whether the spot is in one of the tetrahedra between four of the points. */
function isInTetrahedron(points, spot) {
  for (const [a, b, c] of triples(points.length)) {
    for (let d = c + 1; d < points.length; d++) {
      const [u, v, w, r] = [points[b], points[c], points[d], spot].map((p) => sub(p, points[a]));
      const size = dot(u, cross(v, w));
      if (Math.abs(size) <= 1e-12) continue;
      const shares = [dot(r, cross(v, w)), dot(u, cross(r, w)), dot(u, cross(v, r))].map((x) => x / size);
      if (shares.every((x) => x >= 0) && shares[0] + shares[1] + shares[2] <= 1) return true;
    }
  }
  return false;
}

/** Return the place nearest to `spot` on a triangle. */
function nearestOnTriangle(corners, spot) {
  const places = [0, 1, 2].map((i) => {
    const along = sub(corners[(i + 1) % 3], corners[i]), size = dot(along, along);
    return add(corners[i], along, held(dot(sub(spot, corners[i]), along) / (size > 0 ? size : 1)));
  });
  const normal = cross(sub(corners[1], corners[0]), sub(corners[2], corners[1])), area = dot(normal, normal);
  if (area > 0) {
    const foot = add(spot, normal, -dot(sub(spot, corners[0]), normal) / area);
    const rays = corners.map((corner) => sub(corner, foot));
    if ([0, 1, 2].every((i) => dot(cross(rays[i], rays[(i + 1) % 3]), normal) >= 0)) places.push(foot);
  }
  return places.reduce((best, place) => (norm(sub(place, spot)) < norm(sub(best, spot)) ? place : best));
}
