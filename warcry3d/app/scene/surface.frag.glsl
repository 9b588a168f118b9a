// The forward shader of all that is on the table. TAPS: shadow samples. KIND: what is drawn.
#define THINGS 0
#define BOARD 1
#define DESK 2
#define MADE 3
uniform mat4 p3d_ViewMatrixInverse;
uniform vec3 sun;
uniform sampler2DShadow sun_map;
uniform vec4 sun_scale;    // penumbra in texture units (x, y), depth of one inch, bias (in)
uniform vec4 board;        // width, depth; margin of the light map (in); 0
uniform sampler2D board_light;
uniform sampler2D contact; // what stands near: closeness and height, twice (lower, upper)
uniform sampler2D gravel;  // height, tone, tuft
uniform sampler2D land;    // where it is dry, green, withered, stony
uniform vec3 side;         // colour of the side, sRGB
uniform vec4 mark;         // tint of what is named by the verdict: sRGB, strength
uniform vec4 lot;          // where in the noise this thing was cut from; w: how much is there (1: all)
in vec3 world_at, world_normal, local_at, local_normal;
in vec4 sun_at;
in vec2 baked;
flat in vec3 grain;
flat in vec4 paint;
out vec4 colour;

struct Stuff { vec3 base; float rough, metal, height, sheen; };

vec3 grey(vec3 c) { return vec3(dot(c, vec3(0.30, 0.59, 0.11))); }

// Software drivers walk through every branch for every pixel, so what costs (noise) is asked for once, outside of them,
// and board, desk and all other things have programs of their own (KIND).
#if KIND == DESK
Stuff stuff_of(int finish, vec3 base, vec3 p, vec3 N) {
    float plank = floor(p.y / 3.4);
    vec3 q = vec3(p.x * 0.08 + plank * 3.37, p.y * 1.4, plank * 1.7);
    float n = fbm(q), m = fbm(q * vec3(6.0, 8.0, 1.0));
    base = vec3(0.0240, 0.0128, 0.0074) * (0.5 + 0.75 * n + 0.5 * m) * (0.75 + 0.5 * hash3(vec3(plank, 1.0, 2.0)));
    float seam = abs(fract(p.y / 3.4) - 0.5);
    base *= 1.0 - 0.75 * smoothstep(0.490, 0.498, seam);
    return Stuff(base, 0.86, 0.0, n * 0.02 - 0.02 * smoothstep(0.488, 0.5, seam), 0.0);
}
#elif KIND == BOARD
Stuff stuff_of(int finish, vec3 base, vec3 p, vec3 N) {
    vec3 stones = texture(gravel, p.xy * 0.19).rgb;
    vec3 fine = texture(gravel, p.yx * 0.53 + 0.37).rgb;
    vec4 lie = texture(land, p.xy / 64.0);
    float m = fbm(vec3(p.xy * 1.7, 4.0)), k = fbm(vec3(p.xy * 9.0, 2.0));
    vec3 dirt = mix(vec3(0.105, 0.078, 0.047), vec3(0.185, 0.158, 0.116), smoothstep(0.32, 0.64, lie.r));
    dirt = mix(dirt, vec3(0.145, 0.135, 0.118), smoothstep(0.46, 0.62, lie.a) * 0.55);
    dirt *= 0.50 + 0.55 * m + 0.42 * k;
    float bare = smoothstep(0.30, 0.55, lie.b);
    float pebble = smoothstep(0.05, 0.50, stones.r) * smoothstep(0.42, 0.62, stones.g + 0.35 * bare);
    vec3 stone = mix(vec3(0.120, 0.104, 0.080), vec3(0.225, 0.205, 0.172), stones.g) * (0.62 + 0.6 * k);
    dirt = mix(dirt, stone, pebble * 0.8);
    float grit = smoothstep(0.15, 0.35, fine.r) * smoothstep(0.6, 0.8, fine.g);
    dirt = mix(dirt, vec3(0.20, 0.182, 0.152) * (0.5 + 0.6 * fine.g), grit * 0.5);
    float grass = smoothstep(0.475, 0.585, lie.g + 0.16 * (m - 0.47) + 0.10 * (k - 0.47));
    float blades = fine.b * 0.6 + stones.b * 0.4;
    vec3 green = mix(vec3(0.024, 0.033, 0.011), vec3(0.098, 0.108, 0.036), smoothstep(0.15, 0.85, blades));
    green = mix(green, vec3(0.125, 0.105, 0.047), smoothstep(0.40, 0.62, lie.b) * 0.5);
    float low = stones.r * 0.042 * pebble + grit * fine.r * 0.03 + k * 0.035 + m * 0.035;
    return Stuff(mix(dirt, green, grass), 0.95, 0.0, mix(low, blades * 0.075 + m * 0.03, grass), grass * 0.25);
}
#else
// How fine the three noises are that each finish is made of (stone, wood, foliage, metal, cloth, ground, skin, bone,
// desk, rim, board); wood stretches its own along the grain.
const vec3 FINE[11] = vec3[](
    vec3(2.2, 9.0, 1.1), vec3(1.0, 4.0, 14.0), vec3(6.0, 17.0, 6.0), vec3(7.0, 23.0, 3.1), vec3(8.0, 38.0, 8.0),
    vec3(7.0, 21.0, 7.0), vec3(11.0, 11.0, 11.0), vec3(13.0, 13.0, 13.0), vec3(1.0), vec3(9.0, 9.0, 9.0), vec3(1.0));

#if KIND == MADE
// How tall courses of masonry are, how long its stones, how wide planks (in).
const float COURSE = 0.4, BLOCK = 0.95, PLANK = 0.42;

// Stones or planks laid side by side: x, y tell one from the other, z is how far (in) the nearest joint is.
vec3 laid(bool is_wood, vec3 p, vec3 N, vec3 along) {
    bool is_level = abs(N.z) > 0.7, is_along_x = abs(along.x) >= abs(along.y);
    vec2 at = is_level ? p.yx : vec2(p.z, abs(N.x) > abs(N.y) ? p.y : p.x), size = vec2(COURSE, BLOCK);
    if (is_level) size.x = BLOCK, at += 0.5 * BLOCK;
    if (is_wood) at = is_along_x ? p.yx : p.xy, size = vec2(PLANK, 7.0 * PLANK);
    at /= size;
    float row = floor(at.x);
    at.y += is_wood ? hash3(vec3(row, 2.0, 5.0)) : is_level ? 0.0 : 0.5 * row + 0.2 * hash3(vec3(row, 2.0, 5.0));
    vec2 rest = abs(fract(at) - 0.5);
    return vec3(row, floor(at.y), min((0.5 - rest.x) * size.x, (0.5 - rest.y) * size.y));
}
#endif

Stuff stuff_of(int finish, vec3 base, vec3 p, vec3 N) {
    float edge = (baked.y - 0.5) * 2.0;
    vec3 along = grain;
    float sunk = 0.0;
#if KIND == MADE
    if (finish >= 11) {
        finish -= 11;
        bool is_planks = finish == 1;
        if (is_planks) along = abs(grain.x) >= abs(grain.y) ? vec3(1.0, 0.0, 0.0) : vec3(0.0, 1.0, 0.0);
        vec3 one = laid(is_planks, local_at, N, along);
        float tone = hash3(vec3(one.xy * 1.7 + 0.3, 8.0)), wide = is_planks ? 0.016 : 0.026;
        sunk = 1.0 - smoothstep(wide * 0.4, wide * 1.6, one.z);
        base *= (0.78 + 0.44 * tone) * (1.0 - (is_planks ? 0.72 : 0.5) * sunk);
        p += 3.0 * tone * (vec3(1.0) - along); // each is cut from another place of the noise
    }
#endif
    bool is_wood = finish == 1;
    float run = dot(p, along);
    vec3 across = p - along * run;
    float wide = fbm(is_wood ? vec3(run * 0.5) + across * 1.3 : p * 0.9 + 17.0), wave = wide - 0.47;
    vec3 q = is_wood ? across * (9.0 + 2.0 * wave) + along * (run * 1.05 + wave) : p, fine = FINE[finish];
    float n = fbm(q * fine.x), m = fbm(q * fine.y + 3.0);
    float t = fbm(is_wood ? across * 14.0 + along * (run * 0.5) : p * fine.z + 7.0);
    if (finish == 0) {
        base *= 0.52 + 0.55 * n + 0.38 * m;
        base *= mix(vec3(1.06, 1.0, 0.90), vec3(0.92, 0.98, 1.05), smoothstep(0.3, 0.65, wide));
        base = mix(base, vec3(0.085, 0.105, 0.04), smoothstep(0.50, 0.70, t) * smoothstep(-0.3, 0.9, N.z) * 0.5);
        float pits = smoothstep(0.36, 0.26, m);
        return Stuff(base * (1.0 - 0.24 * pits), 0.92, 0.0, m * 0.045 + n * 0.04 - pits * 0.011 - sunk * 0.05, 0.0);
    }
    if (finish == 1) {
        base = mix(base, grey(base), 0.22) * (0.48 + 0.72 * n + 0.32 * m);
        base *= mix(1.0, 0.78, smoothstep(0.8, 0.95, abs(dot(N, along))));
        float split = smoothstep(0.33, 0.25, t);
        return Stuff(base * (1.0 - 0.35 * split), 0.74, 0.0, n * 0.03 + m * 0.015 - split * 0.02 - sunk * 0.04, 0.0);
    }
    if (finish == 2) {
        base = mix(base, vec3(0.09, 0.085, 0.03), 0.35) * (0.25 + 0.9 * n + 0.35 * m) * (0.85 + 0.5 * edge);
        return Stuff(base, 1.0, 0.0, n * 0.16 + m * 0.05, 0.4);
    }
    if (finish == 3) {
        float dull = smoothstep(0.42, 0.66, t);
        base *= (0.72 + 0.35 * n) * (1.0 + 0.5 * edge);
        base = mix(base, base * vec3(0.75, 0.58, 0.45), dull * 0.35);
        return Stuff(base, 0.30 + 0.25 * n + 0.15 * dull, 0.92, m * 0.004, 0.0);
    }
    if (finish == 5) return Stuff(base * (0.45 + 0.55 * n + 0.5 * m), 0.95, 0.0, n * 0.05 + m * 0.02, 0.0);
    if (finish == 6) {
        base *= (0.86 + 0.22 * n) * (1.0 + 0.35 * edge);
        return Stuff(base * mix(vec3(1.12, 0.86, 0.80), vec3(1.0), baked.x), 0.58, 0.0, n * 0.004, 0.35);
    }
    if (finish == 7) return Stuff(base * (0.72 + 0.5 * n) * (1.0 + 0.4 * edge), 0.62, 0.0, n * 0.008, 0.1);
    if (finish == 9) return Stuff(base, 0.38 + 0.1 * n, 0.0, 0.0, 0.0);
    base *= (0.80 + 0.26 * n + 0.10 * m) * (1.0 + 0.42 * edge);
    return Stuff(base, 0.66, 0.0, n * 0.008 + m * 0.003, 0.30);
}
#endif

float sunlight(float facing) {
    vec3 s = sun_at.xyz / sun_at.w * 0.5 + 0.5;
    if (any(lessThan(s, vec3(0.0))) || any(greaterThan(s, vec3(1.0)))) return 1.0;
    float depth = s.z - sun_scale.z * (sun_scale.w * (1.0 + 2.0 * (1.0 - facing)));
    float turn = 6.2831853 * hash3(vec3(gl_FragCoord.xy, 1.0)), lit = 0.0;
    for (int i = 0; i < TAPS; i++) {
        float a = turn + float(i) * 2.39996;
        vec2 off = vec2(cos(a), sin(a)) * sqrt((float(i) + 0.5) / float(TAPS)) * sun_scale.xy;
        lit += texture(sun_map, vec3(s.xy + off, depth));
    }
    return lit / float(TAPS);
}

// How open the place is to the sky: baked, with what models stand near laid over it.
float openness(vec3 N) {
    float open = baked.x;
    vec2 at = world_at.xy, size = board.xy;
#if KIND == BOARD
    open = texture(board_light, (at + board.z) / (size + 2.0 * board.z)).r;
#elif KIND == DESK
    vec2 d = max(abs(at - size * 0.5) - size * 0.5 - 0.6, 0.0);
    open = mix(0.42, 1.0, smoothstep(0.0, 2.6, length(d)));
#endif
    open = pow(open, 1.35);
    vec4 near = texture(contact, (at + board.z) / (size + 2.0 * board.z));
    vec2 apart = abs(world_at.z - near.yw * 16.0);
    vec2 close = near.xz * (1.0 - smoothstep(0.05, 0.30, apart)) * step(0.5, N.z);
    return open * (1.0 - 0.72 * max(close.x, close.y));
}

vec3 bumped(vec3 N, float height, float away) {
    vec3 dx = dFdx(world_at), dy = dFdy(world_at);
    float hx = dFdx(height), hy = dFdy(height);
    vec3 r1 = cross(dy, N), r2 = cross(N, dx);
    float det = dot(dx, r1);
    vec3 slope = sign(det) * (hx * r1 + hy * r2);
    // Far off the slopes would flicker; very near, the texels of the noise would show.
    float fade = clamp(30.0 / away - 0.25, 0.0, 1.0) * smoothstep(0.0002, 0.0008, length(dx) + length(dy));
    return normalize(abs(det) * N - slope * fade * 1.2);
}

vec3 shade(Stuff s, vec3 N, vec3 V, float open, float lit) {
    vec3 H = normalize(sun + V);
    float NL = max(dot(N, sun), 0.0), NV = max(dot(N, V), 1e-3), NH = max(dot(N, H), 0.0), VH = max(dot(V, H), 0.0);
    float a = s.rough * s.rough, a2 = a * a, d = NH * NH * (a2 - 1.0) + 1.0;
    float D = a2 / (3.14159 * d * d), k = (s.rough + 1.0) * (s.rough + 1.0) / 8.0;
    float G = NL / (NL * (1.0 - k) + k) * NV / (NV * (1.0 - k) + k);
    vec3 F0 = mix(vec3(0.04), s.base, s.metal), F = F0 + (1.0 - F0) * pow(1.0 - VH, 5.0);
    vec3 glint = D * G * F / (4.0 * NL * NV + 1e-3);
    vec3 body = s.base * (1.0 - s.metal);
    vec3 sunshine = vec3(1.0, 0.84, 0.62) * 4.5;
    vec3 sky = mix(vec3(0.21, 0.155, 0.11), vec3(0.50, 0.60, 0.79), N.z * 0.5 + 0.5);
    vec3 R = reflect(-V, N);
    vec3 around = mix(vec3(0.16, 0.12, 0.09), vec3(0.78, 0.88, 1.05), smoothstep(-0.3, 0.8, R.z));
    vec3 c = ((1.0 - F) * body / 3.14159 + glint) * NL * lit * sunshine;
    c += body * sky * open * 0.70;
    float cover = mix(open, 1.0, 0.25 * s.metal);
    c += around * (1.0 - 0.75 * s.rough) * (F0 + (max(vec3(1.0 - s.rough), F0) - F0) * pow(1.0 - NV, 5.0)) * cover;
    vec3 fill = normalize(vec3(0.7, 0.35, 0.35));
    c += body * max(dot(N, fill), 0.0) * vec3(0.30, 0.42, 0.62) * 0.36 * open;
    c += s.base * s.sheen * pow(1.0 - NV, 3.0) * (0.25 + lit) * open;
    return c;
}

void main() {
    if (lot.w < 1.0 && hash3(vec3(floor(gl_FragCoord.xy), 3.0)) > lot.w) discard;
    int code = int(paint.a * 255.0 + 0.5), finish = code & 127;
    vec3 srgb = code > 127 ? side * (0.18 + 0.92 * paint.r) : paint.rgb;
    vec3 eye = p3d_ViewMatrixInverse[3].xyz, V = normalize(eye - world_at), N = normalize(world_normal);
    float away = length(eye - world_at), facing = max(dot(N, sun), 0.0);
    Stuff s = stuff_of(finish, linear(srgb), local_at + lot.xyz, normalize(local_normal));
    float open = openness(N), lit = facing > 0.0 ? sunlight(facing) : 0.0;
    vec3 bump = bumped(N, s.height, away);
    if (mark.a > 0.0) s.base = mix(s.base, linear(mark.rgb) * (0.35 + 1.3 * dot(s.base, vec3(0.4, 0.5, 0.1))), mark.a);
    vec3 c = shade(s, bump, V, open, lit);
    c += linear(mark.rgb) * mark.a * (0.10 + 0.9 * pow(1.0 - max(dot(N, V), 0.0), 3.0));
    c = tone(c);
#if KIND == DESK
    float far = length(world_at.xy - board.xy * 0.5) / length(board.xy);
    c = mix(c, room(-V), smoothstep(0.42, 1.75, far));
#endif
    colour = vec4(c + dither(gl_FragCoord.xy), 1.0);
}
