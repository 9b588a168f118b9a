in vec3 along;
out vec4 colour;
void main() { colour = vec4(room(normalize(along)) + dither(gl_FragCoord.xy), 1.0); }
