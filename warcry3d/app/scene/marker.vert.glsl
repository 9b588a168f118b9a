// A flat sign of constant size in pixels at a point.
uniform mat4 p3d_ModelViewProjectionMatrix;
uniform vec3 screen;
uniform vec4 stroke;   // half size (points), 0, 0, kind
in vec4 p3d_Vertex;
in vec4 p3d_Color;
in vec2 corner;
out vec2 place;
out vec4 tint;
flat out float points;

void main() {
    gl_Position = p3d_ModelViewProjectionMatrix * p3d_Vertex;
    points = stroke.x * screen.z;
    place = corner * (points + 1.0);
    gl_Position.xy += place * 2.0 / screen.xy * gl_Position.w;
    gl_Position.z -= 0.0006 * gl_Position.w;
    tint = p3d_Color;
}
