uniform sampler2D p3d_Texture0;
in vec2 place;
in vec4 tint;
out vec4 colour;
void main() { colour = vec4(texture(p3d_Texture0, place).rgb, 1.0); }
