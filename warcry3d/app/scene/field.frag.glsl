uniform sampler2D colours;
uniform float strength;
in vec2 at;
out vec4 colour;
void main() {
    vec4 c = texture(colours, at);
    colour = vec4(c.rgb, 1.0) * c.a * strength;
}
