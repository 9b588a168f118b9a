// An arrow over everything, of constant width in pixels and at least so long: each vertex knows both ends.
uniform mat4 p3d_ModelViewProjectionMatrix;
uniform vec3 screen;   // width, height (pixels), pixels per point
uniform vec4 stroke;   // half the width of the head, least length (points)
in vec4 p3d_Vertex;
in vec4 p3d_Color;
in vec3 other;
in vec3 run;           // across (-1 or 1), along, and whole length (in)
out vec2 place;        // across, and along from the start (pixels)
out vec4 tint;
flat out float whole;  // from the start to the tip (pixels)

const float RIM = 5.0; // room for the outline (points)

void main() {
    vec4 a = p3d_ModelViewProjectionMatrix * p3d_Vertex, b = p3d_ModelViewProjectionMatrix * vec4(other, 1.0);
    bool at_tip = run.y > run.z * 0.5;
    if (at_tip) { vec4 c = a; a = b; b = c; }
    tint = p3d_Color;
    if (a.w < 0.1 || b.w < 0.1) {   // behind the eye
        place = vec2(0.0);
        whole = 0.0;
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        return;
    }
    vec2 start = a.xy / a.w * screen.xy * 0.5, d = b.xy / b.w * screen.xy * 0.5 - start;
    vec2 along = length(d) > 0.01 ? normalize(d) : vec2(0.0, 1.0);
    whole = max(length(d), stroke.y * screen.z);
    float rim = RIM * screen.z;
    place = vec2(run.x * (stroke.x * screen.z + rim), at_tip ? whole + rim : -rim);
    vec2 at = start + along * place.y + vec2(-along.y, along.x) * place.x;
    gl_Position = vec4(at * 2.0 / screen.xy, 0.0, 1.0);
}
