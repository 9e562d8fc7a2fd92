import {
  costUnits,
  jobFailureCodes,
  moneyMoves,
  resultWaits,
  toldRefusalReasons,
  trailKinds,
  upstreamErrorKinds,
} from '@filmgate/core';
import * as z from 'zod/mini';

/** What a step of a job's trail can say; `other` is a word of another version. */
export const trailWhats = [...trailKinds, 'other'] as const;

export type TrailWhat = (typeof trailWhats)[number];

const refusedAccount = z.object({
  account: z.string(),
  reason: z.enum(toldRefusalReasons),
  detail: z.optional(z.string()),
});

/** A movement of money, in the smallest part of its unit. */
const trailMoney = z.object({
  ledger: z.enum(['quota', 'credit']),
  move: z.enum(moneyMoves),
  /** Of `correct` the difference. */
  amount: z.number(),
  unit: z.enum(costUnits),
  /** The account whose money moves; null where the owner's quota does. */
  account_id: z.nullable(z.string()),
  /** What it leaves of the job in that ledger. */
  after: z.object({ reserved: z.number(), held: z.number(), settled: z.number() }),
});
export type TrailMoney = z.infer<typeof trailMoney>;

/** One step of a job's trail, as `GET /api/v1/admin/jobs/:id` tells it. */
export const trailStep = z.object({
  at: z.string(),
  what: z.enum(trailWhats),
  by: z.enum(['caller', 'runner', 'check', 'operator']),
  actor: z.nullable(z.string()),
  detail: z.object({
    owner: z.optional(z.string()),
    model: z.optional(z.string()),
    account: z.optional(z.nullable(z.string())),
    place: z.optional(z.string()),
    provider_model: z.optional(z.string()),
    refused: z.optional(z.array(refusedAccount)),
    until: z.optional(z.number()),
    correlation: z.optional(z.nullable(z.string())),
    reason: z.optional(z.enum(upstreamErrorKinds)),
    charge: z.optional(z.enum(['charged', 'not-charged', 'unknown'])),
    awaits: z.optional(z.enum(resultWaits)),
    detail: z.optional(z.string()),
    in_a_row: z.optional(z.number()),
    held_by: z.optional(z.string()),
    candidates: z.optional(z.number()),
    usage: z.optional(z.object({ figures: z.record(z.string(), z.json()) })),
    effective: z.optional(z.record(z.string(), z.json())),
    outcome: z.optional(z.enum(['charged', 'not_charged'])),
    note: z.optional(z.string()),
    code: z.optional(z.enum(jobFailureCodes)),
    sha256: z.optional(z.string()),
    size: z.optional(z.number()),
    word: z.optional(z.string()),
  }),
  money: z.array(trailMoney),
});

export type TrailStep = z.infer<typeof trailStep>;
