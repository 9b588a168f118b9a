in vec4 p3d_Vertex;
out vec2 place;
void main() {
    place = 0.5 + 0.5 * p3d_Vertex.xz;
    gl_Position = vec4(p3d_Vertex.xz, 0.0, 1.0);
}
