// Ray-cast of a table with dice and look-alikes. Every object is a signed distance field inside its bounding sphere.
// Frames: world is right-handed with z up and the table at z = 0; object space has the object's own size, centred.
#version 330
#ifndef MAX_OBJECTS
#define MAX_OBJECTS 32
#endif
#define MAX_LIGHTS 3
#ifndef THIN
#define THIN 1e9             // of half its thickness: as large a thing at most seems where it keeps the sky's light from others
#endif
#ifndef PRINT_SIDE
#define PRINT_SIDE 96.       // pixels of a coloured picture
#endif
uniform vec2 resolution;
uniform mat3 cameraAxes;     // columns: right, up, back
uniform vec3 eye;
uniform float focal;         // in picture heights
uniform int objectCount;
uniform mat3 toObject[MAX_OBJECTS];
uniform vec3 place[MAX_OBJECTS];
uniform vec4 form[MAX_OBJECTS];        // kind, rounding radius, radius of the ball that cuts the corners, bounding radius
uniform vec3 halfSize[MAX_OBJECTS];
uniform vec3 bodyA[MAX_OBJECTS];
uniform vec3 bodyB[MAX_OBJECTS];
uniform vec4 surface[MAX_OBJECTS];     // pattern, gloss, metal, translucency
uniform vec4 pips[MAX_OBJECTS];        // radius, half spacing, depth (0: painted), style
uniform vec3 pipColour[MAX_OBJECTS];
uniform vec3 oneColour[MAX_OBJECTS];   // colour of the pip of a one, and of a four where style says so
uniform float oneScale[MAX_OBJECTS];
uniform vec3 layout_[MAX_OBJECTS];      // rows of a six: half gap between them, half length (both over half spacing); ring around a one, in pips
uniform int faces[MAX_OBJECTS * 6];    // for +x -x +y -y +z -z: value + 8 * quarter turn; 16 + glyph or 80 + print for a printed face
uniform int lightCount;
uniform vec3 lightAt[MAX_LIGHTS];
uniform vec3 lightColour[MAX_LIGHTS];
uniform float lightRadius[MAX_LIGHTS];
uniform vec4 lampShape[MAX_LIGHTS];    // how a polished face mirrors it: shape (0 none, 1 disc, 2 ring, 3 window, 4 tube), proportion, turn, strength
uniform vec4 finish[MAX_OBJECTS];      // doming of the faces, unevenness, metal of the pips, clearness
uniform float pipGloss[MAX_OBJECTS];   // of carved pips, over the body's
uniform vec3 panel[MAX_OBJECTS];       // of every face, around the pips: shape (0 none, 1 disc, 2 square; minus: only its rim), half width, gloss over the body's
uniform vec3 panelColour[MAX_OBJECTS];
uniform sampler2D environment;
uniform float environmentGain;
uniform float environmentTurn;
uniform sampler2D table;
uniform float tableScale;    // pictures a unit of length; below zero: the picture is a backdrop fixed to the screen
uniform float tableGloss;
uniform sampler2D glyphs;    // 8 x 8 printed signs
uniform sampler2D prints;    // 8 x 8 coloured pictures
layout(location = 0) out vec4 colourOut;
layout(location = 1) out vec4 idOut;   // object number + 1, face number + 1 (0..6), both / 255; share of mirrored light; 1 on a pip
#ifdef TILED                 // the picture is drawn in tiles that know which objects they may show, and which may shade those
flat in ivec3 tile;          // its first member, the number of objects to be seen, the number of objects near
uniform usampler2D members;  // 1024 wide
int member(int n) { return int(texelFetch(members, ivec2(n & 1023, n >> 10), 0).r); }
#define EACH_SEEN(i) for (int nth = 0, i = 0; nth < tile.y && (i = member(tile.x + nth)) >= 0; nth++)
#define EACH_NEAR(i) for (int nth = 0, i = 0; nth < tile.z && (i = member(tile.x + tile.y + nth)) >= 0; nth++)
#else
#define EACH_SEEN(i) for (int i = 0; i < objectCount; i++)
#define EACH_NEAR(i) EACH_SEEN(i)
#endif
#ifdef SHEETS                // printed paper on the table
uniform int sheetCount;
uniform vec4 sheetAt[SHEETS];    // its middle, and the cosine and sine of its turn
uniform vec3 sheetHalf[SHEETS];  // half its width and height, its gloss
uniform vec2 sheetTexels[SHEETS];
uniform sampler2D sheet0;
uniform sampler2D sheet1;
#endif

float hash(vec3 p) { return fract(sin(dot(p, vec3(127.1, 311.7, 74.7))) * 43758.5453); }
float noise(vec3 p) {
  vec3 i = floor(p), f = fract(p); f = f * f * (3. - 2. * f);
  vec2 e = vec2(0., 1.);
  return mix(mix(mix(hash(i), hash(i + e.yxx), f.x), mix(hash(i + e.xyx), hash(i + e.yyx), f.x), f.y),
             mix(mix(hash(i + e.xxy), hash(i + e.yxy), f.x), mix(hash(i + e.xyy), hash(i + e.yyy), f.x), f.y), f.z);
}
float cloud(vec3 p) { return .5 * noise(p) + .3 * noise(p * 2.1 + 7.) + .2 * noise(p * 4.3 + 3.); }
vec3 sky(vec3 d, float lod) {
  return environmentGain * textureLod(environment, vec2(atan(d.y, d.x) / 6.2832 + .5 + environmentTurn, .5 - asin(clamp(d.z, -1., 1.)) / 3.1416), lod).rgb;
}

// Face of a cube that p belongs to; q: coordinates on it; h: height above it.
int faceOf(vec3 p, vec3 half_, out vec2 q, out float h) {
  vec3 a = abs(p) - half_;
  float m = max(a.x, max(a.y, a.z)); h = m;
  if (m == a.z) { q = p.xy; return p.z > 0. ? 4 : 5; }
  if (m == a.x) { q = p.yz; return p.x > 0. ? 0 : 1; }
  q = p.xz; return p.y > 0. ? 2 : 3;
}
// Distance on the face plane to the middle of the nearest pip of `value`.
float nearestPip(vec2 q, int value, float s, vec2 six, out vec2 at) {
  vec2 b = abs(q); float best = 9.; at = q;
  if (value == 1 || value == 3 || value == 5) { best = length(q); at = q; }
  if (value == 4 || value == 5) { float d = length(b - s); if (d < best) { best = d; at = b - s; } }
  if (value == 2 || value == 3) {
    float d = length(q - s); if (d < best) { best = d; at = q - s; }
    d = length(q + s); if (d < best) { best = d; at = q + s; }
  }
  if (value == 6) {
    vec2 c = vec2(b.x - s * six.x, b.y - s * six.y), m = vec2(b.x - s * six.x, q.y);
    at = length(c) < length(m) ? c : m; best = length(at);
  }
  return best;
}
float pipDistance(int i, int value, vec2 q, float h) {
  vec2 at; float d = nearestPip(q, value, pips[i].y, layout_[i].xy, at);
  float r = pips[i].x * (value == 1 ? oneScale[i] : 1.);
  if (pips[i].w == 3.) { vec2 a = abs(at); d = max(a.x, a.y) * 1.12; }
  if (pips[i].z <= 0.) return max(d - r, abs(h) - .05);   // painted, not carved
  return length(vec2(d, (h - .3 * r) * mix(2.2, 1., pips[i].z))) - r;
}
// Face of a polyhedron that p belongs to: its outward normal. The distance to it is dot(p, normal) - inradius.
vec3 polyNormal(int i, vec3 p) {
  float kind = form[i].x;
  if (kind == 4.) return sign(p) * .57735;   // d8
  if (kind == 6.) {                          // d4
    vec3 best = vec3(.57735); vec3 n = vec3(.57735, -.57735, -.57735);
    if (dot(p, n) > dot(p, best)) best = n;
    n = n.yxy; if (dot(p, n) > dot(p, best)) best = n;
    n = vec3(-.57735, -.57735, .57735); if (dot(p, n) > dot(p, best)) best = n;
    return best;
  }
  if (kind == 7.) {                          // d10: five planes above, five below between them
    float a = atan(p.y, p.x), w = 1.2566371, up = round(a / w) * w, down = (round(a / w - .5) + .5) * w;
    vec3 n = vec3(cos(up) * .70711, sin(up) * .70711, .70711), m = vec3(cos(down) * .70711, sin(down) * .70711, -.70711);
    return dot(p, n) > dot(p, m) ? n : m;
  }
  const float g = 1.618034; vec3 a = abs(p), best, n, m;   // d12 and d20
  if (halfSize[i].y < .5) { best = normalize(vec3(0., 1., g)); n = best.zxy; m = best.yzx; }
  else { best = normalize(vec3(0., 1. / g, g)); n = best.zxy; m = best.yzx; if (dot(a, vec3(.57735)) > dot(a, best)) best = vec3(.57735); }
  if (dot(a, n) > dot(a, best)) best = n;
  if (dot(a, m) > dot(a, best)) best = m;
  return best * sign(p);
}
// A turned pawn about the z axis, of foot radius r and half height h: foot, waist, head, perhaps a collar below it, and
// fillets between them.
float pawn(vec3 p, float r, float h, float head, float neck, float collar) {
  float d = length(p.xy), z = p.z + h;
  vec2 foot = vec2(d - r + .1 * r, abs(z - .2 * r) - .1 * r);
  float a = min(max(foot.x, foot.y), 0.) + length(max(foot, 0.)) - .1 * r;
  float up = clamp((z - .3 * r) / (2. * h - head - .3 * r), 0., 1.), wide = mix(.8 * r, neck, sqrt(up));
  float b = max((d - wide) * .8, max(.2 * r - z, z - 2. * h + head));
  float c = length(vec2(d, z - 2. * h + head)) - head;
  float k = .16 * r, s = max(k - abs(a - b), 0.) / k; a = min(a, b) - s * s * k * .25;
  s = max(k - abs(a - c), 0.) / k;
  a = min(a, c) - s * s * k * .25;
  if (collar > 0.) a = min(a, max(d - collar, abs(z - 2. * h + 1.85 * head) - .09 * r) * .9);
  return a;
}
float inradius(int i) { return halfSize[i].x * (form[i].x == 4. ? .8 : 1.); }
float solid(int i, vec3 p) {
  float kind = form[i].x, r = form[i].y;
  if (kind == 1.) {            // disc
    vec2 w = vec2(length(p.xy) - halfSize[i].x + r, abs(p.z) - halfSize[i].z + r);
    return min(max(w.x, w.y), 0.) + length(max(w, 0.)) - r;
  }
  if (kind == 3.) return length(p) - halfSize[i].x;
  if (kind == 8.) return pawn(p, halfSize[i].x, halfSize[i].z, r, form[i].z, panel[i].y);
  if (kind >= 4.) return dot(p, polyNormal(i, p)) - inradius(i);
  vec3 w = abs(p) - halfSize[i] + r;
  float box = length(max(w, 0.)) + min(max(w.x, max(w.y, w.z)), 0.) - r;
  return max(box, length(p) - form[i].z);
}
float field(int i, vec3 p) {
  float d = solid(i, p);
  if (form[i].x == 0. && pips[i].z > 0. && d < .1) {
    vec2 q; float h; int f = faces[i * 6 + faceOf(p, halfSize[i], q, h)];
    if (f < 16) {
      if ((f & 8) != 0) q = vec2(-q.y, q.x);
      d = max(d, -pipDistance(i, f & 7, q, h));
    }
  }
  return d;
}
float shadow(vec3 p, vec3 d, float reach, float radius, int me) {
  float lit = 1.;
  EACH_NEAR(i) {
    vec3 c = place[i] - p; float t = dot(c, d), b = form[i].w;
    if (t < -b || t > reach + b) continue;
    float side = length(c - d * t);
    if (side > b * 1.15 + radius * max(t, 0.) * .14) continue;
    vec3 o = toObject[i] * (p - place[i]), v = toObject[i] * d;
    float s = max(t - b * 1.15, .02), k = 8. / min(radius, 1.5);
    for (int j = 0; j < 14; j++) {
      float h = solid(i, o + v * s);
      lit = min(lit, clamp(.5 + .5 * k * h / s, 0., 1.));
      s += max(h, .03 * b); if (s > t + b * 1.15 || lit < .01) break;
    }
  }
  return lit * lit * (3. - 2. * lit);
}
float openness(vec3 p, vec3 n, int me) {
  float s = 1.;
  EACH_NEAR(i) {
    if (i == me) continue;
    vec3 d = place[i] - p, h = halfSize[i]; float l = length(d), b = min(form[i].w, THIN * min(h.x, min(h.y, h.z)));
    if (l > 3. * b) continue;
    s *= 1. - .7 * max(dot(n, d) / l, 0.) * min(1., .4 * b * b / (l * l));
    s *= 1. - .5 * exp(-6. * max(solid(i, toObject[i] * (p - place[i])), 0.) / b);
  }
  return s;
}
vec2 tableDx, tableDy;   // change of the table's texture coordinates from pixel to pixel
vec3 rayThrough(vec2 pixel) { return normalize(cameraAxes * vec3((pixel - .5 * resolution) / resolution.y, -focal)); }
vec3 tableColour(vec3 p, vec2 screen) {
  if (tableScale < 0.) return textureLod(table, screen, 0.).rgb;
  return textureGrad(table, p.xy * tableScale, tableDx, tableDy).rgb;
}
#ifdef SHEETS
// What lies printed at p of the table, over `under`; its gloss where there is paper.
vec3 printedOver(vec3 p, vec3 under, inout float gloss) {
  vec2 dx = tableDx / tableScale, dy = tableDy / tableScale;
  for (int s = 0; s < sheetCount; s++) {
    vec2 to = p.xy - sheetAt[s].xy; mat2 back = mat2(sheetAt[s].z, -sheetAt[s].w, sheetAt[s].w, sheetAt[s].z);
    vec2 q = back * to, half_ = sheetHalf[s].xy, flip = vec2(.5, -.5) / half_, over = abs(q) - half_;
    float edge = max(over.x, over.y), inside = clamp(.5 - edge / max(length(dx), length(dy)), 0., 1.);
    under *= 1. - .4 * exp(-max(edge, 0.) * 28.);   // paper lies a hair above the table
    if (inside <= 0.) continue;
    // Seen at a slant a pixel is a long strip of paper: up to four samples along it.
    vec2 t = q * flip + .5, tx = back * dx * flip, ty = back * dy * flip, texels = sheetTexels[s];
    float a = length(tx * texels), b = length(ty * texels), few = clamp(ceil(max(a, b) / min(a, b) - .3), 1., 4.);
    float lod = log2(max(max(a, b) / few, 1.) * .9); vec2 way = (a > b ? tx : ty) / few; vec3 ink = vec3(0.);
    for (float k = .5 - .5 * few; k < .5 * few; k++)
      ink += pow(s == 0 ? textureLod(sheet0, t + way * k, lod).rgb : textureLod(sheet1, t + way * k, lod).rgb, vec3(2.2));
    under = mix(under, ink / few, inside); gloss = mix(gloss, sheetHalf[s].z, inside);
  }
  return under;
}
#endif
// Where a ray in object space enters and leaves the block around object i; leaves before it enters: it misses.
vec2 blockAround(int i, vec3 o, vec3 v, float margin) {
  vec3 reach = (form[i].x < 3. || form[i].x == 8. ? halfSize[i] : vec3(form[i].w)) + margin, inverse = 1. / (v + vec3(1e-7));
  vec3 a = (-reach - o) * inverse, b = (reach - o) * inverse, near = min(a, b), far = max(a, b);
  return vec2(max(near.x, max(near.y, near.z)), min(far.x, min(far.y, far.z)));
}
// How much of lamp l a ray from p along m meets, 0..1.
float lampSeen(int l, vec3 p, vec3 m, float gloss) {
  float kind = lampShape[l].x;
  if (kind < .5) return 0.;
  vec3 a = normalize(lightAt[l]); float k = dot(m, a);
  if (k < .05) return 0.;
  vec3 h = p + m * (dot(lightAt[l] - p, a) / k) - lightAt[l], x = normalize(cross(a, vec3(.05, 1., .02))), y = cross(a, x);
  float c = cos(lampShape[l].z), s = sin(lampShape[l].z), w = lampShape[l].y, e = .05 + .6 * (1. - gloss);
  vec2 q = mat2(c, -s, s, c) * vec2(dot(h, x), dot(h, y)) / lightRadius[l];
  if (kind < 1.5) return 1. - smoothstep(1. - e, 1. + e, length(q));
  if (kind < 2.5) return 1. - smoothstep(w - e, w + e, abs(length(q) - 1. + w));
  if (kind < 3.5) return (1. - smoothstep(1. - e, 1. + e, max(abs(q.x), abs(q.y) / w))) * smoothstep(.03, .03 + e, min(abs(q.x), abs(q.y)));
  return 1. - smoothstep(1. - e, 1. + e, max(abs(q.x) * .5, abs(q.y) / (.5 * w)));
}
vec3 trace(vec2 pixel, out vec4 id) {
  vec3 ray = rayThrough(pixel);
  float best = 1e9; int hit = -1;
  EACH_SEEN(i) {
    vec3 c = place[i] - eye; float b = dot(c, ray), r = form[i].w;
    if (dot(c, c) - b * b > r * r) continue;
    vec3 o = toObject[i] * (eye - place[i]), v = toObject[i] * ray; 
    vec2 within = blockAround(i, o, v, .002);
    if (within.x > within.y || within.y < 0.) continue;
    float t = max(within.x, 0.), end = min(within.y, best);
    for (int j = 0; j < 48; j++) {
      float h = field(i, o + v * t);
      if (h < .0015 * r) { if (t < best) { best = t; hit = i; } break; }
      t += h * .9; if (t > end) break;
    }
  }
  float ground = ray.z < 0. ? -eye.z / ray.z : 1e9;
  id = vec4(0.);
  vec3 p, n, albedo; float gloss, metal = 0., glow = 0.; int me = -1;
  if (hit >= 0 && best < ground) {
    me = hit; p = eye + ray * best; vec3 q = toObject[me] * (p - place[me]);
    vec2 e = vec2(1., -1.) * .002 * form[me].w;
    vec3 local = normalize(e.xyy * field(me, q + e.xyy) + e.yyx * field(me, q + e.yyx) + e.yxy * field(me, q + e.yxy) + e.xxx * field(me, q + e.xxx));
    if (finish[me].x > 0.) local = normalize(local + finish[me].x * q / halfSize[me]);
    if (finish[me].y > 0.) local = normalize(local + finish[me].y * (vec3(noise(q * 3.), noise(q * 3. + 9.), noise(q * 3. + 17.)) - .5));
    float pattern = surface[me].x; gloss = surface[me].y; metal = surface[me].z; glow = surface[me].w;
    albedo = bodyA[me];
    if (pattern == 1.) albedo = mix(bodyA[me], bodyB[me], smoothstep(.35, .65, cloud(q * 3.5 + float(me) * 9.)));
    if (pattern == 2.) albedo = mix(bodyA[me], bodyB[me], smoothstep(.72, .8, noise(q * 17. + float(me) * 5.)));
    if (pattern == 3.) albedo = mix(bodyA[me], bodyB[me], .5 + .5 * sin(9. * q.z + 5. * cloud(q * 2.)));
    if (pattern == 4.) { albedo = mix(bodyA[me], bodyB[me], .5 + .5 * sin(14. * cloud(q * 1.7 + float(me)) + 3. * q.x)); metal = max(metal, .2); }
    if (pattern == 5.) {   // glitter: flakes that lie every way
      vec3 cell = floor(q * 19.); float flake = hash(cell + float(me));
      if (flake > .86) { albedo = bodyB[me]; metal = .7; local = normalize(local + .9 * (vec3(hash(cell + 3.), hash(cell + 5.), hash(cell + 8.)) - .5)); }
    }
    if (pattern == 6.) albedo = mix(bodyA[me], bodyB[me], smoothstep(-.04, .04, dot(q, vec3(.6, .5, .62)) + .25 * (cloud(q * 2.5) - .5)));
    n = normalize(transpose(toObject[me]) * local);
    vec2 fq; float fh; int side = faceOf(q, halfSize[me], fq, fh); int f = faces[me * 6 + side];
    float kind = form[me].x;
    id = vec4(float(me + 1), float(side + 1), 0., 0.) / 255.;
    if (kind == 0. && panel[me].x != 0. && fh > -.06) {
      vec2 a = abs(fq); float edge = (abs(panel[me].x) < 1.5 ? length(fq) : max(max(a.x, a.y), (a.x + a.y) * .8)) - panel[me].y;
      if (panel[me].x > 0. ? edge < 0. : abs(edge) < .022) { albedo = panelColour[me]; gloss *= panel[me].z; metal *= .3; }
      if (panel[me].x > 0.) albedo *= 1. - .35 * exp(-abs(edge) * 60.);   // the groove around it
    }
    if (kind == 0. && f < 16) {
      int v = f & 7; if ((f & 8) != 0) fq = vec2(-fq.y, fq.x);
      float d = pipDistance(me, v, fq, fh); vec2 at; float flat_ = nearestPip(fq, v, pips[me].y, layout_[me].xy, at);
      float r = pips[me].x * (v == 1 ? oneScale[me] : 1.);
      vec3 ink = v == 1 || (v == 4 && pips[me].w == 4.) ? oneColour[me] : pipColour[me];
      if (v > 0 && d < .004) {
        bool ring = pips[me].w == 2. && flat_ > .45 * r && flat_ < .75 * r;
        albedo = ring ? bodyA[me] : ink; metal = ring ? 0. : finish[me].z; gloss *= pips[me].z > 0. ? pipGloss[me] : .9; glow *= .3;
        id.w = ring ? 0. : 1.;
      } else if (v == 1 && layout_[me].z > 0. && abs(flat_ - layout_[me].z * pips[me].x) < .028) albedo = ink;
      if (finish[me].w > 0. && id.w < .5) {   // clear: the far side shows through, with its pips
        vec3 into = refract(toObject[me] * ray, local, .72), to = (sign(into) * halfSize[me] - q) / (into + vec3(1e-6));
        vec3 out_ = q + into * min(to.x, min(to.y, to.z)); vec2 oq; float oh;
        int g = faces[me * 6 + faceOf(out_, halfSize[me], oq, oh)]; if ((g & 8) != 0) oq = vec2(-oq.y, oq.x);
        vec2 far; float gone = nearestPip(oq, g & 7, pips[me].y, layout_[me].xy, far);
        vec3 at_ = transpose(toObject[me]) * out_ + place[me];
        vec3 behind = tableScale < 0. ? vec3(.4) : textureLod(table, at_.xy * tableScale, 3.).rgb;
        vec3 through = mix(albedo, sqrt(max(albedo, 0.)) * behind * 1.3, .55);
        if ((g & 7) > 0 && g < 16) through = mix(pipColour[me], through, smoothstep(-.02, .05, gone - pips[me].x));
        albedo = mix(albedo, through, finish[me].w);
      }
    } else if (kind >= 4. && faces[me * 6] >= 16) {   // a digit on every side
      vec3 out_ = polyNormal(me, q), x = normalize(cross(out_, vec3(.31, .53, .79))), y = cross(out_, x);
      vec2 t = vec2(dot(q, x), dot(q, y)) / (inradius(me) * (kind == 6. ? 1.3 : kind == 4. ? .95 : .62)) * .5 + .5;
      float g = floor(hash(floor(out_ * 9.) + float(faces[me * 6])) * 9.99);
      if (t.x > 0. && t.y > 0. && t.x < 1. && t.y < 1.)
        albedo = mix(albedo, pipColour[me], textureLod(glyphs, (vec2(g, floor(g / 8.)) + clamp(t, .02, .98)) / 8., 0.).r);
    } else if (f >= 16) {
      vec2 half_ = side < 2 ? halfSize[me].yz : side < 4 ? halfSize[me].xz : halfSize[me].xy;
      if (kind == 0. || side > 3) {
        if (side == 1 || side == 2 || side == 5) fq.x = -fq.x;   // as seen from outside, like the other three
        vec2 t = fq / half_ * .5 + .5; float g = float(f - 16);
        if (t.x > 0. && t.y > 0. && t.x < 1. && t.y < 1.) {
          if (g >= 64.) {
            float lod = clamp(log2(PRINT_SIDE * best / (2. * half_.x * focal * resolution.y)) - .5, 0., 3.);
            albedo = textureLod(prints, (vec2(mod(g, 8.), floor((g - 64.) / 8.)) + clamp(t, .03, .97)) / 8., lod).rgb; metal = 0.;
          } else {
            float ink = textureLod(glyphs, (vec2(mod(g, 8.), floor(g / 8.)) + clamp(t, .02, .98)) / 8., 0.).r;
            albedo = mix(albedo, pipColour[me], ink); if (kind == 0.) id.w = ink;
          }
        }
      }
    }
  } else if (ground < 1e8) {
    p = eye + ray * ground; n = vec3(0., 0., 1.); gloss = tableGloss;
    albedo = tableColour(p, pixel / resolution);
#ifdef SHEETS
    albedo = printedOver(p, albedo, gloss);
#endif
  } else if (tableScale < 0.) { return textureLod(table, pixel / resolution, 0.).rgb; }
  else { return sky(ray, 2.); }
  float open = openness(p, n, me);
  vec3 mirror = reflect(ray, n), light = vec3(0.), shine = vec3(0.), lamps = vec3(0.);
  for (int l = 0; l < lightCount; l++) {
    vec3 d = lightAt[l] - p; float reach = length(d); d /= reach; float slope = dot(n, d);
    if (slope <= 0. && glow <= 0.) continue;
    float lit = slope > 0. ? shadow(p + n * .015, d, reach, lightRadius[l], me) : 0.;
    vec3 power = lightColour[l] * 90. / (reach * reach + 20.);
    light += power * (max(slope, 0.) * lit + glow * .35);
    shine += power * lit * pow(max(dot(n, normalize(d - ray)), 0.), mix(20., 220., gloss)) * mix(.3, 3., gloss);
    if (gloss > .2) lamps += lightColour[l] * lampShape[l].w * lit * lampSeen(l, p, mirror, gloss);
  }
  vec3 ambient = sky(n, 6.) * open * (me >= 0 ? mix(.5, 1., smoothstep(-.4, 1., n.z)) : 1.);
  vec3 bounce = vec3(0.);
  if (me >= 0 && n.z < .6) bounce = (tableScale < 0. ? textureLod(table, pixel / resolution, 6.).rgb : textureLod(table, p.xy * tableScale, 8.).rgb)
      * (sky(vec3(0., 0., 1.), 6.) + .3 * lightColour[0]) * .4 * clamp(1. - p.z / (2. * form[me].w), 0., 1.) * open;
  float fresnel = .04 + .96 * pow(1. - max(dot(-ray, n), 0.), 5.);
  vec3 seen = sky(mirror, mix(5., 0., gloss)) * (mirror.z < 0. ? .35 : 1.) * open;
  if (tableScale < 0. && me < 0) return albedo * mix(1., clamp((dot(ambient + light, vec3(.33))) / dot(sky(n, 6.) + lightColour[0] * 90. / (dot(lightAt[0] - p, lightAt[0] - p) + 20.) * max(normalize(lightAt[0] - p).z, 0.), vec3(.33)), 0., 1.15), .85);
  vec3 diffuse = albedo * (ambient + light + bounce + glow * .4 * sky(ray, 5.));
  vec3 mirrored = gloss * (fresnel * (seen + lamps) + shine * mix(vec3(.4), albedo, metal)) + metal * albedo * lamps * .3;
  // Against the matt light and a dark grey's worth of it: mirrored light that outshines both is what hides pips.
  float grey = dot(mirrored, vec3(.33));
  id.z = grey / (grey + dot(diffuse, vec3(.33)) + .12 * dot(ambient + light, vec3(.33)) + 1e-4);
  return mix(diffuse, albedo * seen * 1.6, metal) + mirrored;
}
void main() {
  vec3 ray = rayThrough(gl_FragCoord.xy);
  vec2 t = (eye.xy - ray.xy * eye.z / min(ray.z, -1e-3)) * tableScale;
  tableDx = dFdx(t); tableDy = dFdy(t);
  int samples = 1;             // more than one ray only where an edge may be
  EACH_SEEN(i) {
    vec3 c = place[i] - eye; float b = dot(c, ray), r = form[i].w * 1.03 + b / (focal * resolution.y);
    if (dot(c, c) - b * b > r * r) continue;
    vec2 within = blockAround(i, toObject[i] * (eye - place[i]), toObject[i] * ray, .02 + b / (focal * resolution.y));
    if (within.x < within.y) { samples = SAMPLES; break; }
  }
  vec3 sum = vec3(0.); vec4 id, first = vec4(0.);
  for (int x = 0; x < samples; x++) for (int y = 0; y < samples; y++) {
    sum += min(trace(gl_FragCoord.xy + (vec2(x, y) + .5) / float(samples) - .5, id), vec3(6.));
    if (x == 0 && y == 0) first = id;
  }
  colourOut = vec4(sum / float(samples * samples), 1.);
  idOut = first;
}
