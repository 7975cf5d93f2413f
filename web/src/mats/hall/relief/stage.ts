/** The hall as a cardboard stage. Only this folder knows three. */
import {
  BackSide,
  BufferGeometry,
  CanvasTexture,
  DepthTexture,
  DoubleSide,
  Group,
  Matrix4,
  Mesh,
  NotEqualStencilFunc,
  PerspectiveCamera,
  PlaneGeometry,
  ReplaceStencilOp,
  Scene,
  ShaderMaterial,
  UnsignedIntType,
  Vector2,
  Vector3,
  Vector4,
  WebGLRenderer,
  WebGLRenderTarget,
} from "three";
import type { Pose } from "../../../protocol";
import { placed } from "../poses";
import { floorCanvas } from "../prints/floor";
import { PRINT } from "../prints/furniture";
import { ghostCanvas, type Family, type Mood } from "../prints/ghosts";
import { canvas, INK, type Pen } from "../prints/paper";
import { FRONT, frontCanvas, plateCanvas, WALL } from "../prints/room";
import { BOXES, doorway, FACE, GHOST, GLASS, HALL, PIECES, SIDES } from "../shapes";
import type { Piece, Side, Size, V2, V3 } from "../shapes";
import { above, azimuth, floorAt, project, type Frame, type Shot } from "./camera";
import { Inks } from "./inks";
import { geometry, HATS, round, type Figure } from "./parts";
import { above as aboveDoors, wall, YAW, type Wall } from "./room";
import * as S from "./shaders";
import { boxes, ghostBody, rgb, Sheet } from "./solids";

export { between, through } from "./camera";
export type { Frame, Shot } from "./camera";

export interface Settings {
  dark: boolean;
  /** How thick ink is. */
  fat: number;
  ratio: number;
  view: Side;
  round: number;
}

/** Pixels along the sides of the light's picture, and of that in the mirror. */
const LIGHT = 1500;
const BOUNCED = [700, 1100] as const;
const DEGREES = 180 / Math.PI;

export class Stage {
  readonly #gl: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #cam = new PerspectiveCamera();
  readonly #inkwell: Inks;
  readonly #inks: Record<"ink" | "ring" | "ringInk", ShaderMaterial>;
  readonly #rims: Record<"ink" | "ring" | "ringInk" | "pick" | "pickInk", ShaderMaterial>;
  readonly #shade: ShaderMaterial;
  readonly #walls: Wall[];
  readonly #room: Group;
  readonly #front: Mesh;
  readonly #plate: Mesh;
  readonly #marks: Mesh;
  readonly #marksTexture: CanvasTexture;
  readonly #marksPen: Pen;
  readonly #pieces = new Map<Piece, { g: Group; body: Mesh; rings: [Mesh, Mesh]; skin: ShaderMaterial }>();
  readonly #glass: Mesh;
  readonly #glassSkin: ShaderMaterial;
  readonly #mirror = new WebGLRenderTarget(96, 160, { samples: 4, generateMipmaps: false });
  readonly #light = new WebGLRenderTarget(LIGHT, LIGHT, {
    depthTexture: new DepthTexture(LIGHT, LIGHT, UnsignedIntType),
  });
  readonly #bounced = new WebGLRenderTarget(...BOUNCED, {
    depthTexture: new DepthTexture(...BOUNCED, UnsignedIntType),
  });
  readonly #eye = new PerspectiveCamera(2 * Math.atan(1.12) * DEGREES, 1, 4, 640);
  readonly #behind = new PerspectiveCamera();
  readonly #figures = new Map<string, Figure>();
  readonly #bodies = new Map<Size, BufferGeometry>();
  readonly #hats = new Map<Family, BufferGeometry[]>();
  readonly #skins = new Map<string, ShaderMaterial>();
  readonly #hatSkin: ShaderMaterial;
  readonly #lamp: Mesh;
  readonly #dark: boolean;
  readonly #view: Side;
  #ratio: number;
  #wide = 1;
  #high = 1;
  #tilt = 0.2;
  #hatted = 1;
  now: Shot | null = null;

  constructor(el: HTMLCanvasElement, { dark, fat, ratio, view, round: turn }: Settings) {
    this.#gl = new WebGLRenderer({
      canvas: el,
      antialias: true,
      alpha: true,
      stencil: true,
      powerPreference: "low-power",
    });
    this.#gl.setPixelRatio(ratio);
    this.#gl.setClearColor(0, 0);
    this.#ratio = ratio;
    this.#inkwell = new Inks(dark, fat, ratio);
    this.#dark = dark;
    this.#view = view;
    const hull = (w: number, c: string): ShaderMaterial => this.#inkwell.outline(S.hullV, w, c, BackSide);
    const rim = (w: number, c: string): ShaderMaterial => this.#inkwell.outline(S.rimV, w, c, DoubleSide);
    this.#inks = { ink: hull(1.25 * fat, INK), ring: hull(4.2, "#f3b527"), ringInk: hull(5.6, INK) };
    this.#rims = {
      ink: rim(1.35 * fat, INK),
      ring: rim(3.4, "#f3b527"),
      ringInk: rim(4.7, INK),
      pick: rim(4.4, "#2a62a6"),
      pickInk: rim(6.2, "#fffdf8"),
    };
    this.#shade = new ShaderMaterial({
      vertexShader: S.shadeV,
      fragmentShader: S.shadeF,
      uniforms: this.#inkwell.u,
      ...this.#inkwell.over,
      depthWrite: false,
      stencilWrite: true,
      stencilRef: 1,
      stencilFunc: NotEqualStencilFunc,
      stencilZPass: ReplaceStencilOp,
    });
    this.#hatSkin = this.#inkwell.solid(this.#inkwell.blank, true);

    this.#add(this.#inkwell.picture(floorCanvas(view), HALL, HALL), [HALL / 2, HALL / 2, 0]);
    const [sheet, pen] = canvas(1200, 1200);
    pen.scale(4, 4);
    this.#marksPen = pen;
    this.#marksTexture = this.#inkwell.paper(sheet);
    this.#marks = new Mesh(new PlaneGeometry(HALL, HALL), this.#inkwell.flat(this.#marksTexture, 1, false));
    this.#marks.renderOrder = 2;
    this.#marks.visible = false;
    this.#add(this.#marks, [HALL / 2, HALL / 2, 0.22]);
    const board = geometry(boxes([[-7, 307, -7, 307, -9, -0.05]], [{ c: "#c79a63", tc: "#d9b27c" }], null));
    this.#scene.add(new Mesh(board, this.#inkwell.solid()), new Mesh(board, this.#inks.ink));
    this.#walls = SIDES.map((side) => wall(this.#inkwell, this.#inks.ink, side));
    this.#scene.add(...this.#walls.map(({ g }) => g));
    this.#plate = this.#inkwell.picture(plateCanvas(), 22, 34);
    this.#plate.renderOrder = 4;
    this.#scene.add(this.#plate);
    this.#front = this.#inkwell.picture(frontCanvas(turn), FRONT.w, FRONT.h);
    this.#front.rotation.x = Math.PI / 2;
    this.#front.renderOrder = 1;
    this.#front.position.set(0, 2.5, WALL - 14 + FRONT.h / 2);
    this.#walls[(view + 2) % 4]?.g.add(this.#front);
    ({ room: this.#room, lamp: this.#lamp } = aboveDoors(this.#inkwell));
    this.#scene.add(this.#room);
    this.#glassSkin = new ShaderMaterial({
      vertexShader: S.flatV,
      fragmentShader: S.mirrorF,
      uniforms: {
        ...this.#inkwell.u,
        map: { value: this.#mirror.texture },
        uTex: { value: new Matrix4() },
        uGlint: { value: 1 },
      },
    });
    this.#glass = new Mesh(new PlaneGeometry(FACE.x1 - FACE.x0, FACE.z1 - FACE.z0), this.#glassSkin);
    this.#glass.rotation.x = Math.PI / 2;
    this.#glass.position.set(0, FACE.y - 0.15, (FACE.z0 + FACE.z1) / 2);
    this.#furnish();
    this.#eye.layers.set(1);
  }

  // ---- materials -------------------------------------------------------------------------------

  #add(mesh: Mesh, [x, y, z]: V3): void {
    mesh.position.set(x, y, z);
    this.#scene.add(mesh);
  }

  // ---- the room --------------------------------------------------------------------------------

  #rise(side: number, by: number): void {
    const wall = this.#walls[side];
    if (!wall) return;
    wall.rise = by;
    wall.g.scale.z = Math.max(by, 0.045);
    wall.g.visible = by > -0.5;
    for (const { hinge } of wall.doors) hinge.visible = by > 0.3;
  }

  /** Walls between the camera and the hall fold down; the one that somebody looks through is gone. */
  walls(shot: Shot, through: number = -1, t = 1): void {
    const outside = (side: Side): number => {
      const { f } = doorway(side, 1);
      return (shot.pos.x - HALL / 2) * -f[0] + (shot.pos.y - HALL / 2) * -f[1];
    };
    for (const side of SIDES) {
      const rise = this.#walls[side]?.rise ?? 1;
      const folds = Math.max(0.05, Math.min(1, (230 - outside(side)) / 80));
      this.#rise(side, side !== through ? folds : t > 0.8 ? -1 : t > 0 ? Math.min(rise, 1 - t) : folds);
    }
    this.#room.visible = through >= 0 && t > 0.72;
    SIDES.forEach((side, i) => {
      const panel = this.#room.children[i];
      if (panel) panel.visible = outside(side) < HALL / 2;
    });
    this.#front.visible = this.#signed && (through < 0 || t < 0.25);
  }

  halo(side: number, door: number | null): void {
    this.#walls.forEach((wall, s) =>
      wall.doors.forEach(({ halo }, i) => (halo.visible = s === side && (door === null || i === door - 1))),
    );
  }

  keyPlate(side: Side, door: number, visible = true): void {
    const { e } = doorway(side, door, -0.9);
    this.#plate.position.set(e[0], e[1], 26);
    this.#plate.rotation.set(Math.PI / 2, YAW[side], 0);
    this.#plate.visible = visible;
  }

  // ---- furniture -------------------------------------------------------------------------------

  #furnish(): void {
    const sheet = new Sheet(2048);
    const solids = PIECES.map((piece) => [piece, geometry(boxes(BOXES[piece], PRINT[piece], sheet))] as const);
    const prints = this.#inkwell.paper(sheet.canvas);
    for (const [piece, solid] of solids) {
      const [g, skin] = [new Group(), this.#inkwell.solid(prints)];
      const body = new Mesh(solid, skin);
      const shade = new Mesh(solid, this.#shade);
      const rings: [Mesh, Mesh] = [new Mesh(solid, this.#inks.ring), new Mesh(solid, this.#inks.ringInk)];
      body.layers.enable(1);
      shade.renderOrder = 1;
      for (const ring of rings) ring.visible = false;
      g.matrixAutoUpdate = false;
      g.visible = false;
      g.add(body, new Mesh(solid, this.#inks.ink), shade, ...rings);
      if (piece === GLASS) g.add(this.#glass);
      this.#scene.add(g);
      this.#pieces.set(piece, { g, body, rings, skin });
    }
  }

  piece(piece: Piece, pose: Pose | null, mark: "" | "ringed" | "refused" = ""): void {
    const found = this.#pieces.get(piece);
    if (!found) return;
    found.g.visible = pose !== null;
    if (!pose) return;
    const { m, t } = placed(piece, mark === "refused" ? { ...pose, z: (pose.z ?? 0) + 32 } : pose);
    found.g.matrix.set(...m[0], t[0], ...m[1], t[1], ...m[2], t[2], 0, 0, 0, 1);
    found.g.matrixWorldNeedsUpdate = true;
    for (const ring of found.rings) ring.visible = mark === "ringed";
    const hatch = found.skin.uniforms.uHatch?.value as Vector4;
    if (mark === "refused") hatch.set(...rgb("#b3332b"), 0.75);
    else hatch.set(0, 0, 0, 0);
  }

  // ---- ghosts ----------------------------------------------------------------------------------

  #skin(family: Family, size: Size, mood: Mood): ShaderMaterial {
    const key = `${family} ${size} ${mood}`;
    let skin = this.#skins.get(key);
    if (!skin)
      this.#skins.set(
        key,
        (skin = this.#inkwell.solid(this.#inkwell.paper(ghostCanvas(family, size, mood)), true)),
      );
    return skin;
  }

  #figure(id: string, family: Family, size: Size): Figure {
    const known = this.#figures.get(id);
    if (known) return known;
    let solid = this.#bodies.get(size);
    if (!solid) this.#bodies.set(size, (solid = round(geometry(ghostBody(size)), "#ffffff", false)));
    let parts = this.#hats.get(family);
    if (!parts) this.#hats.set(family, (parts = HATS[family]().map(([g, colour]) => round(g, colour, true))));
    const [g, lean, hat] = [new Group(), new Group(), new Group()];
    const body = new Mesh(solid, this.#skin(family, size, "calme"));
    body.layers.enable(1);
    const shade = new Mesh(solid, this.#shade);
    shade.renderOrder = 1;
    const line = new Mesh(solid, this.#rims.ink);
    const rings: [Mesh, Mesh] = [new Mesh(solid, this.#rims.ring), new Mesh(solid, this.#rims.ringInk)];
    for (const part of parts) hat.add(new Mesh(part, this.#hatSkin), new Mesh(part, this.#rims.ink));
    lean.rotation.order = "ZXY";
    lean.add(body, line, ...rings, hat, shade);
    g.add(lean);
    this.#scene.add(g);
    const figure = { g, lean, hat, body, rings, line, size, family, lies: null };
    this.#figures.set(id, figure);
    return figure;
  }

  /** Puts a ghost there; `lies` is where its head points. */
  ghost(id: string, family: Family, size: Size, [x, y, z]: V3, lies: number | null = null): void {
    const figure = this.#figure(id, family, size);
    figure.g.visible = true;
    figure.g.position.set(x, y, z);
    figure.g.scale.setScalar(1);
    figure.lies = lies;
    this.#pose(figure);
  }

  /** As it is in flight: its place, and how large. */
  fly(id: string, [x, y, z]: V3, scale = 1): void {
    const figure = this.#figures.get(id);
    figure?.g.position.set(x, y, z);
    figure?.g.scale.setScalar(scale);
  }

  where(id: string): V3 | null {
    const at = this.#figures.get(id)?.g;
    return at?.visible ? [at.position.x, at.position.y, at.position.z] : null;
  }

  hide(id: string): void {
    const figure = this.#figures.get(id);
    if (figure) figure.g.visible = false;
  }

  get ids(): string[] {
    return [...this.#figures.keys()];
  }

  dress(id: string, mood: Mood, ring: "" | "mine" | "picked"): void {
    const figure = this.#figures.get(id);
    if (!figure) return;
    figure.body.material = this.#skin(figure.family, figure.size, mood);
    const [inner, outer] = figure.rings;
    inner.visible = outer.visible = ring !== "";
    inner.material = ring === "picked" ? this.#rims.pick : this.#rims.ring;
    outer.material = ring === "picked" ? this.#rims.pickInk : this.#rims.ringInk;
  }

  /** Hats, from on to off. Without them everybody stands straight: then the body is the referee's. */
  hats(k: number): void {
    this.#hatted = k;
    this.#tilt = 0.2 * k;
    for (const figure of this.#figures.values()) this.#pose(figure);
  }

  #pose(figure: Figure): void {
    const { r, h } = GHOST[figure.size];
    const k = this.#hatted;
    figure.hat.visible = k > 0.02;
    figure.hat.scale.setScalar(r * Math.max(k, 0.01));
    figure.hat.position.z = h * (0.985 - 0.25 * (1 - k));
    const shot = this.now;
    if (figure.lies !== null) {
      const t = (figure.lies * Math.PI) / 180;
      figure.lean.rotation.z = t - Math.PI / 2;
      figure.lean.rotation.x = -Math.PI / 2;
      figure.lean.position.set((-h / 2) * Math.cos(t), (-h / 2) * Math.sin(t), r);
    } else if (shot) {
      figure.lean.rotation.z = (shot.face ?? azimuth(shot)) + Math.PI / 2;
      figure.lean.rotation.x = -this.#tilt;
      figure.lean.position.set(0, 0, 0);
    }
  }

  // ---- camera ----------------------------------------------------------------------------------

  apply(shot: Shot): void {
    this.now = shot;
    this.#cam.position.copy(shot.pos);
    this.#cam.quaternion.copy(shot.turn);
    this.#cam.updateMatrixWorld(true);
    const { near: n, k, cx, cy } = shot;
    const [left, right] = [(-cx / k) * n, ((this.#wide - cx) / k) * n];
    const [top, bottom] = [(cy / k) * n, (-(this.#high - cy) / k) * n];
    this.#cam.projectionMatrix.makePerspective(left, right, top, bottom, n, 3000);
    this.#cam.projectionMatrixInverse.copy(this.#cam.projectionMatrix).invert();
    this.#inkwell.set("uScale", k * this.#ratio);
    for (const figure of this.#figures.values()) this.#pose(figure);
    const az = azimuth(shot);
    this.#lamp.rotation.z = (shot.face ?? az) + Math.PI / 2;
    (this.#inkwell.u.uSun?.value as Vector2).set(Math.cos(az + 2.5), Math.sin(az + 2.5));
  }

  project(p: V3): V2 {
    return this.now ? project(this.now, p) : [0, 0];
  }

  floorAt(px: number, py: number): V2 {
    return this.now ? floorAt(this.now, px, py) : [HALL / 2, HALL / 2];
  }

  /** An upright picture has room for the sign of the hotel. */
  get #signed(): boolean {
    return this.#high > this.#wide * 0.9;
  }

  above(frame: Frame, elevation: number, turned: number): Shot {
    return above(this.#view, frame, elevation, turned, this.#signed);
  }

  // ---- light and mirror ------------------------------------------------------------------------

  /** The dark of the look, from none to all. */
  torch(eye: V3, t: number): void {
    (this.#inkwell.u.uEye?.value as Vector3).set(...eye);
    this.#inkwell.set("uTorch", t);
  }

  lookLight(t: number): void {
    this.#inkwell.set("uLook", t);
  }

  /** Pictures by depth from the eye and from its image in the glass: what they reach is painted with light. */
  cast(side: Side, door: number): void {
    const { e, f, u } = doorway(side, door);
    (this.#inkwell.u.uEye?.value as Vector3).set(...e);
    (this.#inkwell.u.uF?.value as Vector2).set(...f);
    (this.#inkwell.u.uU?.value as Vector2).set(...u);
    this.#eye.position.set(...e);
    this.#eye.up.set(0, 0, 1);
    this.#eye.lookAt(e[0] + f[0], e[1] + f[1], e[2]);
    this.#eye.updateMatrixWorld(true);
    this.#scene.updateMatrixWorld();
    this.#inkwell.set("uDepth", null);
    this.#into(this.#light, this.#eye);
    this.#inkwell.set("uDepth", this.#light.depthTexture);
    (this.#inkwell.u.uEyeMat?.value as Matrix4).multiplyMatrices(
      this.#eye.projectionMatrix,
      this.#eye.matrixWorldInverse,
    );
    const near = this.#inkwell.u.uNear2?.value as Vector2;
    near.x = 0;
    if (!this.#pieces.get(GLASS)?.g.visible) return;
    this.#behind.layers.set(1);
    const glass = this.#lookBehind(new Vector3(...e), 640);
    if (!glass) return;
    this.#inkwell.set("uDepth2", null);
    const kept: unknown = this.#inkwell.u.uDepth?.value;
    this.#inkwell.set("uDepth", null);
    this.#withoutGlass(() => this.#into(this.#bounced, this.#behind));
    this.#inkwell.set("uDepth", kept);
    this.#inkwell.set("uDepth2", this.#bounced.depthTexture);
    (this.#inkwell.u.uEye2?.value as Vector3).copy(glass.eye);
    (this.#inkwell.u.uN2?.value as Vector3).copy(glass.n);
    near.set(glass.d, glass.d + 640);
    (this.#inkwell.u.uEyeMat2?.value as Matrix4).multiplyMatrices(
      this.#behind.projectionMatrix,
      this.#behind.matrixWorldInverse,
    );
  }

  #into(target: WebGLRenderTarget, camera: PerspectiveCamera): void {
    this.#gl.setRenderTarget(target);
    this.#gl.clear();
    this.#gl.render(this.#scene, camera);
    this.#gl.setRenderTarget(null);
  }

  #withoutGlass(draw: () => void): void {
    const mirror = this.#pieces.get(GLASS)?.g;
    if (mirror) mirror.visible = false;
    draw();
    if (mirror) mirror.visible = true;
  }

  /** The camera behind the glass, at the eye's image: its near plane is the glass, its frustum the glass and no more. */
  #lookBehind(eye: Vector3, far: number): { eye: Vector3; n: Vector3; d: number } | null {
    const [x, y, n] = [new Vector3(), new Vector3(), new Vector3()];
    this.#glass.matrixWorld.extractBasis(x, y, n);
    const c = new Vector3().setFromMatrixPosition(this.#glass.matrixWorld);
    const d = eye.clone().sub(c).dot(n);
    if (d < 2) return null;
    const image = eye.clone().addScaledVector(n, -2 * d);
    const o = c.clone().sub(image);
    const [ox, oy] = [-o.dot(x), o.dot(y)];
    const [hx, hy] = [(FACE.x1 - FACE.x0) / 2, (FACE.z1 - FACE.z0) / 2];
    const lens = this.#behind;
    lens.position.copy(image);
    lens.quaternion.setFromRotationMatrix(new Matrix4().makeBasis(x.clone().negate(), y, n.clone().negate()));
    lens.updateMatrixWorld(true);
    lens.projectionMatrix.makePerspective(ox - hx, ox + hx, oy + hy, oy - hy, d, d + far);
    lens.projectionMatrixInverse.copy(lens.projectionMatrix).invert();
    return { eye: image, n, d };
  }

  /** The mirror: one more picture, no larger than the glass on the screen. */
  #reflect(): void {
    if (!this.#pieces.get(GLASS)?.g.visible) return;
    this.#scene.updateMatrixWorld();
    this.#behind.layers.set(0);
    const glass = this.#lookBehind(this.#cam.position, 2500);
    if (!glass) return;
    (this.#glassSkin.uniforms.uTex?.value as Matrix4)
      .set(0.5, 0, 0, 0.5, 0, 0.5, 0, 0.5, 0, 0, 0.5, 0.5, 0, 0, 0, 1)
      .multiply(this.#behind.projectionMatrix)
      .multiply(this.#behind.matrixWorldInverse);
    const at = new Vector3().setFromMatrixPosition(this.#glass.matrixWorld);
    const far = Math.max(glass.d, this.#cam.position.distanceTo(at));
    const px = ((FACE.z1 - FACE.z0) / far) * (this.now?.k ?? 1) * this.#ratio;
    const size = [64, 128, 256, 512].find((v) => v >= px * 0.6) ?? 512;
    if (this.#mirror.width !== size) this.#mirror.setSize(size, Math.round(size * 1.67));
    const scale: unknown = this.#inkwell.u.uScale?.value;
    const gone = this.#room.visible ? this.#walls.filter((wall) => !wall.g.visible) : [];
    const panels = this.#room.children.filter((c) => !c.visible);
    this.#inkwell.set("uScale", (size / (FACE.x1 - FACE.x0)) * glass.d);
    (this.#inkwell.u.uView?.value as Vector2).set(size, size * 1.67);
    this.#order(this.#behind.position);
    for (const panel of panels) panel.visible = true;
    for (const wall of gone) {
      wall.g.visible = true;
      wall.g.scale.z = 1;
      for (const { hinge } of wall.doors) hinge.visible = true;
    }
    this.#gl.setClearColor(this.#dark ? 0x3a4742 : 0xdbe9ec, 1);
    this.#withoutGlass(() => this.#into(this.#mirror, this.#behind));
    this.#gl.setClearColor(0, 0);
    for (const wall of gone) wall.g.visible = false;
    for (const panel of panels) panel.visible = false;
    this.#inkwell.set("uScale", scale);
  }

  // ---- drawing ---------------------------------------------------------------------------------

  /** Ghosts from the farthest to the nearest: each outline is drawn just before its own body. */
  #order(from: Vector3): void {
    const far = (f: Figure): number => f.g.position.distanceToSquared(from);
    [...this.#figures.values()]
      .sort((a, b) => far(b) - far(a))
      .forEach(({ rings, line, body, hat }, i) => {
        const n = 100 + i * 12;
        rings[1].renderOrder = n;
        rings[0].renderOrder = n + 1;
        line.renderOrder = n + 2;
        body.renderOrder = n + 3;
        hat.children.forEach((c, j) => (c.renderOrder = n + 4 + (j % 2 ? 0 : 1) + 2 * (j >> 1)));
      });
  }

  draw(): void {
    if (!this.now) return;
    this.#reflect();
    this.#order(this.#cam.position);
    (this.#inkwell.u.uView?.value as Vector2).set(this.#wide * this.#ratio, this.#high * this.#ratio);
    this.#gl.render(this.#scene, this.#cam);
  }

  size(wide: number, high: number): void {
    this.#wide = wide;
    this.#high = high;
    this.#gl.setSize(wide, high, false);
  }

  /** Fewer pixels, for a device that is slow. */
  coarser(ratio: number): void {
    this.#ratio = ratio;
    this.#gl.setPixelRatio(ratio);
    this.#gl.setSize(this.#wide, this.#high, false);
  }

  get ratio(): number {
    return this.#ratio;
  }

  /** Draws on the floor, in millimetres; nothing: the floor is bare. */
  paint(draw: ((g: Pen) => void) | null): void {
    this.#marks.visible = draw !== null;
    if (!draw) return;
    const g = this.#marksPen;
    g.clearRect(0, 0, HALL, HALL);
    g.save();
    g.translate(0, HALL);
    g.scale(1, -1);
    draw(g);
    g.restore();
    this.#marksTexture.needsUpdate = true;
  }

  /** Writes on the floor, upright for whoever sits here. */
  write(g: Pen, text: string, x: number, y: number, px: number): void {
    g.save();
    g.translate(x, y);
    g.scale(1, -1);
    g.rotate([0, Math.PI / 2, Math.PI, -Math.PI / 2][this.#view] ?? 0);
    g.font = `400 ${px}px Caprasimo, Georgia, serif`;
    g.textAlign = "center";
    g.textBaseline = "middle";
    g.fillText(text, 0, px * 0.06);
    g.restore();
  }

  close(): void {
    this.#gl.dispose();
    this.#gl.forceContextLoss();
  }
}
