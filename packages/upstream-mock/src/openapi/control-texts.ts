import * as z from 'zod';
import { callbackEvents } from '../job/callback-order.ts';
import { callbackOutcomes, exchangeOps } from '../records/exchange.ts';
import type { JournalEntry, JournalPage } from '../records/journal.ts';
import type { KeptRequest } from '../records/kept-request.ts';
import { ruleSchema } from '../faults/rule-form.ts';
import { verdictSchema, verdictsSchema } from '../verdict/verdict-schema.ts';
import type { LedgerCounts, LedgerView } from '../state/ledger.ts';
import { mockJobStates } from '../job/mock-job.ts';
import { instant, type RouteText, text, whole } from './route-text.ts';

const sha256 = text.regex(/^[\da-f]{64}$/);

const ledger: z.ZodType<LedgerCounts & Partial<LedgerView>> = z.strictObject({
  accepted: whole,
  running: whole,
  completed: whole,
  failed: whole,
  charged_credits: z.number(),
  jobs: z
    .array(
      z.strictObject({
        id: text,
        correlation_id: text,
        logical_key: text,
        attempt: whole,
        account: text,
        prompt: text,
        state: z.enum(mockJobStates),
        accepted_at: instant,
        answered: z.boolean(),
        model: text,
        wire: text,
        charged_credits: z.number(),
        money: z.array(
          z.strictObject({
            at: instant,
            why: z.enum(['accepted', 'failed', 'canceled']),
            credits: z.number(),
          }),
        ),
        reads: whole,
        callbacks: whole.exactOptional(),
        downloads: whole,
        result_sha256: sha256.nullable(),
        references: z.array(z.strictObject({ role: text, sha256, size: whole })),
      }),
    )
    .exactOptional(),
  next_cursor: text.exactOptional(),
});

const decision = z.strictObject({ name: text, why: text });

const journalEntry: z.ZodType<JournalEntry> = z.strictObject({
  id: whole,
  at: instant,
  real_at: instant,
  wire: text,
  method: text,
  path: text,
  query: z.array(text),
  op: z.enum(exchangeOps),
  job: text.nullable(),
  logical_key: text.nullable(),
  attempt: whole.nullable(),
  truth: text.nullable(),
  rule: decision.nullable(),
  reported: z
    .union([
      z.strictObject({ kind: z.literal('response'), status: whole, bytes: whole }),
      z.strictObject({ kind: z.enum(['reset', 'hang', 'fault']) }),
      z.strictObject({
        kind: z.literal('callback'),
        event: z.enum(callbackEvents),
        message_id: text,
        try: whole,
        says: z.enum(mockJobStates),
        forged: z.boolean(),
        outcome: z.enum(callbackOutcomes),
        status: whole.nullable(),
      }),
    ])
    .nullable(),
  retry_after_ms: z.number().nullable(),
  ended: z.enum(['sent', 'cut', 'reset', 'left']).nullable(),
  client: z.record(text, text),
});

const journal: z.ZodType<JournalPage> = z.strictObject({
  entries: z.array(journalEntry),
  next: whole,
  evicted: whole,
});

const body = text.nullable();
const keptRequest: z.ZodType<KeptRequest> = z.strictObject({
  entry: journalEntry,
  request_body: body,
  response_body: body,
  compared: z
    .strictObject({
      request: whole,
      differences: z.array(z.strictObject({ field: text, earlier: body, later: body })),
    })
    .nullable(),
});

const clock = z.strictObject({
  mode: text,
  speed: z.number(),
  now: instant,
  next: instant.nullable(),
  waiting: whole,
});

const rule = ruleSchema.required({ name: true }).extend({
  times: whole.nullable(),
  fits: whole,
  decided: whole,
  nearest: z.strictObject({ request: whole, why: text }).nullable(),
});

const account = z.strictObject({
  key: text,
  credits: whole,
  concurrency: whole,
  rate: z.strictObject({ submissions: whole, windowMs: z.number() }).nullable(),
  login: z.enum(['valid', 'expired', 'banned']),
  credits_left: z.number(),
  in_flight: whole,
});

const spaces = z.strictObject({
  spaces: z.array(z.strictObject({ name: text, accepted: whole, now: instant, used_at: instant })),
});

const keys = z.strictObject({ logical_keys: z.array(text) });
const yes = z.literal(true);

/** By method and path. */
export const controlTexts: { readonly [route: string]: RouteText } = {
  'GET ledger': { summary: 'Accepted jobs, with their charges and responses', response: ledger },
  'GET journal': { summary: 'Each request and its response', response: journal },
  'GET request': {
    summary: 'A request with its bodies, and its differences from another one',
    response: keptRequest,
  },
  'GET verdict': {
    summary: 'Findings about the clients',
    response: verdictSchema,
    forms: ['text/plain'],
  },
  'GET verdicts': {
    summary: 'Findings about the clients of every space',
    response: verdictsSchema,
    forms: ['text/plain'],
  },
  'GET callback-secret': {
    summary: "Secret that signs callbacks of the mock's own API",
    response: z.strictObject({ secret: text }),
  },
  'POST stored': { summary: 'Report the bytes that a client stored', response: keys },
  'POST gave-up': { summary: 'Report that a client treats work as failed', response: keys },
  'POST rules': { summary: 'Create a rule for later requests', response: rule },
  'GET rules': { summary: 'All rules', response: z.strictObject({ rules: z.array(rule) }) },
  'DELETE rules': {
    summary: 'Remove one rule, or all',
    response: z.strictObject({ removed: whole }),
  },
  'GET plan': {
    summary: 'Faults drawn by chaos, in a form that repeats them',
    response: z.strictObject({
      filmgate_mock_plan: z.literal(1),
      faults: z.array(z.strictObject({ key: text, attempt: whole, fault: text })),
    }),
  },
  'GET explain': {
    summary: 'The rule that decided about a request, and the reason',
    response: z.strictObject({
      request: whole,
      decided: text.nullable(),
      why: text,
      passed: z.array(decision),
    }),
  },
  'POST accounts': { summary: 'Set the limits of an account key', response: account },
  'GET clock': { summary: 'State of the clock', response: clock },
  'POST clock': { summary: 'Move the clock, or change its mode', response: clock },
  'POST reset': {
    summary: 'Delete everything, except for what is kept',
    response: z.strictObject({ reset: yes }),
  },
  'GET healthz': {
    summary: 'Health of the mock',
    response: z.strictObject({ status: z.literal('ok') }),
  },
  'GET spaces': { summary: 'All spaces', response: spaces },
  'GET openapi.json': { summary: 'This document', response: z.looseObject({ openapi: text }) },
  'DELETE ': { summary: 'Drop the space', response: z.strictObject({ dropped: z.boolean() }) },
};
