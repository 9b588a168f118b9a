// A line of constant width in pixels, or at least the width of a thing: each vertex knows both ends.
uniform mat4 p3d_ModelViewProjectionMatrix;
uniform vec3 screen;   // width, height (pixels), pixels per point
uniform vec4 stroke;   // half width, shift across (points), dash (in; 0: whole), kind
in vec4 p3d_Vertex;
in vec4 p3d_Color;
in vec3 other;
in vec3 run;           // across (-1 or 1), along, and whole length (in)
out vec2 place;        // across (-1 to 1), along (in)
out vec4 tint;
flat out float whole;
flat out float points; // half width

void main() {
    vec4 a = p3d_ModelViewProjectionMatrix * p3d_Vertex, b = p3d_ModelViewProjectionMatrix * vec4(other, 1.0);
    float along = run.y;
    // Behind the eye: slide along the line to just before it.
    float limit = 0.1;
    if (a.w < limit && b.w > limit) {
        float t = (limit - a.w) / (b.w - a.w);
        a = mix(a, b, t);
        along += t * run.z * (run.y > run.z * 0.5 ? -1.0 : 1.0);
    } else if (b.w < limit && a.w > limit) {
        b = mix(b, a, (limit - b.w) / (a.w - b.w));
    }
    vec2 pa = a.xy / a.w * screen.xy, pb = b.xy / b.w * screen.xy, d = pb - pa;
    if (run.y > run.z * 0.5) d = -d;
    vec2 across = length(d) > 1e-4 ? normalize(vec2(-d.y, d.x)) : vec2(0.0, 1.0);
    if (abs(across.y) > 0.02 && across.y < 0.0) across = -across;   // shifted lines lie above, whichever end is which
    float width = stroke.x * screen.z;
    vec2 moved = across * (run.x * (width + 1.0) + stroke.y * screen.z);
    a.xy += moved * 2.0 / screen.xy * a.w;
    place = vec2(run.x * (width + 1.0) / width, along);
    tint = p3d_Color;
    whole = run.z;
    points = width;
    gl_Position = a;
}
