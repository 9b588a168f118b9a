uniform mat4 p3d_ModelViewProjectionMatrix;
uniform vec4 patch;  // x, y of the first pixel's middle, distances to the last one's (in)
uniform vec2 cells;
in vec4 p3d_Vertex;
out vec2 at;
void main() {
    vec2 share = (p3d_Vertex.xy - patch.xy) / patch.zw;
    at = (share * (cells - 1.0) + 0.5) / cells;
    gl_Position = p3d_ModelViewProjectionMatrix * p3d_Vertex;
}
