// What stands behind something else: every second pixel, so that no layer counts twice.
uniform vec4 glow;
in vec3 view_normal; // y points into the picture
out vec4 colour;
void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    float rim = 1.0 - abs(normalize(view_normal).y);
    if (((p.x + p.y) & 1) == 1 && rim < 0.72) discard;
    colour = vec4(glow.rgb * (0.55 + 0.6 * rim), 1.0);
}
