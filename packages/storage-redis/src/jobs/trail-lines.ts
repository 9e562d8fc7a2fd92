import { jobParts, type TrailEntry } from '@filmgate/core';
import { z } from 'zod';

const ledger = z.enum(['quota', 'credit']);

/**
 * Lines of the trail as they are stored: a story as `[at, what, detail]`, money as `[at, ledger, move, account, amount]`. A former
 * release wrote neither the account of what is the owner's nor the amount, which was always what the job costs.
 */
const storedLine = z.union([
  z.tuple([z.number(), z.string(), z.record(z.string(), jobParts.json)]),
  z.tuple([z.number(), ledger, z.string(), z.string().nullable(), z.number()]),
  z.tuple([z.number(), ledger, z.string()]),
  z.tuple([z.number(), ledger, z.string(), z.string()]),
]);

const moneyDetail = z.object({
  ledger,
  move: z.string(),
  amount: z.number(),
  accountId: z.string().optional(),
});

/** A line as it is stored. */
export function trailLine({ at, what, detail }: TrailEntry): string {
  // What the short form has no word for is kept whole.
  if (what !== 'money' || detail['unit'] !== undefined) return JSON.stringify([at, what, detail]);
  const money = moneyDetail.parse(detail);
  return JSON.stringify([at, money.ledger, money.move, money.accountId ?? null, money.amount]);
}

/** A stored line; `cost` is what the money lines of a former release are about. */
export function readTrailLine(text: string, cost: number): TrailEntry {
  const [at, what, third, account, amount = cost] = storedLine.parse(JSON.parse(text));
  if (typeof third === 'object') return Object.freeze({ at, what, detail: Object.freeze(third) });
  const money = { ledger: what, move: third, amount };
  const detail =
    account === undefined || account === null ? money : { ...money, accountId: account };
  return Object.freeze({ at, what: 'money', detail: Object.freeze(detail) });
}
