/** Options as their JSON Schema describes them: which widget each of them needs. */

export interface OptionKind {
  enum?: (string | number)[];
  type?: string;
  minimum?: number;
  maximum?: number;
  default?: unknown;
  /** The name of a switch: while that is on, this option means nothing. */
  unless?: string;
}

export function optionKinds(schema: unknown): Record<string, OptionKind> {
  const described = (schema ?? {}) as {
    $ref?: string;
    $defs?: Record<string, { properties?: Record<string, OptionKind> }>;
  };
  const name = described.$ref?.split("/").at(-1) ?? "";
  const found = described.$defs?.[name] ?? Object.values(described.$defs ?? {})[0];
  return found?.properties ?? {};
}
