uniform mat4 p3d_ModelViewProjectionMatrix, p3d_ModelViewMatrix;
in vec4 p3d_Vertex;
in vec3 p3d_Normal;
out vec3 view_normal;
void main() {
    view_normal = mat3(p3d_ModelViewMatrix) * p3d_Normal;
    gl_Position = p3d_ModelViewProjectionMatrix * p3d_Vertex;
}
