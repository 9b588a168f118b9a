uniform sampler2D p3d_Texture0;
in vec2 place;
in vec4 tint;
out vec4 colour;
void main() {
    float a = texture(p3d_Texture0, place).a * tint.a;
    colour = vec4(tint.rgb * a, a);
}
