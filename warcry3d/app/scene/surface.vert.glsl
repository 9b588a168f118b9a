uniform mat4 p3d_ModelViewProjectionMatrix, p3d_ModelMatrix;
uniform mat4 sun_view;
in vec4 p3d_Vertex;
in vec3 p3d_Normal;
in vec4 p3d_Color;
in vec4 extra;
out vec3 world_at, world_normal, local_at, local_normal;
out vec4 sun_at;
out vec2 baked;
flat out vec3 grain;
flat out vec4 paint;

// Unit vector from two numbers, 0 to 1.
vec3 unfold(vec2 e) {
    e = e * 2.0 - 1.0;
    vec3 v = vec3(e, 1.0 - abs(e.x) - abs(e.y));
    if (v.z < 0.0) v.xy = (1.0 - abs(v.yx)) * vec2(v.x >= 0.0 ? 1.0 : -1.0, v.y >= 0.0 ? 1.0 : -1.0);
    return normalize(v);
}

void main() {
    vec4 world = p3d_ModelMatrix * p3d_Vertex;
    world_at = world.xyz;
    world_normal = mat3(p3d_ModelMatrix) * p3d_Normal;
    local_at = p3d_Vertex.xyz;
    local_normal = p3d_Normal;
    vec4 bytes = extra / 255.0; // only colours come as parts of one
    baked = bytes.xy;
    grain = unfold(bytes.zw);
    paint = p3d_Color;
    sun_at = sun_view * world;
    gl_Position = p3d_ModelViewProjectionMatrix * p3d_Vertex;
}
