import { type JobEffect, jobParts, type TrailEntry } from '@filmgate/core';
import { z } from 'zod';

/** Lines of the trail as they are stored: a story as `[at, what, detail]`, money as `[at, ledger, move]` with the account. */
const storedLine = z.union([
  z.tuple([z.number(), z.string(), z.record(z.string(), jobParts.json)]),
  z.tuple([z.number(), z.enum(['quota', 'credit']), z.string()]),
  z.tuple([z.number(), z.enum(['quota', 'credit']), z.string(), z.string()]),
]);

/** What the effects add to the trail, in their order. */
export function trailLines(effects: readonly JobEffect[], now: number): readonly string[] {
  return effects.flatMap((effect) => {
    const line = lineOf(effect, now);
    return line === undefined ? [] : [JSON.stringify(line)];
  });
}

/** A story as it is stored. */
export function trailLine({ at, what, detail }: TrailEntry): string {
  return JSON.stringify([at, what, { ...detail }]);
}

function lineOf(effect: JobEffect, now: number): z.input<typeof storedLine> | undefined {
  switch (effect.kind) {
    case 'trail':
      return [effect.entry.at, effect.entry.what, { ...effect.entry.detail }];
    case 'quota':
      return [now, 'quota', effect.move];
    case 'credit':
      return [now, 'credit', effect.move, effect.accountId];
    case 'slot':
    case 'penalise':
    case 'account-succeeded':
    case 'account-erred':
    case 'provider':
      return undefined;
  }
}

/** A stored line; `cost` is what every money line of the job is about. */
export function readTrailLine(text: string, cost: number): TrailEntry {
  const [at, what, third, account] = storedLine.parse(JSON.parse(text));
  if (typeof third === 'object') return Object.freeze({ at, what, detail: Object.freeze(third) });
  return moneyLine(at, { ledger: what, move: third, amount: cost }, account);
}

/** The two lines every trail begins with; the job's own record stands for them. */
export function acceptanceLines(job: {
  readonly acceptedAt: number;
  readonly owner: string;
  readonly origin: string;
  readonly model: string;
  readonly cost: number;
}): readonly TrailEntry[] {
  const { acceptedAt: at, owner, origin, model, cost } = job;
  const accepted = { at, what: 'accepted', detail: Object.freeze({ owner, origin, model }) };
  return [
    Object.freeze(accepted),
    moneyLine(at, { ledger: 'quota', move: 'reserve', amount: cost }, undefined),
  ];
}

function moneyLine(
  at: number,
  money: { readonly ledger: string; readonly move: string; readonly amount: number },
  accountId: string | undefined,
): TrailEntry {
  const detail = accountId === undefined ? money : { ...money, accountId };
  return Object.freeze({ at, what: 'money', detail: Object.freeze({ ...detail }) });
}
