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
  owner_name: z.string().nullable().meta({ description: 'Name of the API user; null for others.' }),
  origin: z.string().meta({
    description:
      'The surface it was made on: `tasks`, `native`, `local`, `workbench`, or one of the program that embeds Filmgate.',
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
  price: z.int().meta({ description: 'What its owner pays, in credits.' }),
  spend: z
    .object({
      unit: z.enum(costUnits),
      estimate: z.int().meta({ description: 'What it was expected to cost the account.' }),
      actual: z.int().nullable().meta({ description: 'What the provider says it took.' }),
      charges: z.enum(chargeTimes).meta({ description: 'When the provider charges.' }),
      usage: z
        .object({
          unit: z.enum(costUnits),
          amount: z.number(),
          figures: z.record(z.string(), z.unknown()),
        })
        .nullable()
        .meta({ description: "The provider's own figures." }),
    })
    .nullable()
    .meta({
      description:
        'What it costs the account, in its unit; `usd` in millionths, `units` in hundredths.',
    }),
  route: z
    .object({
      endpoint: z.string().meta({ description: 'The place that makes it.' }),
      model: z.string().meta({ description: "The provider's own name of the model." }),
    })
    .nullable()
    .meta({ description: 'The way it was ordered, or is about to be; null until one is chosen.' }),
  quota: z.enum(['reserved', 'held', 'settled', 'released']),
  credit: z.enum(['none', 'reserved', 'held', 'settled', 'released', 'returned']),
  refusals: z.int(),
  attempts: z.int().meta({ description: 'Submissions whose bytes may have left.' }),
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
      'What was read for it last and is not what was asked for, kept as long as results are; `jobs/{id}/content` has it.',
  }),
  result_wait: z
    .object({
      awaits: z.enum(resultWaits),
      detail: z.string().nullable().meta({ description: 'How the last read failed.' }),
      since: instant,
      tries: z.int(),
      until: instant.nullable().meta({
        description: 'Up to when it is fetched; then the job fails, and its owner pays nothing.',
      }),
    })
    .nullable()
    .meta({ description: 'What keeps the finished video from being stored; null when nothing.' }),
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
  detail: z.string().nullable().meta({ description: 'What the reason alone does not say.' }),
  until: instant
    .nullable()
    .meta({ description: 'When the reason passes by itself, where that is known.' }),
  ...slotUse,
  unit: z.enum(costUnits).meta({ description: 'What the account counts in.' }),
  credits_free: z.number().nullable().meta({
    description:
      'What no other job has reserved or held of its balance, in its unit; null while that is not known.',
  }),
});

export type WaitingForRecord = z.infer<typeof waitingFor>;

export const adminJobDetail = z.object({
  job: adminJob,
  waiting_for: z.array(waitingFor),
  trail: z.array(trailStep),
  accounts: z
    .array(z.object({ id: z.string(), label: z.string() }))
    .meta({ description: 'Accounts that are there, to name those of the trail.' }),
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
  .string('must be one text')
  .transform((text) => text.split(','))
  .refine(areStates, `must be of ${jobStates.join(', ')}`);

export const jobsQuery = z.object({
  state: stateList.optional().meta({ description: 'One core state, or several with commas.' }),
  model: oneText.meta({ description: 'Id of a model, or the beginning of ids or of shown names.' }),
  owner: oneText.meta({ description: 'Id or name of an API user, or another owner.' }),
  account: oneText.meta({ description: 'Id or label of an account.' }),
  text: oneText.meta({
    description: `Words that the prompt has, ${mostSearchTexts} at most, in any order and case; or a whole id.`,
  }),
  from: givenInstant,
  to: givenInstant,
});

const scalar = z.union([z.string(), z.number(), z.boolean()]);

/** A provider's report of work that may be an unknown job's, beside the requested values. */
const reportedWork = z.object({
  upstream_id: z.string().meta({ description: "The provider's own id of it." }),
  created_at: instant.nullable(),
  compared: z
    .array(z.object({ field: z.string(), asked: scalar.nullable(), reported: scalar }))
    .meta({ description: 'Fields of the submission the provider tells of, too.' }),
});

export const checkedJob = z.object({
  job: adminJob,
  checked: z.enum(['upstream', 'record']),
  candidates: z.array(reportedWork.extend({ source: z.enum(['list', 'response']) })).meta({
    description:
      'What an unknown job may be at its provider, 40 at most: told by a list, or an id in a response that proved nothing.',
  }),
});

const upstreamId = z
  .string('must be a text')
  .trim()
  .min(1, "must be the provider's id")
  .max(500, 'must have at most 500 characters');
const madeOn = z
  .string('must be a text')
  .optional()
  .meta({ description: 'Id or label of the account, where the job does not know it.' });

export const lookUpBody = z.strictObject({ upstream_id: upstreamId, account: madeOn });

export const lookedUpWork = z.object({
  job: adminJob,
  work: reportedWork.extend({
    standing: z.enum(['pending', 'succeeded', 'failed']),
    account_id: z.string(),
    usage: z
      .object({ unit: z.enum(costUnits), amount: z.number() })
      .nullable()
      .meta({ description: 'What the provider took for it.' }),
  }),
  sent_between: z
    .object({ from: instant, to: instant })
    .meta({ description: 'When the submission of the job can have left.' }),
});
export type ReportedWorkRecord = z.infer<typeof reportedWork>;
export type CheckedJobRecord = z.infer<typeof checkedJob>;
export type LookedUpWorkRecord = z.infer<typeof lookedUpWork>;

export const removedResult = z.object({ id: z.string(), state: z.string() });
export const resolvedJob = z.object({ job: adminJob });
export const cancelledJob = z.object({ job: adminJob });

/** An operator's evidence for an outcome. */
export const evidence = z
  .string('must be a text')
  .trim()
  .min(1, 'must say on what evidence')
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
