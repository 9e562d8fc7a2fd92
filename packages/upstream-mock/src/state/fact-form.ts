import * as z from 'zod';
import { callbackEvents, callbackFaults } from '../job/callback-order.ts';
import {
  acceptances,
  type Change,
  failReasons,
  type MockInstructions,
  noInstructions,
  readFaults,
  readSymptoms,
  refusedStatuses,
  symptoms,
} from '../job/mock-instructions.ts';
import type { LedgerFact } from '../records/ledger-fact.ts';
import { ownWire, recordedEnds } from '../job/mock-job.ts';

const words: { readonly [Field in keyof MockInstructions]?: readonly unknown[] } = {
  fail: failReasons,
  refuse: refusedStatuses,
  response: [...symptoms, 'own'],
  accepted: acceptances,
  readsAs: readSymptoms,
  redirect: ['link', 'host'],
  astray: ['private', 'metadata'],
  callback: callbackFaults,
};

/** Only differences from `noInstructions` are written, so that later versions can add tokens. */
const changeSchema = z.custom<Change>((given) => {
  const read = z.record(z.string(), z.unknown()).safeParse(given);
  return read.success && Object.entries(read.data).every((one) => isInstruction(...one));
}, 'unknown instructions');

function isInstruction(field: string, value: unknown): boolean {
  const named = Object.entries(words).find(([name]) => name === field);
  if (named !== undefined) return value === null || named[1].includes(value);
  if (field === 'refuseCode') return value === null || typeof value === 'string';
  const usual = new Map<string, unknown>(Object.entries(noInstructions)).get(field);
  if (usual === undefined) return false;
  if (typeof usual === 'boolean') return typeof value === 'boolean';
  const isAmount = typeof value === 'number' && Number.isFinite(value) && value >= 0;
  return isAmount || (value === null && usual === null);
}

const instructionsSchema = () =>
  changeSchema.transform((change): MockInstructions => ({ ...noInstructions, ...change }));

/** In ms since 1970, within the range of dates. */
const instant = z.number().min(0).max(8.64e15);

const referenceSchema = () =>
  z.object({
    role: z.string(),
    contentType: z.string(),
    sha256: z.string(),
    size: z.number(),
  });

const callbackSchema = () =>
  z.object({
    url: z.string(),
    events: z.array(z.enum(callbackEvents)),
    base: z.string(),
    isLocal: z.literal(true).exactOptional(),
  });

const jobSchema = () =>
  z.object({
    id: z.string(),
    account: z.string(),
    correlationId: z.string(),
    model: z.string(),
    mediaType: z.enum(['video', 'image']),
    prompt: z.string(),
    negativePrompt: z.string().nullable().default(null),
    durationSeconds: z.number().nullable(),
    aspectRatio: z.string(),
    resolution: z.string(),
    width: z.number(),
    height: z.number(),
    audio: z.boolean(),
    references: z.array(referenceSchema()),
    wire: z.string().default(ownWire),
    echo: z.record(z.string(), z.string()).default({}),
    callback: callbackSchema().optional(),
    acceptedAt: instant,
    runsAt: instant,
    endsAt: instant,
    charge: z.number(),
    instructions: instructionsSchema(),
    canceledAt: instant.optional(),
    deadline: instant.optional(),
    stalledUntil: instant.optional(),
    falseUntil: instant.optional(),
    vanishesAt: instant.optional(),
    duplicateOf: z.string().optional(),
    recorded: z
      .object({ name: z.string(), end: z.enum(recordedEnds), hasFile: z.boolean() })
      .optional(),
  });

const settingsSchema = () =>
  z.object({
    credits: z.number(),
    concurrency: z.number(),
    rate: z.object({ submissions: z.number(), windowMs: z.number() }).nullable(),
    login: z.enum(['valid', 'expired', 'banned']),
  });

const clockSchema = () =>
  z.object({
    mode: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal(['real', 'frozen']) }),
      z.object({ kind: z.literal('scaled'), speed: z.number().positive() }),
    ]),
    at: z.number(),
    start: z.number().nullable(),
  });

/** Large, and built at its first use. */
const factSchema: z.ZodType<LedgerFact> = z.lazy(() =>
  z.discriminatedUnion('fact', [
    z.object({
      fact: z.literal('accepted'),
      job: jobSchema(),
      key: z.string(),
      attempt: z.int(),
    }),
    z.object({ fact: z.literal('answered'), id: z.string() }),
    z.object({ fact: z.literal('downloaded'), id: z.string() }),
    z.object({
      fact: z.literal('read-failed'),
      id: z.string(),
      fault: z.enum(readFaults),
    }),
    z.object({ fact: z.literal('link-used'), id: z.string() }),
    z.object({
      fact: z.literal('called-back'),
      id: z.string(),
      event: z.enum(callbackEvents),
      isTaken: z.boolean(),
    }),
    z.object({ fact: z.literal('erased'), id: z.string() }),
    z.object({ fact: z.literal('canceled'), id: z.string(), at: instant }),
    z.object({ fact: z.literal('account'), key: z.string(), settings: settingsSchema() }),
    z.object({ fact: z.literal('advanced'), ms: z.number() }),
    z.object({ fact: z.literal('clock'), setting: clockSchema() }),
  ]),
);

function differing(instructions: MockInstructions): Partial<MockInstructions> {
  const usual = new Map<string, unknown>(Object.entries(noInstructions));
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
 * @throws ZodError or SyntaxError if it is no fact
 */
export function parseFact(line: string): LedgerFact {
  return factSchema.parse(JSON.parse(line));
}
