import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Act, hazards } from './act.ts';
import type { History } from './history.ts';

const position = fileURLToPath(new URL('named-histories.json', import.meta.url));

const actSchema = z.custom<Act>(
  (value) => typeof value === 'object' && value !== null && 'kind' in value,
);

const namedHistorySchema = z.object({
  /** Its fault, for the title of its test. */
  name: z.string(),
  history: z.object({
    seed: z.number(),
    nodes: z.number(),
    hazards: z.array(z.enum(hazards)),
    isFindable: z.boolean(),
    isKeyed: z.boolean(),
    quotaLimit: z.number(),
    isOverHttp: z.boolean(),
    acts: z.array(actSchema),
  }),
});

/** A history that once broke a promise, replayed at each run of the tests. */
export interface NamedHistory {
  readonly name: string;
  readonly history: History;
}

export function readNamedHistories(): readonly NamedHistory[] {
  return z.array(namedHistorySchema).parse(JSON.parse(readFileSync(position, 'utf8')));
}

/** Adds a history, or replaces the one of its name. */
export function keepHistory(named: NamedHistory): void {
  const others = readNamedHistories().filter(({ name }) => name !== named.name);
  writeFileSync(position, `${JSON.stringify([...others, named], null, 2)}\n`);
}
