import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ASKED, given, judge, optional } from "../src/lib/offers/judge";
import type { Domain } from "../src/protocol";

interface Case {
  of: string;
  domain: Domain;
  args: Record<string, unknown>;
  then: Domain["type"];
  optional: boolean;
  values: [unknown, string | null][];
}
/** Written by the rules (`python -m tests.domains.cases`): what they say of each value. */
const { asked, cases } = JSON.parse(readFileSync("tests/cases/domains.json", "utf-8")) as {
  asked: string[];
  cases: Case[];
};
const named = cases.map((c, i) => [`${c.of} ${c.domain.type} ${i}`, c] as const);

describe("domains as the rules judge them", () => {
  it("knows which ones the table is asked about", () => {
    expect(ASKED).toEqual(asked);
  });

  it.each(named)("%s becomes the domain that holds", (_, c) => {
    const domain = given(c.domain, c.args);
    expect([domain.type, optional(domain)]).toEqual([c.then, c.optional]);
  });

  it.each(named.filter(([, c]) => !asked.includes(c.then)))("%s", (_, c) => {
    const codes = c.values.map(([value]) => [value, judge(c.domain, value, c.args)]);
    expect(codes).toEqual(c.values);
  });

  it.each(named.filter(([, c]) => asked.includes(c.then)))("%s is not judged here", (_, c) => {
    expect(() => judge(c.domain, null)).toThrow();
  });
});
