import {
  costUnits,
  jobFailureCodes,
  jobOrigins,
  resultWaits,
  toldRefusalReasons,
  trailKinds,
  upstreamErrorKinds,
} from '@filmgate/core';
import { z } from 'zod';

const accountId = z.string().nullable().optional();

/** Facts of a line of a job's trail; which of them there are follows from what the line says. */
export const trailDetail = z.looseObject({
  owner: z.string().optional(),
  origin: z.enum(jobOrigins).optional(),
  model: z.string().optional(),
  account: accountId.meta({ description: 'Id of the account it is about.' }),
  place: z.string().optional().meta({ description: 'The provider the account belongs to.' }),
  provider_model: z
    .string()
    .optional()
    .meta({ description: "The provider's own name of the model." }),
  account_id: accountId.meta({ description: 'Of a money line: the account whose credits move.' }),
  refused: z
    .array(
      z.object({
        account: z.string(),
        reason: z.enum(toldRefusalReasons),
        detail: z.string().optional(),
      }),
    )
    .optional()
    .meta({ description: 'Accounts that were passed over, each with its reason.' }),
  until: z.number().optional().meta({ description: 'When it is looked at again, ms since 1970.' }),
  correlation: z.string().nullable().optional(),
  reason: z.enum(upstreamErrorKinds).optional().meta({ description: 'What the upstream said.' }),
  charge: z.enum(['charged', 'not-charged', 'unknown']).optional(),
  awaits: z.enum(resultWaits).optional().meta({ description: 'What the finished film waits for.' }),
  detail: z.string().optional(),
  in_a_row: z.int().optional().meta({ description: 'Failed reads in a row.' }),
  held_by: z.string().optional().meta({ description: 'The job that has the handle.' }),
  candidates: z
    .int()
    .optional()
    .meta({ description: 'Pieces of work at the upstream that could be it.' }),
  ledger: z
    .enum(['quota', 'credit'])
    .optional()
    .meta({ description: "The owner's quota, or the account's credits." }),
  move: z.enum(['reserve', 'hold', 'settle', 'refund', 'correct', 'return']).optional(),
  amount: z.number().optional().meta({
    description: 'In the unit; of `correct` the difference, below 0 where less was taken.',
  }),
  unit: z.enum(costUnits).optional().meta({ description: 'Absent = credits.' }),
  outcome: z.enum(['charged', 'not_charged']).optional(),
  note: z.string().optional(),
  code: z.enum(jobFailureCodes).optional(),
  sha256: z.string().optional(),
  size: z.int().optional().meta({ description: 'Bytes.' }),
  word: z.string().optional().meta({ description: 'Of `other`: the word that is not known here.' }),
});

/** One line of a job's trail. */
export const trailLine = z.object({
  at: z.string(),
  step: z.int().meta({ description: 'Lines of one step were saved together.' }),
  what: z.enum([...trailKinds, 'other']),
  by: z.enum(['caller', 'runner', 'check', 'operator']).meta({ description: 'Who did it.' }),
  actor: z.string().nullable().meta({ description: 'Name of the operator.' }),
  detail: trailDetail,
});

export type TrailLineRecord = z.infer<typeof trailLine>;
