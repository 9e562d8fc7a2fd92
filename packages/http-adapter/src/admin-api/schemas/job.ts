import {
  accountRefusalReasons,
  chargeTimes,
  costUnits,
  jobFailureCodes,
  type JobState,
  jobStates,
  mostSearchTexts,
  referenceRoles,
  resultWaits,
} from '@filmgate/core';
import { z } from 'zod';
import { givenInstant, instant, oneText } from './page.ts';
import { slotUse } from './slot-use.ts';
import { trailStep } from './trail.ts';

/** A file in the result store. */
const storedFile = z.object({ content_type: z.string(), size: z.int(), sha256: z.string() });

/** A job as the console shows it: in the core's words, whoever owns it [admin.jobs.all-owners]. */
export const adminJob = z.object({
  id: z.string(),
  owner: z.string(),
  owner_name: z.string().nullable().meta({ description: 'Name of the API user, or null.' }),
  origin: z.string().meta({
    description:
      'Surface of the job: `tasks`, `native`, `local`, `workbench`, or a surface of the program that embeds Filmgate.',
  }),
  state: z.enum(jobStates),
  progress: z.number(),
  model: z.string(),
  family: z.string(),
  prompt: z.string(),
  seconds: z.int().nullable(),
  resolution: z.string(),
  aspect_ratio: z.string(),
  aspect_source: z.string(),
  generate_audio: z.boolean(),
  references: z.array(
    z.object({
      kind: z.enum(['image', 'video', 'audio']),
      role: z.enum(referenceRoles),
      asset_id: z.string().nullable(),
      sha256: z.string(),
      size: z.int(),
    }),
  ),
  warnings: z.array(z.object({ param: z.string(), message: z.string() })),
  price: z.int().meta({ description: 'Price for the owner, in credits.' }),
  spend: z
    .object({
      unit: z.enum(costUnits),
      estimate: z.int().meta({ description: 'Estimated cost for the account.' }),
      actual: z.int().nullable().meta({ description: 'Cost reported by the provider.' }),
      charges: z.enum(chargeTimes).meta({ description: 'Time of the charge.' }),
      usage: z
        .object({
          unit: z.enum(costUnits),
          amount: z.number(),
          figures: z.record(z.string(), z.unknown()),
        })
        .nullable()
        .meta({ description: 'Usage figures of the provider.' }),
    })
    .nullable()
    .meta({
      description: 'Cost for the account, in its unit; `usd` in millionths, `units` in hundredths.',
    }),
  route: z
    .object({
      endpoint: z.string().meta({ description: 'Provider endpoint.' }),
      model: z.string().meta({ description: 'Model name at the provider.' }),
    })
    .nullable()
    .meta({ description: 'Chosen route; null until one is chosen.' }),
  quota: z.enum(['reserved', 'held', 'settled', 'released']),
  credit: z.enum(['none', 'reserved', 'held', 'settled', 'released', 'returned']),
  refusals: z.int(),
  attempts: z.int().meta({ description: 'Submissions that may have been sent.' }),
  account_id: z.string().nullable(),
  account: z.string().nullable().meta({ description: 'Label of the account.' }),
  error: z.object({ code: z.enum(jobFailureCodes), message: z.string() }).nullable(),
  result: storedFile
    .extend({
      width: z.int().nullable(),
      height: z.int().nullable(),
      seconds: z.number().nullable(),
      has_audio: z.boolean().nullable(),
      expires_at: instant.nullable(),
    })
    .nullable(),
  undelivered_file: storedFile.nullable().meta({
    description:
      'Last downloaded file that does not match the request, kept as long as results; available at `jobs/{id}/content`.',
  }),
  result_wait: z
    .object({
      awaits: z.enum(resultWaits),
      detail: z.string().nullable().meta({ description: 'Error of the last download.' }),
      since: instant,
      tries: z.int(),
      until: instant.nullable().meta({
        description: 'End of the download attempts; the job then fails, free for its owner.',
      }),
    })
    .nullable()
    .meta({ description: 'Cause that keeps the finished video from being stored; null if none.' }),
  created_at: instant,
  updated_at: instant,
  submitted_at: instant.nullable(),
  completed_at: instant.nullable(),
  unknown_since: instant.nullable(),
  deadline_at: instant.nullable(),
  due_at: instant.nullable(),
});

export type AdminJobRecord = z.infer<typeof adminJob>;

/** An account that does not accept a waiting job now, and the reason. */
const waitingFor = z.object({
  account_id: z.string(),
  account: z.string().meta({ description: 'Label of the account.' }),
  reason: z.enum(accountRefusalReasons),
  detail: z.string().nullable().meta({ description: 'Details of the reason.' }),
  until: instant.nullable().meta({ description: 'Expected end of the reason; null if unknown.' }),
  ...slotUse,
  unit: z.enum(costUnits).meta({ description: 'Billing unit of the account.' }),
  credits_free: z.number().nullable().meta({
    description: 'Balance not reserved or on hold for other jobs, in its unit; null if unknown.',
  }),
});

export type WaitingForRecord = z.infer<typeof waitingFor>;

export const adminJobDetail = z.object({
  job: adminJob,
  waiting_for: z.array(waitingFor),
  trail: z.array(trailStep),
  accounts: z
    .array(z.object({ id: z.string(), label: z.string() }))
    .meta({ description: 'Existing accounts that the trail refers to.' }),
  submissions: z.array(
    z.object({
      correlation_id: z.string(),
      recorded_at: instant,
      send_deadline_at: instant,
      has_handle: z.boolean(),
    }),
  ),
});

function areStates(words: readonly string[]): words is readonly JobState[] {
  return words.every((word) => jobStates.some((state) => state === word));
}

const stateList = z
  .string('must be one string')
  .transform((text) => text.split(','))
  .refine(areStates, `must be one or more of ${jobStates.join(', ')}`);

export const jobsQuery = z.object({
  state: stateList.optional().meta({ description: 'One or more states, comma-separated.' }),
  model: oneText.meta({ description: 'Model ID, or a prefix of model IDs or display names.' }),
  owner: oneText.meta({ description: 'ID or name of an API user, or another owner.' }),
  account: oneText.meta({ description: 'ID or label of an account.' }),
  text: oneText.meta({
    description: `Up to ${mostSearchTexts} words of the prompt, in any order and case; or a complete ID.`,
  }),
  from: givenInstant,
  to: givenInstant,
});

const scalar = z.union([z.string(), z.number(), z.boolean()]);

/** A provider's report of work that may be an unknown job's, beside the requested values. */
const reportedWork = z.object({
  upstream_id: z.string().meta({ description: 'ID at the provider.' }),
  created_at: instant.nullable(),
  compared: z
    .array(z.object({ field: z.string(), asked: scalar.nullable(), reported: scalar }))
    .meta({ description: 'Fields of the submission that the provider reports as well.' }),
});

export const checkedJob = z.object({
  job: adminJob,
  checked: z.enum(['upstream', 'record']),
  candidates: z.array(reportedWork.extend({ source: z.enum(['list', 'response']) })).meta({
    description:
      'Up to 40 possible matches of an unknown job at its provider: from a list, or IDs in a response that proves nothing.',
  }),
});

const upstreamId = z
  .string('must be a string')
  .trim()
  .min(1, "must be the provider's ID")
  .max(500, 'must have at most 500 characters');
const madeOn = z
  .string('must be a string')
  .optional()
  .meta({ description: 'ID or label of the account, if the job has none on record.' });

export const lookUpBody = z.strictObject({ upstream_id: upstreamId, account: madeOn });

export const lookedUpWork = z.object({
  job: adminJob,
  work: reportedWork.extend({
    standing: z.enum(['pending', 'succeeded', 'failed']),
    account_id: z.string(),
    usage: z
      .object({ unit: z.enum(costUnits), amount: z.number() })
      .nullable()
      .meta({ description: 'Amount charged by the provider.' }),
  }),
  sent_between: z
    .object({ from: instant, to: instant })
    .meta({ description: 'Time range in which the job was sent.' }),
});
export type ReportedWorkRecord = z.infer<typeof reportedWork>;
export type CheckedJobRecord = z.infer<typeof checkedJob>;
export type LookedUpWorkRecord = z.infer<typeof lookedUpWork>;

export const removedResult = z.object({ id: z.string(), state: z.string() });
export const resolvedJob = z.object({ job: adminJob });
export const cancelledJob = z.object({ job: adminJob });

/** An operator's evidence for an outcome. */
export const evidence = z
  .string('must be a string')
  .trim()
  .min(1, 'must name the evidence')
  .max(2000, 'must have at most 2000 characters');

export const resolveBody = z.discriminatedUnion(
  'outcome',
  [
    z.strictObject({ outcome: z.enum(['charged', 'not_charged']), note: evidence }),
    z.strictObject({
      outcome: z.literal('found'),
      note: evidence,
      upstream_id: upstreamId,
      account: madeOn,
    }),
  ],
  'must have an outcome: charged, not_charged or found',
);
