import {
  costUnits,
  counterWords,
  jobFailureCodes,
  type JsonValue,
  moneyMoves,
  reasonsForPerson,
  resultWaits,
  toldRefusalReasons,
  type TrailKind,
  trailKinds,
  type TrailMoney,
  type TrailStep,
  type TrailStory,
  upstreamErrorKinds,
} from '@filmgate/core';
import { z } from 'zod';
import { instant, isoInstant } from './page.ts';

/** A step of a job's trail, with who did it. */
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

/** Steps that are an operator's alone, who is named in them. */
const byName: ReadonlySet<string> = new Set(['ruled', 'cancelled', 'result-removed']);

function authorOf({
  what,
  detail: { by, outcome },
}: TrailStory): Pick<TrailStepRecord, 'by' | 'actor'> {
  if (what === 'accepted') return { by: 'caller', actor: null };
  if (byName.has(what) || outcome === 'found')
    return { by: 'operator', actor: typeof by === 'string' ? by : null };
  return { by: by === 'check' || by === 'operator' ? by : 'runner', actor: null };
}

/** A step another version wrote says so, rather than make the whole trail unreadable. */
function encodeFacts({ what, detail }: TrailStory): Pick<TrailStepRecord, 'what' | 'detail'> {
  const facts = trailDetail.safeParse(inSnakeCase(detail));
  return isTrailKind(what) && facts.success
    ? { what, detail: facts.data }
    : { what: 'other', detail: { word: what } };
}

/** Facts whose names are the provider's own. */
const ofProvider: ReadonlySet<string> = new Set(['figures', 'effective']);

/** The same facts under names as all responses of this API have them; the trail has the core's. */
function inSnakeCase(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => inSnakeCase(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      ofProvider.has(name) ? item : inSnakeCase(item),
    ]),
  );
}

function isTrailKind(word: string): word is TrailKind {
  return trailKinds.some((kind) => kind === word);
}

const accountId = z.string().nullable().optional();

/** Facts of a step of a job's trail; which of them there are follows from what the step says. */
const trailDetail = z.looseObject({
  owner: z.string().optional(),
  origin: z.string().optional(),
  model: z.string().optional(),
  account: accountId.meta({ description: 'Id of the account it is about.' }),
  place: z.string().optional().meta({ description: 'The provider the account belongs to.' }),
  provider_model: z
    .string()
    .optional()
    .meta({ description: "The provider's own name of the model." }),
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
  awaits: z
    .enum(resultWaits)
    .optional()
    .meta({ description: 'What the finished video waits for.' }),
  detail: z.string().optional(),
  fetched_until: z
    .number()
    .optional()
    .meta({ description: 'Up to when the finished video is fetched, ms since 1970.' }),
  in_a_row: z.int().optional().meta({ description: 'Failed reads in a row.' }),
  held_by: z.string().optional().meta({ description: 'The job that has the handle.' }),
  because: z
    .enum(reasonsForPerson)
    .optional()
    .meta({ description: 'Why the outcome is left to a person.' }),
  candidates: z
    .union([z.int(), z.array(z.string())])
    .optional()
    .meta({
      description:
        'Pieces of work at the upstream that could be it: their number, or ids in a response that was not understood.',
    }),
  said: z
    .enum(counterWords)
    .optional()
    .meta({ description: 'What the provider said against the work, and is not believed yet.' }),
  looks: z
    .int()
    .optional()
    .meta({ description: 'Looks in which it said so, when it is believed.' }),
  since: z.number().optional().meta({ description: 'When it said so first, ms since 1970.' }),
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
    .meta({ description: 'What the provider says it took, and its own figures.' }),
  effective: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: 'What the provider says it made, in its own fields.' }),
  outcome: z.enum(['charged', 'not_charged', 'found']).optional(),
  upstream_id: z
    .string()
    .optional()
    .meta({ description: "The provider's id of work that an operator found." }),
  note: z.string().optional(),
  code: z
    .enum(jobFailureCodes)
    .optional()
    .meta({ description: 'Where the step ended the job as failed.' }),
  sha256: z.string().optional(),
  size: z.int().optional().meta({ description: 'Bytes.' }),
  word: z.string().optional().meta({ description: 'Of `other`: the word that is not known here.' }),
});

const amount = z.int();

/** One movement of money. */
const trailMoney = z.object({
  ledger: z.enum(['quota', 'credit']).meta({
    description: "The owner's quota, or the account's money.",
  }),
  move: z.enum(moneyMoves),
  amount: z.int().meta({
    description:
      "In the unit's smallest part; of `correct` the difference, below 0 where less was taken.",
  }),
  unit: z.enum(costUnits),
  account_id: z.string().nullable().meta({ description: 'The account whose money moves.' }),
  after: z
    .object({ reserved: amount, held: amount, settled: amount })
    .meta({ description: 'What the movement left of this job in that ledger.' }),
});

/** One step of a job's trail: what happened in one act, and the money it moved. */
export const trailStep = z.object({
  at: instant,
  what: z.enum([...trailKinds, 'other']),
  by: z.enum(['caller', 'runner', 'check', 'operator']).meta({ description: 'Who did it.' }),
  actor: z.string().nullable().meta({ description: 'Name of the operator.' }),
  detail: trailDetail,
  money: z.array(trailMoney).meta({ description: 'In the order it moved.' }),
});

export type TrailStepRecord = z.infer<typeof trailStep>;
