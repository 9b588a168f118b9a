uniform vec4 stroke;
uniform float behind;  // how much is seen: 1 in front, less behind things
in vec2 place;
in vec4 tint;
flat in float whole;
flat in float points;
out vec4 colour;

// 1 inside, 0 outside, over one pixel; d in pixels, positive inside.
float cover(float d) { return clamp(d + 0.5, 0.0, 1.0); }

void main() {
    float across = abs(place.x) * points, pixel = max(fwidth(place.y), 1e-5);
    float inside = cover(points - across), kind = stroke.w;
    vec3 c = tint.rgb;
    float a = tint.a * inside;
    if (stroke.z > 0.0) {
        float phase = abs(fract(place.y / stroke.z) - 0.5) * stroke.z;
        a *= cover((stroke.z * 0.31 - phase) / pixel);
    }
    if (kind < 0.5) {          // a beam: coloured glow, white heart; a dashed one, which nothing passes for sure, keeps its colour
        float t = abs(place.x);
        float heart = exp(-t * t * 34.0), glow = exp(-t * t * 5.0) * 0.55;
        float fade = (1.0 - smoothstep(0.75, 1.0, t)) * a;
        vec3 light = mix(c, vec3(1.0, 0.99, 0.94), heart * (stroke.z > 0.0 ? 0.15 : 0.75)) * (heart + glow);
        colour = vec4(light, heart * 0.9 + glow * 0.45) * fade * behind;
        return;
    }
    if (kind < 1.5) {          // a ribbon with dark edges
        float edge = cover(points * 0.62 - across);
        c = mix(c * 0.16, c, edge);
        colour = vec4(c, 1.0) * a * behind;
        return;
    }
    // a tape: a mark each half inch, a longer one each inch, black on yellow
    float inch = abs(fract(place.y + 0.5) - 0.5), half_inch = abs(fract(place.y * 2.0 + 0.5) - 0.5) * 0.5;
    float line = max(pixel * 0.9, 0.012);
    float marks = cover((line - inch) / pixel) * step(-0.15, place.x);
    marks = max(marks, cover((line * 0.7 - half_inch) / pixel) * step(0.35, place.x) * step(pixel, 0.10));
    float ends = max(cover((pixel * 1.6 - place.y) / pixel), cover((pixel * 1.6 - (whole - place.y)) / pixel));
    float rim = 1.0 - cover(points * 0.86 - across);
    c = mix(c, vec3(0.07, 0.06, 0.04), max(max(marks * 0.9, ends), rim * 0.85));
    colour = vec4(c, 1.0) * a * behind;
}
