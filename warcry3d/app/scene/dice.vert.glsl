uniform mat4 p3d_ModelViewProjectionMatrix, p3d_ModelViewMatrix;
in vec4 p3d_Vertex, p3d_Color;
in vec3 p3d_Normal;
out vec3 view_normal;
out vec4 tint;
void main() {
    view_normal = mat3(p3d_ModelViewMatrix) * p3d_Normal;
    tint = p3d_Color;
    gl_Position = p3d_ModelViewProjectionMatrix * p3d_Vertex;
}
