/** Columns as they would lie after some steps of a plan. It moves cards as it is told and knows no rule. */
import type { Json, ZoneView } from "../../protocol";

export type PlanStep = readonly (string | number)[];

export function walked(zones: readonly ZoneView[], steps: readonly PlanStep[]): ZoneView[] {
  const cards = zones.map((z) => [...(z.cards ?? [])]);
  for (const [kind, from, to] of steps) {
    if (kind === "petard") continue;
    const card = cards[Number(from)]?.pop();
    if (card && kind === "shift") cards[Number(to)]?.push(card);
  }
  return zones.map((z, i) => ({ ...z, cards: cards[i] ?? [], count: cards[i]?.length ?? 0 }));
}

/** The word and the steps of a plan that somebody else is making. */
export function planned(args: Record<string, Json>): { word: string; steps: PlanStep[] } | null {
  for (const value of Object.values(args))
    if (value && typeof value === "object" && !Array.isArray(value) && Array.isArray(value.steps))
      return { word: typeof value.word === "string" ? value.word : "", steps: value.steps as PlanStep[] };
  return null;
}
