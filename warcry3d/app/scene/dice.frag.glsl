// A die under a lamp above the camera's left shoulder; what has no normal (its shadow) is as dark as it says.
in vec3 view_normal; // y points into the picture
in vec4 tint;
out vec4 colour;
void main() {
    if (dot(view_normal, view_normal) < 1e-8) {
        colour = vec4(0.0, 0.0, 0.0, tint.a);
        return;
    }
    vec3 n = normalize(view_normal), lamp = normalize(vec3(-0.45, -0.55, 0.85));
    float lit = max(dot(n, lamp), 0.0);
    float shine = pow(max(dot(n, normalize(lamp + vec3(0.0, -1.0, 0.0))), 0.0), 40.0);
    colour = vec4(tone(linear(tint.rgb) * (0.32 + 0.95 * lit) + 0.25 * shine), 1.0);
}
