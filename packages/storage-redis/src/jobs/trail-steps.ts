import { jobParts, packMoney, type StoredStep, type TrailStep, unpackMoney } from '@filmgate/core';
import { z } from 'zod';

const ledger = z.enum(['quota', 'credit']);
const detail = z.record(z.string(), jobParts.json);

/**
 * A stored step, `[at, what, detail, money]`, and the lines of former releases: a story as `[at, what, detail]`, money
 * as `[at, ledger, move, account, amount]`, in the oldest without the account for the owner's money and without the
 * amount, which always equalled the job's cost.
 */
const stored = z.union([
  z.tuple([z.number(), z.string(), detail, z.array(z.json())]),
  z.tuple([z.number(), z.string(), detail]),
  z.tuple([z.number(), ledger, z.string(), z.string().nullable(), z.number()]),
  z.tuple([z.number(), ledger, z.string()]),
  z.tuple([z.number(), ledger, z.string(), z.string()]),
]);

/** The stored form of a step. */
export function storedStep({ at, what, detail: facts, money }: TrailStep): string {
  return JSON.stringify([at, what, facts, packMoney(money)]);
}

/** A stored step or line; `price` is the amount of the money lines of the oldest releases. */
export function readStoredStep(text: string, price: number): StoredStep {
  const [at, what, third, fourth, fifth = price] = stored.parse(JSON.parse(text));
  if (typeof third === 'object') {
    const story = { at, what, detail: Object.freeze(third) };
    return Object.freeze(Array.isArray(fourth) ? { ...story, money: unpackMoney(fourth) } : story);
  }
  const account = typeof fourth === 'string' ? { accountId: fourth } : {};
  const moved = { ledger: what, move: third, amount: fifth, ...account };
  return Object.freeze({ at, what: 'money', detail: Object.freeze(moved) });
}
