/** What everything is printed with: paper, ink, outlines. One light for all of them, in shared uniforms. */
import {
  BackSide,
  CanvasTexture,
  CustomBlending,
  DoubleSide,
  LinearMipmapLinearFilter,
  Matrix4,
  Mesh,
  OneFactor,
  OneMinusSrcAlphaFactor,
  PlaneGeometry,
  ShaderMaterial,
  Vector2,
  Vector3,
  Vector4,
  type IUniform,
} from "three";
import { canvas } from "../prints/paper";
import * as S from "./shaders";
import { rgb } from "./solids";

export class Inks {
  readonly u: Record<string, IUniform>;
  readonly blank: CanvasTexture;

  constructor(
    dark: boolean,
    fat: number,
    readonly ratio: number,
  ) {
    this.u = {
      uTorch: { value: 0 },
      uLook: { value: 0 },
      uLamp: { value: dark ? 1 : 0 },
      uEye: { value: new Vector3() },
      uF: { value: new Vector2() },
      uU: { value: new Vector2() },
      uEyeMat: { value: new Matrix4() },
      uDepth: { value: null },
      uEye2: { value: new Vector3() },
      uN2: { value: new Vector3() },
      uNear2: { value: new Vector2(0, 1) },
      uEyeMat2: { value: new Matrix4() },
      uDepth2: { value: null },
      uSun: { value: new Vector2(0.8, 0.6) },
      uPx: { value: 0.85 * ratio * fat },
      uScale: { value: 1 },
      uView: { value: new Vector2(1, 1) },
      uShade: { value: dark ? 0.34 : 0.2 },
    };
    this.blank = this.paper(canvas(4, 4)[0], false);
  }

  set(name: string, value: unknown): void {
    const uniform = this.u[name];
    if (uniform) uniform.value = value;
  }

  /** In the pass of the solids, in a fixed order: rims are never painted over. */
  get over() {
    return { blending: CustomBlending, blendSrcAlpha: OneFactor, blendDstAlpha: OneMinusSrcAlphaFactor } as const;
  }

  paper(c: HTMLCanvasElement, small = true): CanvasTexture {
    const t = new CanvasTexture(c);
    t.anisotropy = 4;
    t.generateMipmaps = small;
    if (small) t.minFilter = LinearMipmapLinearFilter;
    return t;
  }

  solid(map: CanvasTexture = this.blank, smooth = false): ShaderMaterial {
    return new ShaderMaterial({
      vertexShader: S.solidV,
      fragmentShader: S.solidF,
      uniforms: {
        ...this.u,
        map: { value: map },
        uSmooth: { value: smooth ? 1 : 0 },
        uAlpha: { value: 1 },
        uAdd: { value: new Vector3() },
        uHatch: { value: new Vector4(0, 0, 0, 0) },
      },
    });
  }

  outline(
    vertexShader: string,
    w: number,
    colour: string,
    side: typeof BackSide | typeof DoubleSide,
  ): ShaderMaterial {
    return new ShaderMaterial({
      vertexShader,
      fragmentShader: S.hullF,
      side,
      depthWrite: side === BackSide,
      uniforms: {
        ...this.u,
        uWidth: { value: w * this.ratio },
        uInk: { value: new Vector3(...rgb(colour)) },
      },
    });
  }

  flat(map: CanvasTexture, glow = 0, depthWrite = true): ShaderMaterial {
    return new ShaderMaterial({
      vertexShader: S.flatV,
      fragmentShader: S.flatF,
      ...this.over,
      side: DoubleSide,
      depthWrite,
      uniforms: { ...this.u, map: { value: map }, uAlpha: { value: 1 }, uGlow: { value: glow } },
    });
  }

  picture(c: HTMLCanvasElement, w: number, h: number, glow = 0): Mesh {
    return new Mesh(new PlaneGeometry(w, h), this.flat(this.paper(c), glow));
  }
}
