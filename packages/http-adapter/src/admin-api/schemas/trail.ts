import {
  costUnits,
  counterWords,
  jobFailureCodes,
  type JsonValue,
  moneyMoves,
  reasonsForPerson,
  resultWaits,
  reportedRefusalReasons,
  stepAuthors,
  type TrailKind,
  trailKinds,
  type TrailMoney,
  type TrailStep,
  type TrailStory,
  upstreamErrorKinds,
} from '@filmgate/core';
import { z } from 'zod';
import { instant, isoInstant } from './page.ts';

/** Encodes a step of a job's trail, with its author. */
export function encodeTrailStep(step: TrailStep): TrailStepRecord {
  return {
    at: isoInstant(step.at),
    ...authorOf(step),
    ...encodeFacts(step),
    money: step.money.map(encodeMoney),
  };
}

function encodeMoney(moved: TrailMoney): TrailStepRecord['money'][number] {
  const { accountId, ...money } = moved;
  return { ...money, account_id: accountId ?? null };
}

/** Steps only an operator takes; they name the operator. */
const byName: ReadonlySet<string> = new Set(['ruled', 'cancelled', 'result-removed']);

function authorOf({
  what,
  detail: { by, outcome },
}: TrailStory): Pick<TrailStepRecord, 'by' | 'actor'> {
  if (what === 'accepted') return { by: 'caller', actor: null };
  if (byName.has(what) || outcome === 'found')
    return { by: 'operator', actor: typeof by === 'string' ? by : null };
  return { by: stepAuthors.find((author) => author === by) ?? 'runner', actor: null };
}

/** A step another version wrote is marked as such, rather than making the whole trail unreadable. */
function encodeFacts({ what, detail }: TrailStory): Pick<TrailStepRecord, 'what' | 'detail'> {
  const facts = trailDetail.safeParse(inSnakeCase(detail));
  return isTrailKind(what) && facts.success
    ? { what, detail: facts.data }
    : { what: 'other', detail: { word: what } };
}

/** Facts whose names are the provider's own. */
const ofEndpoint: ReadonlySet<string> = new Set(['figures', 'effective']);

/** Renames the core's facts of the trail as all responses of this API name them. */
function inSnakeCase(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => inSnakeCase(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      ofEndpoint.has(name) ? item : inSnakeCase(item),
    ]),
  );
}

function isTrailKind(word: string): word is TrailKind {
  return trailKinds.some((kind) => kind === word);
}

const accountId = z.string().nullable().optional();

/** Facts of a step of a job's trail; the kind of step decides which ones exist. */
const trailDetail = z.looseObject({
  owner: z.string().optional(),
  origin: z.string().optional(),
  model: z.string().optional(),
  account: accountId.meta({ description: 'ID of the account.' }),
  endpoint: z.string().optional().meta({ description: 'Provider of the account.' }),
  provider_model: z.string().optional().meta({ description: 'Model name at the provider.' }),
  refused: z
    .array(
      z.object({
        account: z.string(),
        reason: z.enum(reportedRefusalReasons),
        detail: z.string().optional(),
      }),
    )
    .optional()
    .meta({ description: 'Skipped accounts, each with its reason.' }),
  until: z.number().optional().meta({ description: 'Time of the next attempt, in ms since 1970.' }),
  correlation: z.string().nullable().optional(),
  reason: z.enum(upstreamErrorKinds).optional().meta({ description: 'Response of the provider.' }),
  charge: z.enum(['charged', 'not-charged', 'unknown']).optional(),
  awaits: z
    .enum(resultWaits)
    .optional()
    .meta({ description: 'Cause that delays storing the finished video.' }),
  detail: z.string().optional(),
  fetched_until: z
    .number()
    .optional()
    .meta({ description: 'End of the download attempts, in ms since 1970.' }),
  in_a_row: z.int().optional().meta({ description: 'Consecutive failed reads.' }),
  held_by: z.string().optional().meta({ description: 'Job that has the handle.' }),
  because: z
    .enum(reasonsForPerson)
    .optional()
    .meta({ description: 'Reason that the outcome needs an operator.' }),
  candidates: z
    .union([z.int(), z.array(z.string())])
    .optional()
    .meta({
      description:
        'Possible matches at the provider: their number, or IDs in a response that was not understood.',
    }),
  said: z.enum(counterWords).optional().meta({
    description: 'Report of the provider against the job that is not yet accepted as proof.',
  }),
  looks: z
    .int()
    .optional()
    .meta({ description: 'Number of reads with this report, once accepted as proof.' }),
  since: z.number().optional().meta({ description: 'Time of the first report, in ms since 1970.' }),
  unread: z
    .array(z.string())
    .optional()
    .meta({ description: 'Fields of the response that could not be read.' }),
  usage: z
    .object({
      unit: z.enum(costUnits),
      amount: z.int(),
      figures: z.record(z.string(), z.unknown()),
    })
    .optional()
    .meta({ description: 'Charge reported by the provider, with its usage figures.' }),
  effective: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: 'Result reported by the provider, in its own fields.' }),
  outcome: z.enum(['charged', 'not_charged', 'found']).optional(),
  upstream_id: z
    .string()
    .optional()
    .meta({ description: "Provider's ID of the task that an operator found." }),
  note: z.string().optional(),
  code: z
    .enum(jobFailureCodes)
    .optional()
    .meta({ description: 'Present if the step ended the job as failed.' }),
  sha256: z.string().optional(),
  size: z.int().optional().meta({ description: 'Bytes.' }),
  word: z.string().optional().meta({ description: 'For `other`: the unknown code.' }),
});

const amount = z.int();

const trailMoney = z.object({
  ledger: z.enum(['quota', 'credit']).meta({
    description: "Ledger: the owner's quota, or the account's balance.",
  }),
  move: z.enum(moneyMoves),
  amount: z.int().meta({
    description:
      'Amount in the smallest part of the unit; for `correct` the difference, negative if less was charged.',
  }),
  unit: z.enum(costUnits),
  account_id: z.string().nullable().meta({ description: 'Account of the movement.' }),
  after: z
    .object({ reserved: amount, held: amount, settled: amount })
    .meta({ description: 'State of the job in that ledger after the movement.' }),
});

/** One step of a job's trail: an act and the money it moved. */
export const trailStep = z.object({
  at: instant,
  what: z.enum([...trailKinds, 'other']),
  by: z.enum(['caller', 'runner', ...stepAuthors]).meta({ description: 'Type of the actor.' }),
  actor: z.string().nullable().meta({ description: 'Name of the operator.' }),
  detail: trailDetail,
  money: z.array(trailMoney).meta({ description: 'Movements in their order.' }),
});

export type TrailStepRecord = z.infer<typeof trailStep>;
