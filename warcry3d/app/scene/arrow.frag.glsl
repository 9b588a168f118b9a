uniform vec3 screen;
uniform vec4 stroke;
in vec2 place;
in vec4 tint;
flat in float whole;
out vec4 colour;

// 1 inside, 0 outside, over one pixel; d in pixels, positive inside.
float cover(float d) { return clamp(d + 0.5, 0.0, 1.0); }

void main() {
    float point = screen.z, wide = stroke.x * point, head = min(1.7 * wide, 0.6 * whole), neck = whole - head;
    float across = abs(place.x);
    float shaft = max(across - 0.34 * wide, max(-place.y, place.y - neck - 1.0));
    float tip = max((across / wide + (place.y - neck) / head - 1.0) * wide * head / length(vec2(wide, head)), neck - place.y);
    float d = -min(shaft, tip);                                    // into the arrow
    vec3 c = mix(vec3(0.93, 0.90, 0.82), tint.rgb, cover(d));      // a pale line around it, and a dark one around that
    c = mix(vec3(0.02), c, cover(d + 1.7 * point));
    colour = vec4(c, 1.0) * cover(d + 3.4 * point);
}
