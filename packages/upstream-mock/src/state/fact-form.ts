import * as z from 'zod';
import { callbackEvents, callbackFaults } from '../job/callback-order.ts';
import {
  type MockInstructions,
  noInstructions,
  readFaults,
  symptoms,
} from '../job/mock-instructions.ts';
import type { LedgerFact } from '../records/ledger-fact.ts';
import { ownWire, recordedEnds } from '../job/mock-job.ts';

const { queueMs, runMs, fail, refuse, refuseAs, refuseCode, response, truncateTo } = noInstructions;
const { drawnAs, hangMs, resultDownMs, resultKeptMs, listLagMs, linkLifeMs } = noInstructions;
const { redirect, astray, dripMs, cutAfter } = noInstructions;
const { callback, callbackLateMs, stallMs, completedFirstMs, vanishMs } = noInstructions;

/** Former versions wrote the name of the token. */
function formerSymptom(written: unknown): unknown {
  if (typeof written !== 'string') return written;
  return written === 'lost-response' ? 'reset' : written.replace(/-after-accept$/, '');
}

const resultFields = () => ({
  truncateTo: z.number().nullable().default(truncateTo),
  htmlBody: z.boolean().default(false),
  wrongDuration: z.boolean().default(false),
  noMoov: z.boolean().default(false),
  wrongSize: z.boolean().default(false),
  corrupt: z.boolean().default(false),
  oneUse: z.boolean().default(false),
  redirect: z.enum(['link', 'host']).nullable().default(redirect),
  astray: z.enum(['private', 'metadata']).nullable().default(astray),
  dripMs: z.number().nullable().default(dripMs),
  cutAfter: z.number().nullable().default(cutAfter),
  lengthLie: z.boolean().default(false),
  resultForbidden: z.number().default(0),
  resultDownMs: z.number().nullable().default(resultDownMs),
  resultCuts: z.number().default(0),
  resultGone: z.boolean().default(false),
  resultKeptMs: z.number().nullable().default(resultKeptMs),
});

/** Only differences from `noInstructions` are written, so that later versions can add tokens. */
const instructionsSchema = () =>
  z
    .object({
      queueMs: z.number().nullable().default(queueMs),
      runMs: z.number().nullable().default(runMs),
      fail: z.enum(['policy', 'internal', 'credits']).nullable().default(fail),
      refuse: z.literal([400, 401, 403, 429, 503]).nullable().default(refuse),
      response: z.preprocess(formerSymptom, z.enum(symptoms).nullable().default(response)),
      hangMs: z.number().nullable().default(hangMs),
      refuseAs: z.enum(symptoms).nullable().default(refuseAs),
      drawnAs: z.enum(symptoms).nullable().default(drawnAs),
      refuseCode: z.string().nullable().default(refuseCode),
      keptCharge: z.number().default(0),
      failsAfter: z.number().default(1),
      dupAccept: z.boolean().default(false),
      stallMs: z.number().nullable().default(stallMs),
      backwards: z.boolean().default(false),
      completedFirstMs: z.number().nullable().default(completedFirstMs),
      vanishMs: z.number().nullable().default(vanishMs),
      duplicateAccepted: z.boolean().default(false),
      statusNotFound: z.number().default(0),
      pollErrors: z.number().default(0),
      pollLogins: z.number().default(0),
      pollThrottles: z.number().default(0),
      pollPages: z.number().default(0),
      pollErrorsIn200: z.number().default(0),
      urlMissing: z.number().default(0),
      unknownState: z.boolean().default(false),
      ...resultFields(),
      findable: z.boolean().default(false),
      listLagMs: z.number().nullable().default(listLagMs),
      linkLifeMs: z.number().nullable().default(linkLifeMs),
      callback: z.enum(callbackFaults).nullable().default(callback),
      callbackLateMs: z.number().nullable().default(callbackLateMs),
    })
    .transform((read): MockInstructions => read);

/** In ms since 1970, within the range of dates. */
const instant = z.number().min(0).max(8.64e15);

const referenceSchema = () =>
  z.object({
    role: z.string(),
    contentType: z.string(),
    sha256: z.string(),
    size: z.number(),
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
    callback: z
      .object({
        url: z.string(),
        events: z.array(z.enum(callbackEvents)),
        base: z.string(),
        isLocal: z.literal(true).exactOptional(),
      })
      .optional(),
    acceptedAt: instant,
    runsAt: instant,
    endsAt: instant,
    charge: z.number(),
    instructions: instructionsSchema(),
    canceledAt: instant.optional(),
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
export const factSchema: z.ZodType<LedgerFact> = z.lazy(() =>
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
    z.object({ fact: z.literal('refusal-replayed'), wire: z.string(), request: z.string() }),
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
