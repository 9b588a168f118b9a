uniform vec4 stroke;
uniform float behind;
in vec2 place;
in vec4 tint;
flat in float points;
out vec4 colour;

float cover(float d) { return clamp(d + 0.5, 0.0, 1.0); }

// Distance inside (positive) of the sign's outline, in pixels.
float sign_at(vec2 p, float kind) {
    float r = points * 0.80;
    if (kind < 0.5) return r * 0.62 - length(p);                                   // dot
    if (kind < 1.5) return r * 0.17 - abs(length(p) - r * 0.72);                   // ring
    if (kind < 2.5) {                                                              // cross
        vec2 q = abs(vec2(p.x + p.y, p.x - p.y)) * 0.7071;
        return max(min(r * 0.17 - q.x, r * 0.86 - q.y), min(r * 0.17 - q.y, r * 0.86 - q.x));
    }
    if (kind < 3.5) return (r * 0.92 - abs(p.x) - abs(p.y)) * 0.7071;              // diamond
    if (kind > 4.5) {                                                              // four corners of a square
        vec2 q = abs(p);
        return min(r * 0.11 - abs(max(q.x, q.y) - r * 0.80), min(q.x, q.y) - r * 0.34);
    }
    vec2 q = abs(p);                                                               // two jaws: a gap
    float jaw = min(r * 0.16 - abs(q.x - r * 0.42), r * 0.9 - q.y);
    return max(jaw, min(min(r * 0.14 - abs(q.y - r * 0.76), q.x - r * 0.42), r * 0.80 - q.x));
}

void main() {
    float d = sign_at(place, stroke.w), rim = max(points * 0.13, 1.2);
    float fill = cover(d), dark = cover(d + rim);
    vec3 c = mix(vec3(0.04, 0.04, 0.05), tint.rgb, fill);
    colour = vec4(c, 1.0) * dark * tint.a * behind;
}
