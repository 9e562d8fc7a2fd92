import { type MockInstructions, noInstructions } from '../job/mock-instructions.ts';
import type { LedgerFact } from '../records/ledger-fact.ts';

type Types = { readonly [field: string]: 'string' | 'number' | 'boolean' | 'object' };

const id = 'string';

/** Fields of each fact, by the types of their values: enough to tell a ledger from another file. */
const fields = new Map<unknown, Types>([
  ['accepted', { job: 'object', key: 'string', attempt: 'number' }],
  ['answered', { id }],
  ['downloaded', { id }],
  ['read-failed', { id, fault: 'string' }],
  ['link-used', { id }],
  ['called-back', { id, event: 'string', isTaken: 'boolean' }],
  ['erased', { id }],
  ['canceled', { id, at: 'number' }],
  ['account', { key: 'string', settings: 'object' }],
  ['advanced', { ms: 'number' }],
  ['clock', { setting: 'object' }],
]);

/** Fields of an accepted job that no other object has. */
const jobFields: Types = {
  id: 'string',
  account: 'string',
  correlationId: 'string',
  model: 'string',
  prompt: 'string',
  aspectRatio: 'string',
  resolution: 'string',
  width: 'number',
  height: 'number',
  audio: 'boolean',
  references: 'object',
  acceptedAt: 'number',
  runsAt: 'number',
  endsAt: 'number',
  charge: 'number',
  instructions: 'object',
};

function has(value: unknown, types: Types): value is { readonly [field: string]: unknown } {
  if (typeof value !== 'object' || value === null) return false;
  const given = new Map<string, unknown>(Object.entries(value));
  return Object.entries(types).every(([field, type]) => {
    const found = given.get(field);
    return found !== null && typeof found === type;
  });
}

function isFact(value: unknown): value is LedgerFact {
  if (!has(value, { fact: 'string' })) return false;
  const known = fields.get(value['fact']);
  if (known === undefined || !has(value, known)) return false;
  if (value['fact'] !== 'accepted') return true;
  const { job } = value;
  return has(job, jobFields) && Object.entries(job['instructions'] ?? {}).every(isInstruction);
}

const usual = new Map<string, unknown>(Object.entries(noInstructions));

/** Refuses unknown instructions: the job would not follow them. */
function isInstruction([name, value]: readonly [string, unknown]): boolean {
  const without = usual.get(name);
  return without === null || (without !== undefined && typeof without === typeof value);
}

/** Instructions that a token has set: most jobs have none. */
function differing(instructions: MockInstructions): Partial<MockInstructions> {
  return Object.fromEntries(
    Object.entries(instructions).filter(([name, value]) => usual.get(name) !== value),
  );
}

/** One line of JSON. */
export function printFact(fact: LedgerFact): string {
  if (fact.fact !== 'accepted') return JSON.stringify(fact);
  const { instructions, ...job } = fact.job;
  return JSON.stringify({ ...fact, job: { ...job, instructions: differing(instructions) } });
}

/**
 * Parses a line.
 *
 * @throws Error if it is no fact
 */
export function parseFact(line: string): LedgerFact {
  const fact: unknown = JSON.parse(line);
  if (!isFact(fact)) throw new Error('Invalid fact');
  if (fact.fact !== 'accepted') return fact;
  const instructions = { ...noInstructions, ...fact.job.instructions };
  return { ...fact, job: { ...fact.job, instructions } };
}
