uniform mat4 p3d_ProjectionMatrixInverse, p3d_ViewMatrixInverse;
in vec4 p3d_Vertex;
out vec3 along;
void main() {
    vec4 far = p3d_ProjectionMatrixInverse * vec4(p3d_Vertex.xz, 1.0, 1.0);
    along = mat3(p3d_ViewMatrixInverse) * (far.xyz / far.w);
    gl_Position = vec4(p3d_Vertex.xz, 0.9999, 1.0);
}
