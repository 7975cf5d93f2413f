/** One printed look for every solid: flat tones, ink along each fold, ink around each shape. No lights, no gloss. */
const LIGHT = `
uniform float uTorch, uLook, uLamp; uniform vec3 uEye; uniform vec2 uF, uU; uniform mat4 uEyeMat; uniform sampler2D uDepth; uniform vec3 uEye2, uN2; uniform vec2 uNear2; uniform mat4 uEyeMat2; uniform sampler2D uDepth2;
float lin(float z) { return 2.0 * 4.0 * 640.0 / (644.0 - (z * 2.0 - 1.0) * 636.0); }
float seen(vec3 w, vec3 n) {
  vec3 d = w - uEye; float D = dot(d.xy, uF), U = dot(d.xy, uU) / D, W = d.z / D;
  if (D < 1.0 || dot(n, -d) < 0.0) return 0.0;
  float disc = 0.9 - length(vec2(U, W - 0.1)), skirt = min(min(-0.45 - W, W + 1.1), 0.35 + 0.25 * (-0.45 - W) / 0.65 - abs(U)), hole = max(disc, skirt);
  float a = smoothstep(-0.004, 0.004, hole); if (a <= 0.0) return 0.0;
  vec4 q = uEyeMat * vec4(w + n * 0.4, 1.0); vec3 s = q.xyz / q.w * 0.5 + 0.5; float z = lin(s.z) - 0.9, v = 0.0;
  for (int i = 0; i < 4; i++) v += step(z, lin(texture2D(uDepth, s.xy + vec2(float(i & 1) - 0.5, float(i >> 1) - 0.5) / 1500.0).r));
  return a * v * 0.25;
}
float lin2(float z) { float a = uNear2.x, b = uNear2.y; return 2.0 * a * b / (a + b - (z * 2.0 - 1.0) * (b - a)); }
float reflected(vec3 w, vec3 n) { // from the eye to the glass, from the glass to the point
  if (uNear2.x <= 0.0) return 0.0;
  vec3 d = w - uEye2; float D = dot(d, uN2); if (D < uNear2.x + 0.5) return 0.0;
  vec4 q = uEyeMat2 * vec4(w + n * 0.4, 1.0); vec3 s = q.xyz / q.w * 0.5 + 0.5; if (s.x < 0.0 || s.x > 1.0 || s.y < 0.0 || s.y > 1.0) return 0.0;
  vec3 m = uEye2 + d * (uNear2.x / D); if (dot(n, m - w) < 0.0) return 0.0;
  return step(lin2(s.z) - 1.2, lin2(texture2D(uDepth2, s.xy).r)) * seen(m + uN2 * 0.6, uN2);
}
vec3 lit(vec3 c, vec3 w, vec3 n) {
  if (uLamp > 0.0) { float lamp = 1.0 - smoothstep(90.0, 330.0, distance(w.xy, vec2(150.0))); c *= mix(vec3(0.62, 0.60, 0.60), vec3(0.98, 0.92, 0.84), lamp); }
  if (uTorch > 0.0) { float far = smoothstep(20.0, 360.0, distance(w, uEye)); c = mix(c, c * mix(vec3(1.10, 1.02, 0.90), vec3(0.66, 0.62, 0.66), far), uTorch); }
  if (uLook > 0.0) { float s = max(seen(w, n), 0.8 * reflected(w, n)); c = mix(c, mix(c * vec3(0.33, 0.36, 0.52), c * vec3(1.06, 1.0, 0.78) + vec3(0.06, 0.045, 0.0), s), uLook); }
  return c;
}`;
export const solidV = `
attribute vec4 edge; attribute vec3 tint; varying vec2 vUv; varying vec4 vEdge; varying vec3 vTint, vN, vW;
void main() { vec4 w = modelMatrix * vec4(position, 1.0); vW = w.xyz; vN = normalize(mat3(modelMatrix) * normal); vUv = uv; vEdge = edge; vTint = tint; gl_Position = projectionMatrix * viewMatrix * w; }`;
export const solidF = `
uniform sampler2D map; uniform vec2 uSun; uniform float uPx, uSmooth, uAlpha; uniform vec3 uAdd; uniform vec4 uHatch;
varying vec2 vUv; varying vec4 vEdge; varying vec3 vTint, vN, vW;
${LIGHT}
void main() {
  vec4 t = texture2D(map, vUv); vec3 c = mix(vTint, t.rgb, t.a), n = normalize(vN);
  float k = n.z > 0.6 ? 1.0 : n.z < -0.5 ? 0.58 : 0.87 - 0.12 * dot(n.xy, uSun);
  if (uSmooth > 0.5) k = mix(0.80, 1.0, smoothstep(-0.30, -0.16, dot(n, normalize(vec3(-uSun, 0.55)))));
  c *= k;
  vec2 a = min(vEdge.xy, vEdge.zw - vEdge.xy), f = fwidth(vEdge.xy) + 1e-5, l = max(vec2(0.28), f * uPx), m = smoothstep(l - f, l, a);
  c = mix(vec3(0.165, 0.129, 0.106), c, min(m.x, m.y));
  if (uHatch.a > 0.0) c = mix(c, uHatch.rgb, uHatch.a * (0.35 + 0.65 * step(0.5, fract((vW.x + vW.y + vW.z) / 9.0))));
  c = lit(c, vW, n) + uAdd;
  gl_FragColor = vec4(c, uAlpha);
}`;
export const hullV = `
attribute vec3 dir; uniform float uWidth, uScale;
void main() { vec4 w = modelMatrix * vec4(position, 1.0); vec4 v = viewMatrix * w; float o = uWidth * max(-v.z, 4.0) / uScale; w.xyz += normalize(mat3(modelMatrix) * dir) * o; gl_Position = projectionMatrix * viewMatrix * w; }`;
// round things: the rim grows on the screen, keeps its depth, and is drawn just before its own body
export const rimV = `
attribute vec3 dir; uniform float uWidth; uniform vec2 uView;
void main() { vec4 w = modelMatrix * vec4(position, 1.0); vec4 v = viewMatrix * w, p = projectionMatrix * v, q = projectionMatrix * viewMatrix * vec4(w.xyz + normalize(mat3(modelMatrix) * dir), 1.0);
  vec2 d = (q.xy / q.w - p.xy / p.w) * uView; d /= max(length(d), 1e-5); v.xyz *= 1.0 - 1.4 / max(length(v.xyz), 12.0); vec4 b = projectionMatrix * v;
  p.xy += d * uWidth * 2.0 / uView * p.w; p.z = b.z / b.w * p.w; gl_Position = p; }`;
export const hullF = `uniform vec3 uInk; void main() { gl_FragColor = vec4(uInk, 1.0); }`;
export const shadeV = `uniform vec2 uSun; void main() { vec4 w = modelMatrix * vec4(position, 1.0); w.xy += w.z * uSun * 0.34; w.xy = clamp(w.xy, 0.2, 299.8); w.z = 0.16; gl_Position = projectionMatrix * viewMatrix * w; }`;
export const shadeF = `uniform float uShade; void main() { gl_FragColor = vec4(0.165, 0.129, 0.106, uShade); }`;
// floor, walls, doors, paper: a picture on a plane
export const flatV = `varying vec2 vUv; varying vec3 vW, vN; void main() { vec4 w = modelMatrix * vec4(position, 1.0); vW = w.xyz; vN = normalize(mat3(modelMatrix) * normal); vUv = uv; gl_Position = projectionMatrix * viewMatrix * w; }`;
export const flatF = `uniform sampler2D map; uniform float uAlpha, uGlow; varying vec2 vUv; varying vec3 vW, vN;
${LIGHT}
void main() { vec4 t = texture2D(map, vUv); vec3 n = normalize(vN); vec3 c = uGlow > 0.5 ? t.rgb : lit(t.rgb * (n.z > 0.5 ? 1.0 : 0.94), vW, n); gl_FragColor = vec4(c, t.a * uAlpha); }`;
export const mirrorF = `uniform sampler2D map; uniform mat4 uTex; uniform float uGlint; varying vec2 vUv; varying vec3 vW, vN;
${LIGHT}
void main() { vec4 q = uTex * vec4(vW, 1.0); vec3 c = texture2D(map, q.xy / q.w).rgb * vec3(0.93, 0.98, 1.0) + vec3(0.02, 0.03, 0.04); float g = fract((vUv.x + vUv.y * 1.6) * 1.1); c = mix(c, vec3(1.0), uGlint * (step(0.40, g) * step(g, 0.47) + step(0.51, g) * step(g, 0.535)) * 0.5); vec2 a = min(vUv, 1.0 - vUv) * vec2(36.0, 60.0); float m = step(0.7, min(a.x, a.y)); gl_FragColor = vec4(mix(vec3(0.165, 0.129, 0.106), c, m), 1.0); }`;
