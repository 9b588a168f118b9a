/** What the page shows in 3D: the table, its figures, and what the verdict rests on. three.js draws. */
const GOLD = 0xffcc57, GREEN = 0x73f280, RED = 0xf53321, AMBER = 0xff8012, BLUE = 0x6bbdff, PAPER = 0xf2ede0;

/** Return a point as three.js takes it. */
const vector = (p) => new THREE.Vector3(p[0], p[1], p[2]);

/** sRGB bytes as the linear shares that shaders reckon with. */
const LINEAR = Float32Array.from({ length: 256 }, (_, i) => {
  const c = i / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
});

/** Grain over all that stands on the table, so that no surface looks like plastic. */
const GRAIN = `
float hash3(vec3 p) { p = fract(p * 0.3183099 + 0.1); p *= 17.0; return fract(p.x * p.y * p.z * (p.x + p.y + p.z)); }
float noise3(vec3 x) {
  vec3 i = floor(x), f = fract(x); f = f * f * (3.0 - 2.0 * f);
  return mix(mix(mix(hash3(i), hash3(i + vec3(1, 0, 0)), f.x), mix(hash3(i + vec3(0, 1, 0)), hash3(i + vec3(1, 1, 0)), f.x), f.y),
             mix(mix(hash3(i + vec3(0, 0, 1)), hash3(i + vec3(1, 0, 1)), f.x), mix(hash3(i + vec3(0, 1, 1)), hash3(i + vec3(1, 1, 1)), f.x), f.y), f.z);
}
float grain3(vec3 p) { return 0.5 * noise3(p * 3.0) + 0.3 * noise3(p * 9.0) + 0.2 * noise3(p * 31.0); }
`;

/** Return a material whose colour `paint` (GLSL, changing diffuseColor by the place `spot`) makes less even. */
function grained(options, paint) {
  const material = new THREE.MeshStandardMaterial({ roughness: 0.93, metalness: 0, ...options });
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", "#include <common>\nvarying vec3 spot;")
      .replace("#include <begin_vertex>", "#include <begin_vertex>\nspot = position;");
    shader.fragmentShader = shader.fragmentShader
      .replace("#include <common>", `#include <common>\nvarying vec3 spot;\n${GRAIN}`)
      .replace("#include <color_fragment>", `#include <color_fragment>\n${paint}`);
  };
  material.customProgramCacheKey = () => paint;
  return material;
}

const STONY = "diffuseColor.rgb *= 0.62 + 0.72 * grain3(spot);";
const EARTHY = `
float big = noise3(vec3(spot.xy * 0.22, 3.0)) * 0.6 + noise3(vec3(spot.xy * 0.7, 9.0)) * 0.4;
float fine = grain3(vec3(spot.xy * 1.6, 1.0));
vec3 earth = mix(vec3(0.135, 0.108, 0.075), vec3(0.215, 0.178, 0.128), fine);
vec3 grass = mix(vec3(0.075, 0.098, 0.032), vec3(0.135, 0.155, 0.058), noise3(vec3(spot.xy * 14.0, 5.0)));
diffuseColor.rgb = mix(earth, grass, smoothstep(0.50, 0.62, big + 0.16 * (fine - 0.5)));
vec2 inch = abs(fract(spot.xy + 0.5) - 0.5);
diffuseColor.rgb *= 1.0 - 0.10 * (1.0 - smoothstep(0.0, 0.03, min(inch.x, inch.y)));`;

/** Return normals for each corner of triangles: smooth where they bend by less than 40 degrees, else creased. */
function creasedNormals(points, faces) {
  const count = faces.length, normals = new Float32Array(9 * count), flat = [], around = new Map();
  for (let f = 0; f < count; f++) {
    const [a, b, c] = faces[f].map((i) => points[i]), normal = cross(sub(b, a), sub(c, a));
    flat.push({ normal, unit: normal.map((x) => x / (norm(normal) || 1)) });
    for (const i of faces[f]) around.has(i) ? around.get(i).push(f) : around.set(i, [f]);
  }
  for (let f = 0; f < count; f++) {
    for (let k = 0; k < 3; k++) {
      let sum = [0, 0, 0];
      for (const other of around.get(faces[f][k])) {
        if (dot(flat[other].unit, flat[f].unit) > 0.766) sum = add(sum, flat[other].normal);
      }
      const size = norm(sum) || 1;
      for (let i = 0; i < 3; i++) normals[9 * f + 3 * k + i] = sum[i] / size;
    }
  }
  return normals;
}

/** Collects the triangles of many parts, in the table's frame, for one geometry. */
class Collected {
  constructor() {
    Object.assign(this, { positions: [], normals: [], colours: [] });
  }

  /** Add a part: a mesh of the table's file, where it stands, and a colour for each triangle (3 bytes each). */
  add({ vertices, faces }, { at, turn }, paint) {
    const c = Math.cos(turn), s = Math.sin(turn), [x0, y0, z0 = 0] = at;
    const points = vertices.map(([x, y, z]) => [c * x - s * y + x0, s * x + c * y + y0, z + z0]);
    const positions = new Float32Array(9 * faces.length), colours = new Float32Array(9 * faces.length);
    faces.forEach((face, f) => face.forEach((corner, k) => {
      for (let i = 0; i < 3; i++) {
        positions[9 * f + 3 * k + i] = points[corner][i];
        colours[9 * f + 3 * k + i] = LINEAR[paint[3 * f + i]];
      }
    }));
    this.positions.push(positions);
    this.colours.push(colours);
    this.normals.push(creasedNormals(points, faces));
  }

  /** Return the geometry; null where nothing was added. */
  geometry() {
    if (!this.positions.length) return null;
    const made = new THREE.BufferGeometry();
    for (const [name, arrays] of [["position", this.positions], ["normal", this.normals], ["color", this.colours]]) {
      const whole = new Float32Array(arrays.reduce((sum, array) => sum + array.length, 0));
      let at = 0;
      for (const array of arrays) {
        whole.set(array, at);
        at += array.length;
      }
      made.setAttribute(name, new THREE.BufferAttribute(whole, 3));
    }
    return made;
  }
}

/** Return triangles, rows of three points, as a geometry. */
function geometryOf(triangles) {
  const made = new THREE.BufferGeometry();
  made.setAttribute("position", new THREE.BufferAttribute(Float32Array.from(triangles.flat(2)), 3));
  made.computeVertexNormals();
  return made;
}

/** Return a straight rod between two points; it shines through what is in front of it, faintly. */
function rod(start, end, radius, colour, { dash = 0, through = 0.22 } = {}) {
  const group = new THREE.Group(), length = norm(sub(end, start)), way = sub(end, start).map((x) => x / length);
  const pieces = dash ? range(0, Math.ceil(length / dash)).map((i) => [i * dash, Math.min(length, (i + 0.55) * dash)]) : [[0, length]];
  for (const [from, to] of pieces) {
    const shape = new THREE.CylinderGeometry(radius, radius, to - from, 12);
    for (const isThrough of through ? [false, true] : [false]) {
      const material = new THREE.MeshBasicMaterial({ color: colour, toneMapped: false, transparent: isThrough, opacity: isThrough ? through : 1, depthTest: !isThrough, depthWrite: !isThrough });
      const mesh = new THREE.Mesh(shape, material);
      mesh.position.copy(vector(add(start, way, (from + to) / 2)));
      mesh.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), vector(way));
      mesh.renderOrder = isThrough ? 5 : 1;
      group.add(mesh);
    }
  }
  return group;
}

/** Return a coat over triangles: `opacity`, drawn a hair in front of them, on both sides. */
function coat(triangles, colour, opacity, order = 2) {
  const material = new THREE.MeshBasicMaterial({
    color: colour, toneMapped: false, transparent: true, opacity, depthWrite: false, side: THREE.DoubleSide, polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -2,
  });
  const mesh = new THREE.Mesh(geometryOf(triangles), material);
  mesh.renderOrder = order;
  return mesh;
}

/** Return a flat ring around a point that faces along a direction. */
function ring(at, way, radius, colour, width = 0.012) {
  const material = new THREE.MeshBasicMaterial({ color: colour, toneMapped: false, transparent: true, opacity: 0.95, depthTest: false, side: THREE.DoubleSide });
  const mesh = new THREE.Mesh(new THREE.RingGeometry(radius, radius + width, 48), material);
  mesh.position.copy(vector(at));
  mesh.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), vector(way).normalize());
  mesh.renderOrder = 6;
  return mesh;
}

/** Return the outline of a base around the origin, drawn in by `inset`. */
function baseOutline({ shape, length, width }, inset) {
  const a = Math.max(length / 2 - inset, 1e-3), b = Math.max(width / 2 - inset, 1e-3);
  if (shape === "square") return [[a, b], [-a, b], [-a, -b], [a, -b]].map(([x, y]) => new THREE.Vector2(x, y));
  return range(0, 96).map((i) => new THREE.Vector2(a * Math.cos((i * Math.PI) / 48), b * Math.sin((i * Math.PI) / 48)));
}

/** Return a base: a black rim, a ring in the side's colour with a notch where it faces, earth on top. */
function baseOf({ base, colour }) {
  const group = new THREE.Group(), { height } = base;
  const paint = new THREE.Color().setRGB(...colour, THREE.SRGBColorSpace);
  const layers = [[0, 0, height - 0.01, 0x101012], [0.045, height - 0.01, 0.012, paint], [0.1, height - 0.008, 0.014, 0x5c503c]];
  for (const [inset, z, depth, look] of layers) {
    const shape = new THREE.ExtrudeGeometry(new THREE.Shape(baseOutline(base, inset)), { depth, bevelEnabled: false, steps: 1 });
    const mesh = new THREE.Mesh(shape, new THREE.MeshStandardMaterial({ color: look, roughness: inset ? 0.85 : 0.45 }));
    mesh.position.z = z;
    mesh.castShadow = mesh.receiveShadow = true;
    group.add(mesh);
  }
  const notch = new THREE.Mesh(new THREE.BoxGeometry(0.055, 0.1, 0.014), new THREE.MeshStandardMaterial({ color: 0xd6ceba }));
  notch.position.set(base.length / 2 - 0.0725, 0, height - 0.002);
  group.add(notch);
  return group;
}

/** Return the board, its edge and the desk that it lies on. */
function boardOf({ width, depth }) {
  const group = new THREE.Group();
  const ground = new THREE.PlaneGeometry(width, depth);
  ground.translate(width / 2, depth / 2, 0);
  const edge = new THREE.Mesh(new THREE.BoxGeometry(width + 0.5, depth + 0.5, 0.5), new THREE.MeshStandardMaterial({ color: 0x241a12, roughness: 0.7 }));
  edge.position.set(width / 2, depth / 2, -0.27);
  group.add(new THREE.Mesh(ground, grained({ color: 0xffffff }, EARTHY)), edge);
  group.children.forEach((mesh) => (mesh.receiveShadow = true));
  return group;
}

/** Return the colour of each triangle of the next part, off the block of colours. */
function* coloursOf(paint, counts) {
  let at = 0;
  for (const count of counts) yield paint.subarray(at, (at += 3 * count));
}

/** The table in 3D: `terrain`, and by model `figures` and `bases`. */
class TableScene {
  constructor(table, statement, paint) {
    this.root = new THREE.Group();
    this.figures = new Map();
    this.solid = grained({ vertexColors: true }, STONY);
    this.faint = grained({ vertexColors: true, transparent: true, opacity: 0.28, depthWrite: false }, STONY);
    const { features = [], models = [] } = table; // what is empty is left out of the file
    const parts = features.flatMap((feature) => table.pieces[feature.piece].parts.map((part) => ({ feature, part })));
    const shapes = models.flatMap((model) => model.figure.parts.map((part) => ({ model, part })));
    const colours = coloursOf(paint, [...parts, ...shapes].map(({ part }) => part.mesh.faces.length));
    this._terrain(parts, colours);
    this._figures(shapes, colours, new Set(statement.tags));
    models.forEach((model, i) => this._base(model, statement.models[i]));
    this.root.add(boardOf(table.board));
  }

  _terrain(parts, colours) {
    const shut = new Collected();
    for (const { feature, part } of parts) {
      const paint = colours.next().value, kinds = [part.kind].flat();
      const isAir = part.opening || (kinds.includes("door") && (feature.state ?? {})[part.id] === "open");
      if (!isAir) shut.add(part.mesh, placeOf(feature.at, feature.turn), paint);
    }
    this._add(shut, this.solid, this.root);
  }

  _figures(shapes, colours, tags) {
    const by = new Map();
    for (const { model, part } of shapes) {
      if (!by.has(model.id)) by.set(model.id, [new Collected(), new Collected()]);
      const counts = tags.has(part.tag ?? "body") ? 0 : 1;
      by.get(model.id)[counts].add(part.mesh, placeOf(model.at, model.facing), colours.next().value);
    }
    for (const [id, [solid, faint]] of by) {
      const group = new THREE.Group();
      this._add(solid, this.solid, group);
      this._add(faint, this.faint, group);
      this.figures.set(id, group);
      this.root.add(group);
    }
  }

  _base(model, { base, colour }) {
    const group = baseOf({ base, colour }), { at, turn } = placeOf(model.at, model.facing);
    group.position.set(at[0], at[1], at[2] ?? 0);
    group.rotation.z = turn;
    if (!this.figures.has(model.id)) {
      this.figures.set(model.id, new THREE.Group());
      this.root.add(this.figures.get(model.id));
    }
    this.figures.get(model.id).add(group);
  }

  _add(collected, material, group) {
    const geometry = collected.geometry();
    if (!geometry) return;
    const mesh = new THREE.Mesh(geometry, material);
    mesh.castShadow = !material.transparent;
    mesh.receiveShadow = true;
    group.add(mesh);
  }
}

/** Return a place of the table's file with its turn in radians. */
const placeOf = (at, degrees = 0) => ({ at, turn: (degrees * Math.PI) / 180 });
