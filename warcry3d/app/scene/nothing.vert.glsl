in vec4 p3d_Vertex;
void main() { gl_Position = vec4(p3d_Vertex.xz, 1.0, 1.0); }
