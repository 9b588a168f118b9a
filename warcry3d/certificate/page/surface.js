/**
 * Triangles with what the check asks of them, in double precision; a port of the program's own checker (docs/sight.md).
 * Points are arrays [x, y, z] in inches. Whatever rounding might turn is answered so that the check says no.
 */
const EPS = 1e-9; // inches by which a point must be off a plane to be on one side of it
const GROWTH = 1e-11; // inches by which hulls are grown
const CROOKED = 1e-6; // a triangle whose normal may be off by more (radians) is too thin to have sides

const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const add = (a, b, t = 1) => [a[0] + t * b[0], a[1] + t * b[1], a[2] + t * b[2]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const norm = (a) => Math.sqrt(dot(a, a));
const mean = (points) => points.reduce((sum, p) => add(sum, p), [0, 0, 0]).map((x) => x / points.length);
/** Return a share held between 0 and 1; 0 for what is no number. */
const held = (x) => (Number.isNaN(x) ? 0 : Math.min(1, Math.max(0, x)));

/** Return the lowest and the highest corner of the box around points, grown by `by`. */
function boxAround(points, by = 0) {
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  for (const p of points) {
    for (let i = 0; i < 3; i++) {
      if (p[i] < low[i]) low[i] = p[i];
      if (p[i] > high[i]) high[i] = p[i];
    }
  }
  return [low.map((x) => x - by), high.map((x) => x + by)];
}

/** The blockers' surface. */
class Surface {
  constructor({ vertices, faces, which, names, first, deviations }) {
    Object.assign(this, { vertices, faces, which, names, first, deviations, count: faces.length / 3 });
    this.normals = new Float64Array(3 * this.count);
    this.slack = new Float64Array(this.count);
    this.low = new Float64Array(3 * this.count);
    this.high = new Float64Array(3 * this.count);
    for (let face = 0; face < this.count; face++) this._measure(face);
    this.neighbours = this._neighbours();
  }

  _measure(face) {
    const corners = this.corners(face);
    const one = sub(corners[1], corners[0]), two = sub(corners[2], corners[0]);
    const normal = cross(one, two), area = norm(normal);
    const slack = (1e-15 * norm(one) * norm(two)) / area;
    const thin = !(slack < CROOKED);
    this.slack[face] = thin ? Infinity : slack;
    const [low, high] = boxAround(corners);
    for (let i = 0; i < 3; i++) {
      this.normals[3 * face + i] = thin ? 0 : normal[i] / area;
      this.low[3 * face + i] = low[i];
      this.high[3 * face + i] = high[i];
    }
  }

  /** Return for each triangle and edge the triangle across; -1 where there is not exactly one. */
  _neighbours() {
    const count = this.vertices.length / 3, across = new Map();
    const ends = (face, i) => [this.faces[3 * face + i], this.faces[3 * face + ((i + 1) % 3)]];
    for (let face = 0; face < this.count; face++) {
      for (let i = 0; i < 3; i++) {
        const [a, b] = ends(face, i), key = a * count + b;
        across.set(key, across.has(key) ? -1 : face);
      }
    }
    const beside = new Int32Array(3 * this.count);
    for (let face = 0; face < this.count; face++) {
      for (let i = 0; i < 3; i++) {
        const [a, b] = ends(face, i);
        beside[3 * face + i] = across.get(b * count + a) ?? -1;
      }
    }
    return beside;
  }

  /** Return a vertex. */
  vertex(i) {
    return [this.vertices[3 * i], this.vertices[3 * i + 1], this.vertices[3 * i + 2]];
  }

  /** Return corner i (0 to 2) of a triangle. */
  corner(face, i) {
    return this.vertex(this.faces[3 * face + i]);
  }

  /** Return a triangle's three corners. */
  corners(face) {
    return [this.corner(face, 0), this.corner(face, 1), this.corner(face, 2)];
  }

  /** Return what a triangle belongs to. */
  name(face) {
    return this.names[this.which[face]];
  }

  /** Return how far points are above a triangle's plane, the least and the most, and what rounding may do to that. */
  heights(face, points) {
    const [nx, ny, nz] = this.normals.subarray(3 * face, 3 * face + 3), at = 3 * this.faces[3 * face];
    const cx = this.vertices[at], cy = this.vertices[at + 1], cz = this.vertices[at + 2];
    let least = Infinity, most = -Infinity, far = 0;
    for (const p of points) {
      const x = p[0] - cx, y = p[1] - cy, z = p[2] - cz, height = x * nx + y * ny + z * nz;
      if (height < least) least = height;
      if (height > most) most = height;
      far = Math.max(far, x * x + y * y + z * z);
    }
    return { least, most, doubt: (Math.sqrt(far) + 1) * this.slack[face] };
  }

  /** Return whether all points are strictly in front of a triangle's plane. */
  isInFront(face, points) {
    const { least, doubt } = this.heights(face, points);
    return least > EPS + doubt;
  }

  /** Return whether no point is in front of the plane of any of the triangles. */
  faceAway(faces, points) {
    return faces.every((face) => {
      const { most, doubt } = this.heights(face, points);
      return most + doubt < 3 * EPS;
    });
  }

  /** Return whether a triangle's box meets a box. */
  meetsBox(face, low, high) {
    for (let i = 3 * face, j = 0; j < 3; i++, j++) {
      if (this.low[i] > high[j] || this.high[i] < low[j]) return false;
    }
    return true;
  }

  /** Return whether each triangle's plane, or a plane across an axis, keeps it from the points' hull. */
  areApart(faces, points) {
    const least = 0.5 * EPS, [low, high] = boxAround(points, least);
    return faces.every((face) => {
      if (!this.meetsBox(face, low, high)) return true;
      const { least: below, most, doubt } = this.heights(face, points);
      return below > least + doubt || most < -least - doubt;
    });
  }

  /** Return the triangles of `faces` whose boxes meet a box. */
  meetingBox(faces, low, high) {
    return faces.filter((face) => this.meetsBox(face, low, high));
  }

  /**
   * Return by triangle +1 where the segment enters through it and -1 where it leaves; null where it comes so near an
   * edge that rounding might decide.
   */
  crossings(faces, start, end) {
    const ends = [start, end], [low, high] = boxAround(ends, EPS), way = sub(end, start), signs = new Map();
    const near = [];
    for (const face of faces) {
      if (!this.meetsBox(face, low, high)) continue;
      const { least, most, doubt } = this.heights(face, ends);
      if (least <= EPS + doubt && most >= -EPS - doubt) near.push(face);
    }
    for (const face of near) if (edgeGap(start, end, this.corners(face)) <= GROWTH) return null;
    for (const face of near) {
      if (!passesThrough(start, way, this.corners(face))) continue;
      const one = this.heights(face, [start]).least, two = this.heights(face, [end]).least;
      if (Math.min(Math.abs(one), Math.abs(two)) <= GROWTH + this.heights(face, ends).doubt) return null;
      if (one > 0 !== two > 0) signs.set(face, one > 0 ? 1 : -1);
    }
    return signs;
  }

  /** Return how often triangles, closed surfaces, wind around a point; null where it lies too near them to decide. */
  winding(faces, point) {
    if (!faces.length) return 0;
    let far = 10;
    const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
    for (const face of faces) {
      for (let i = 0; i < 3; i++) {
        low[i] = Math.min(low[i], this.low[3 * face + i]);
        high[i] = Math.max(high[i], this.high[3 * face + i]);
      }
    }
    for (let i = 0; i < 3; i++) far += 2 * (Math.abs(low[i] - point[i]) + Math.abs(high[i] - point[i]));
    for (const way of WAYS) {
      const signs = this.crossings(faces, point, add(point, way, far));
      if (signs) return -Array.from(signs.values()).reduce((sum, sign) => sum + sign, 0);
    }
    return null;
  }

  /** Return whether the hull of points keeps outside the solids that triangles bound. */
  isOutside(faces, points) {
    const near = this.meetingBox(faces, ...boxAround(points, EPS));
    return this.areApart(near, points) && this.winding(faces, points[0]) === 0;
  }
}

/** Directions in which to leave the table; the first that keeps clear of all edges decides. */
const WAYS = [
  [0.0137, 0.0091, 1], [-0.0217, 0.0313, 1], [0.0411, -0.0153, 1], [-0.0371, -0.0519, 1],
  [0.1127, 0.0733, 1], [0.9713, 0.2119, 0.3717], [-0.3191, 0.8817, 0.2713], [0.0173, -0.0239, -1],
];

/** Return on which side of a line the three edges of a triangle run, as volumes. */
function sideVolumes(start, way, corners) {
  const rays = corners.map((corner) => sub(corner, start));
  return [0, 1, 2].map((i) => dot(cross(rays[i], rays[(i + 1) % 3]), way));
}

/** Return whether the line passes through a triangle: all edges on one side. */
function passesThrough(start, way, corners) {
  const sides = sideVolumes(start, way, corners);
  return sides.every((side) => side > 0) || sides.every((side) => side < 0);
}

/** Return the distance between two segments, from a along u and from b along v. */
function segmentsGap(a, u, b, v) {
  const apart = sub(a, b), uu = dot(u, u), vv = dot(v, v), uv = dot(u, v), uw = dot(u, apart), vw = dot(v, apart);
  const gap2 = (x, y) => {
    const between = add(add(apart, u, x), v, -y);
    return dot(between, between);
  };
  let x = held((uv * vw - vv * uw) / (uu * vv - uv * uv));
  const y = held((uv * x + vw) / vv);
  x = held((uv * y - uw) / uu);
  let best = gap2(x, y);
  for (const fixed of [0, 1]) {
    best = Math.min(best, gap2(fixed, held((uv * fixed + vw) / vv)), gap2(held((uv * fixed - uw) / uu), fixed));
  }
  return Math.sqrt(best);
}

/** Return the distance from a segment to the nearest edge of a triangle. */
function edgeGap(start, end, corners) {
  const way = sub(end, start);
  return Math.min(...[0, 1, 2].map((i) => segmentsGap(start, way, corners[i], sub(corners[(i + 1) % 3], corners[i]))));
}

/** Return the distance from a segment (a point, where its ends are one) to a triangle; 0 where it crosses it. */
function segmentGap(start, end, corners) {
  let gap = edgeGap(start, end, corners);
  const normal = cross(sub(corners[1], corners[0]), sub(corners[2], corners[0])), size = norm(normal);
  const unit = normal.map((x) => x / size);
  const heights = [start, end].map((point) => dot(sub(point, corners[0]), unit));
  [start, end].forEach((point, i) => {
    const rays = corners.map((corner) => sub(corner, add(point, unit, -heights[i])));
    const isOver = [0, 1, 2].every((k) => dot(cross(rays[k], rays[(k + 1) % 3]), unit) > 0);
    if (isOver && Math.abs(heights[i]) < gap) gap = Math.abs(heights[i]);
  });
  return passesThrough(start, sub(end, start), corners) && heights[0] * heights[1] <= 0 ? 0 : gap;
}
