// Shared by the shaders of the table: noise, tone, and the room around.
uniform sampler3D noise;

// Four octaves of value noise, 0 to about 0.94, mean 0.47; repeats every 8 units.
float fbm(vec3 p) { return texture(noise, p * 0.125).r; }

float hash3(vec3 p) {
    p = fract(p * 0.3183099 + 0.1) * 17.0;
    return fract(p.x * p.y * p.z * (p.x + p.y + p.z));
}

vec3 linear(vec3 srgb) { return pow(srgb, vec3(2.2)); }

// ACES filmic curve (Narkowicz 2015), then sRGB, a touch less colourful.
vec3 tone(vec3 c) {
    c *= 1.05;
    c = clamp((c * (2.51 * c + 0.03)) / (c * (2.43 * c + 0.59) + 0.14), 0.0, 1.0);
    c = pow(c, vec3(1.0 / 2.2));
    return mix(vec3(dot(c, vec3(0.3, 0.59, 0.11))), c, 0.95);
}

// The dark room behind the table, already toned: a soft light above the far side, seen along direction d.
vec3 room(vec3 d) {
    float up = d.z;
    vec3 c = mix(vec3(0.040, 0.043, 0.052), vec3(0.165, 0.185, 0.225), smoothstep(-0.30, 0.42, up));
    c = mix(c, vec3(0.050, 0.056, 0.075), smoothstep(0.35, 1.0, up));
    return c;
}

// Half a step of grain against banding in dark gradients.
float dither(vec2 pixel) { return (fract(sin(dot(pixel, vec2(12.9898, 78.233))) * 43758.5453) - 0.5) / 255.0; }
