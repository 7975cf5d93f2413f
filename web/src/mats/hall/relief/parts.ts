/** The parts of three that solids are made of: corners, round things, hats. */
import {
  BufferAttribute,
  BufferGeometry,
  ConeGeometry,
  CylinderGeometry,
  SphereGeometry,
  Vector3,
  type Group,
  type Mesh,
} from "three";
import type { Family } from "../prints/ghosts";
import type { Size } from "../shapes";
import { rgb, type Mesh as Solid } from "./solids";

type Part = [BufferGeometry, string];

const up = <T extends BufferGeometry>(g: T): T => g.rotateX(Math.PI / 2);
/** Hats, in units of the ghost's radius. They come off before the look, so they never decide anything. */
export const HATS: Record<Family, () => Part[]> = {
  rose: () => [
    [
      up(new ConeGeometry(0.52, 0.8, 16, 1))
        .rotateY(Math.PI / 2)
        .scale(1, 0.6, 1)
        .translate(-0.42, -0.2, 0.2),
      "#e0527c",
    ],
    [
      up(new ConeGeometry(0.52, 0.8, 16, 1))
        .rotateY(-Math.PI / 2)
        .scale(1, 0.6, 1)
        .translate(0.42, -0.2, 0.2),
      "#e0527c",
    ],
    [new SphereGeometry(0.2, 10, 7).translate(0, -0.24, 0.2), "#ab2a55"],
  ],
  bleu: () => [
    [new SphereGeometry(0.84, 18, 8).scale(1, 1, 0.36).translate(0, 0, 0.02), "#17528f"],
    [up(new CylinderGeometry(0.66, 0.72, 0.2, 18)).translate(0, 0, -0.2), "#fffdf8"],
    [new SphereGeometry(0.22, 10, 7).translate(0, 0, 0.4), "#d8483c"],
  ],
  violet: () => [
    [up(new CylinderGeometry(0.88, 0.88, 0.1, 20)).translate(0, 0, -0.12), "#55329a"],
    [up(new CylinderGeometry(0.56, 0.5, 0.8, 18)).translate(0, 0, 0.32), "#55329a"],
    [up(new CylinderGeometry(0.53, 0.53, 0.2, 18)).translate(0, 0, 0.04), "#e3b65c"],
  ],
  jaune: () => [
    [up(new ConeGeometry(0.62, 1.3, 22)).translate(0, 0, 0.44), "#e8743b"],
    [new SphereGeometry(0.2, 10, 7).translate(0, 0, 1.12), "#fffdf8"],
    [up(new CylinderGeometry(0.38, 0.46, 0.15, 22)).translate(0, 0, 0.3), "#fffdf8"],
  ],
};

export function geometry({ attributes, index }: Solid): BufferGeometry {
  const g = new BufferGeometry();
  for (const [name, [n, all]] of Object.entries(attributes))
    g.setAttribute(name, new BufferAttribute(new Float32Array(all), n));
  g.setIndex([...index]);
  return g;
}

/** A turned or round thing: no folds; its outline grows along its own normals, or from its middle. */
export function round(g: BufferGeometry, colour: string, fromMiddle: boolean): BufferGeometry {
  const n = g.getAttribute("position").count;
  const c = rgb(colour);
  const edge = new Float32Array(n * 4).map((_, i) => (i % 4 > 1 ? 18 : 9));
  g.setAttribute("edge", new BufferAttribute(edge, 4));
  g.setAttribute(
    "tint",
    new BufferAttribute(
      new Float32Array(n * 3).map((_, i) => c[i % 3] ?? 0),
      3,
    ),
  );
  const dir = g.getAttribute("normal").clone();
  if (fromMiddle) {
    g.computeBoundingBox();
    const middle = g.boundingBox?.getCenter(new Vector3()) ?? new Vector3();
    const [p, v] = [g.getAttribute("position"), new Vector3()];
    for (let i = 0; i < n; i++) {
      v.fromBufferAttribute(p, i).sub(middle).normalize();
      dir.setXYZ(i, v.x, v.y, v.z);
    }
  }
  g.setAttribute("dir", dir);
  return g;
}

/** A ghost on the stage. */
export interface Figure {
  g: Group;
  lean: Group;
  hat: Group;
  body: Mesh;
  rings: [Mesh, Mesh];
  line: Mesh;
  size: Size;
  family: Family;
  /** Its head's direction while it lies. */
  lies: number | null;
}
