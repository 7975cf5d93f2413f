/** The four walls with their doors, and the room above them. */
import { Group, Mesh, type ShaderMaterial } from "three";
import { chandelierCanvas, UPPER, upperCanvas } from "../prints/above";
import { canvas, INK } from "../prints/paper";
import { doorCanvas, WALL, wallCanvas } from "../prints/room";
import { DOORS, doorway, HALL, SIDES, type Side } from "../shapes";
import type { Inks } from "./inks";
import { geometry } from "./parts";
import { boxes } from "./solids";

/** Which way the outside of a wall looks. */
export const YAW = [Math.PI, Math.PI / 2, 0, -Math.PI / 2] as const;

export interface Wall {
  g: Group;
  doors: { hinge: Group; halo: Mesh }[];
  /** How far it stands up, from folded (0) to whole (1). */
  rise: number;
}

/** Something that stands on a side: x along the wall, its inside looks to -y. */
function sided(side: Side): Group {
  const g = new Group();
  const { f } = doorway(side, 1);
  g.position.set(HALL / 2 - (HALL / 2) * f[0], HALL / 2 - (HALL / 2) * f[1], 0);
  g.rotation.z = YAW[side];
  return g;
}

export function wall(inks: Inks, ink: ShaderMaterial, side: Side): Wall {
  const g = sided(side);
  const solid = geometry(
    boxes([[-154.5, 154.5, 0.05, 5, -0.05, WALL]], [{ c: "#c79a63", tc: "#f1dfba", fc: "#2f6252" }], null),
  );
  const paper = inks.picture(wallCanvas(), HALL, WALL);
  paper.rotation.x = Math.PI / 2;
  paper.position.set(0, -0.05, WALL / 2);
  paper.renderOrder = 1;
  g.add(new Mesh(solid, inks.solid()), new Mesh(solid, ink), paper);
  const [frame, pen] = canvas(280, 440);
  for (const [colour, width] of [
    [INK, 30],
    ["#f3b527", 18],
  ] as const) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.strokeRect(15, 15, 250, 440);
  }
  const doors = DOORS.map((k) => {
    // From inside, door 1 of a side is on the right.
    const x = -HALL / 2 + 25 + 50 * (6 - k);
    const hinge = new Group();
    hinge.position.set(x - 13.5, -0.3, 0);
    const leaf = inks.picture(doorCanvas(k, "#1f5a8c"), 27, 50.5);
    leaf.rotation.x = Math.PI / 2;
    leaf.position.set(13.5, 0, 25.25);
    leaf.renderOrder = 2;
    hinge.add(leaf);
    const halo = inks.picture(frame, 35, 55, 1);
    halo.rotation.x = Math.PI / 2;
    halo.position.set(x, -0.5, 27.5);
    halo.visible = false;
    halo.renderOrder = 3;
    g.add(hinge, halo);
    return { hinge, halo };
  });
  return { g, doors, rise: 1 };
}

/** What is above the doors: it exists only during the look. */
export function above(inks: Inks): { room: Group; lamp: Mesh } {
  const room = new Group();
  room.visible = false;
  for (const side of SIDES) {
    const paper = inks.picture(upperCanvas(side), HALL, UPPER);
    paper.rotation.x = Math.PI / 2;
    paper.position.set(0, -0.05, WALL + UPPER / 2);
    const g = sided(side);
    g.add(paper);
    room.add(g);
  }
  const [c, pen] = canvas(8, 8);
  pen.fillStyle = "#b8a67f";
  pen.fillRect(0, 0, 8, 8);
  const ceiling = inks.picture(c, HALL * 1.5, HALL * 1.5);
  ceiling.position.set(HALL / 2, HALL / 2, WALL + UPPER);
  ceiling.rotation.x = Math.PI;
  const lamp = inks.picture(chandelierCanvas(), 96, 70);
  lamp.rotation.order = "ZXY";
  lamp.rotation.x = Math.PI / 2;
  lamp.position.set(HALL / 2, HALL / 2, WALL + UPPER - 35);
  lamp.renderOrder = 3;
  room.add(ceiling, lamp);
  return { room, lamp };
}
