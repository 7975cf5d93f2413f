/** Whether the end of a game is a feast, with bunting and paper: not when only bots, or nobody, have won. What
 *  was made together is one. */
import type { Outcome, SeatView } from "../protocol";

export function feast(outcome: Outcome, seats: readonly SeatView[]): boolean {
  const people = seats.flatMap((seat, i) => (seat.kind === "person" && i < outcome.scores.length ? [i] : []));
  const won = (seat: number) => outcome.ranks?.[seat] === 1;
  if (outcome.result === "nobody") return false;
  if (outcome.result === "made") return people.length > 0;
  if (outcome.result === "together") return people.some(won);
  // Where several people play, one of them celebrates with whoever won, and nobody is left out.
  return people.length !== 1 || people.some(won);
}
