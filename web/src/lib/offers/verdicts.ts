/** What is said of a row at the workbench. */
import { fill } from "../words";
import { SMALL_HOLE, type Row, type Verdict } from "./bench";
import { more } from "./words";

export const letters = (row: Row): string => row.map(([, letter]) => letter || "?").join(" ");

export function says({ kind, letters: about, n }: Verdict, row: Row): string {
  const m = more();
  const all = about.join(", ");
  switch (kind) {
    case "good":
      return row.map(([, letter]) => letter).join("");
    case "short":
      return n === 1 ? m.rowShort : fill(m.rowHoles, { n });
    case "hole":
      return n > SMALL_HOLE ? fill(m.rowHoles, { n }) : fill(m.rowHole, { letters: all });
    case "twice":
      return fill(m.rowTwice, { letters: all });
    case "jokers":
      return m.rowJokers;
    case "blocked":
      return fill(m.rowBlocked, { letters: all });
    default:
      return m.rowEmpty;
  }
}
