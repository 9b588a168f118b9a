uniform sampler2D picture, depths;
in vec2 place;
out vec4 colour;
void main() {
    colour = vec4(texture(picture, place).rgb, 1.0);
    gl_FragDepth = texture(depths, place).r;
}
