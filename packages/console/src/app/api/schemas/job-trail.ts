import {
  jobFailureCodes,
  resultWaits,
  toldRefusalReasons,
  trailKinds,
  upstreamErrorKinds,
} from '@filmgate/core';
import * as z from 'zod/mini';
import { costUnits } from './account.ts';

/** What a line of a job's trail can say; `other` is a word of another version. */
export const trailWhats = [...trailKinds, 'other'] as const;

export type TrailWhat = (typeof trailWhats)[number];

export const moneyMoves = ['reserve', 'hold', 'settle', 'refund', 'correct', 'return'] as const;
export type MoneyMove = (typeof moneyMoves)[number];

const refusedAccount = z.object({
  account: z.string(),
  reason: z.enum(toldRefusalReasons),
  detail: z.optional(z.string()),
});

/** One line of a job's trail, as `GET /api/v1/admin/jobs/:id` tells it. */
export const trailLine = z.object({
  at: z.string(),
  /** Lines of one step were saved together. */
  step: z.number(),
  what: z.enum(trailWhats),
  by: z.enum(['caller', 'runner', 'check', 'operator']),
  actor: z.nullable(z.string()),
  detail: z.object({
    owner: z.optional(z.string()),
    model: z.optional(z.string()),
    account: z.optional(z.nullable(z.string())),
    place: z.optional(z.string()),
    provider_model: z.optional(z.string()),
    account_id: z.optional(z.nullable(z.string())),
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
    ledger: z.optional(z.enum(['quota', 'credit'])),
    move: z.optional(z.enum(moneyMoves)),
    amount: z.optional(z.number()),
    unit: z.optional(z.enum(costUnits)),
    outcome: z.optional(z.enum(['charged', 'not_charged'])),
    note: z.optional(z.string()),
    code: z.optional(z.enum(jobFailureCodes)),
    sha256: z.optional(z.string()),
    size: z.optional(z.number()),
    word: z.optional(z.string()),
  }),
});

export type TrailLine = z.infer<typeof trailLine>;
