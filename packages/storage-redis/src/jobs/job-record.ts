import {
  type GenerationRequest,
  isContentErased,
  type Job,
  jobParts,
  StorageUnavailable,
} from '@filmgate/core';
import { z } from 'zod';

/** Fields of `references` in which a job's references are counted, once each. */
export function referenceFields({ request }: Job): readonly string[] {
  return request.references.flatMap(({ assetId, sha256 }) =>
    assetId === null ? [`digest:${sha256}`] : [`asset:${assetId}`, `digest:${sha256}`],
  );
}

/** The request; stored unchanged, and changed by erasing alone. */
export const requestPart: z.ZodType<GenerationRequest> = jobParts.request.readonly();

/** The parts of a job that change and that no script decides on; values equal to those of a new job are left out. */
export const changingPart = z
  .object({
    warnings: jobParts.warnings,
    progress: z.number(),
    refusals: z.number(),
    refusedBy: jobParts.names,
    route: jobParts.route,
    expectedSize: jobParts.size,
    usage: jobParts.usage,
    submission: jobParts.versioned,
    correlationId: z.string(),
    sendDeadlineAt: z.number(),
    handle: jobParts.versioned,
    output: jobParts.output,
    readFailures: z.number(),
    resultFetch: jobParts.resultFetch,
    doubt: jobParts.doubt,
    result: jobParts.result,
    failure: jobParts.failure,
    submittedAt: z.number(),
    completedAt: z.number(),
    unknownSince: z.number(),
    deadlineAt: z.number(),
    resultExpiresAt: z.number(),
    /** True when the request is not the one the job was accepted with. */
    erased: z.boolean(),
  })
  .partial();

export type ChangingPart = z.infer<typeof changingPart>;

/**
 * A job as stored in Redis: one hash. Scripts decide on the lines of `h` and `m` and never read the JSON texts, because
 * Lua cannot distinguish an empty list from an empty object and rounds numbers.
 *
 * - `h`: unchanging values: position, cost, accepted at, created at, surface, family, owner, digest of the idempotency
 * key
 * - `m`: values scripts decide on: tag, state, quota, credit, slot, updated at, due at, account. The tag is
 * `<position>.<version>`; after the credit follow the job's cost for its account and the model of its route, on the
 * same line (`creditLine`)
 * - `s`: the request as JSON
 * - `c`: everything else that changes, as JSON, without values equal to those of a new job
 * - `k<try>`: the dispatch record of a try as JSON; with it `r<try>`, the receipt, with `a<try>`, the account its
 * handle is bound to, and `d<try>`, its claim in `handles`; or `x<try>`, the refusal
 */
export interface JobRecord {
  readonly head: string;
  readonly status: string;
  readonly request: string;
  readonly changing: string;
}

/** Lines of `m` as script arguments, after the tag. */
export const statusNames = [
  'state',
  'quota',
  'credit',
  'slot',
  'updatedAt',
  'due',
  'account',
] as const;
export type StatusName = (typeof statusNames)[number];

/** Lines of `h` as script arguments, after the position. */
export const headNames = [
  'cost',
  'acceptedAt',
  'createdAt',
  'surface',
  'family',
  'owner',
  'key',
] as const;
export type HeadName = (typeof headNames)[number];

/** Values scripts decide on; null is an empty line. */
export function statusOf(job: Job): Readonly<Record<StatusName, string | number>> {
  return {
    state: job.state,
    quota: job.quota,
    credit: creditLine(job),
    slot: job.holdsSlot ? '1' : '0',
    updatedAt: job.updatedAt,
    due: job.dueAt ?? '',
    account: oneLine(job.accountId ?? ''),
  };
}

/** Money of the account: state, unit, estimate, actual amount or `-`, when it is charged; the model of the route. */
function creditLine({ credit, spend, route }: Job): string {
  if (spend === null) return credit;
  const { unit, estimate, actual, charges } = spend;
  const model = route === null ? [] : [oneLine(route.model)];
  return [credit, unit, estimate, actual ?? '-', charges, ...model].join(' ');
}

/** Unchanging values of an accepted job. */
export function headOf(
  job: Job,
  { acceptedAt, key }: { readonly acceptedAt: number; readonly key: string },
): Readonly<Record<HeadName, string | number>> {
  const { price, createdAt, surface, request, owner } = job;
  const [family, ofOwner] = [oneLine(request.family), oneLine(owner)];
  return { cost: price, acceptedAt, createdAt, surface, family, owner: ofOwner, key };
}

/** JSON text of the rest that changes. */
export function changingText(job: Job): string {
  const { warnings, refusedBy } = job;
  const part: { readonly [F in keyof Required<ChangingPart>]: ChangingPart[F] } = {
    warnings: warnings.length === 0 ? undefined : warnings,
    progress: unlessZero(job.progress),
    refusals: unlessZero(job.refusals),
    refusedBy: refusedBy.length === 0 ? undefined : refusedBy,
    route: job.route ?? undefined,
    expectedSize: job.expectedSize ?? undefined,
    usage: job.spend?.usage ?? undefined,
    submission: job.submission ?? undefined,
    correlationId: job.correlationId ?? undefined,
    sendDeadlineAt: job.sendDeadlineAt ?? undefined,
    handle: job.handle ?? undefined,
    output: job.output ?? undefined,
    readFailures: unlessZero(job.readFailures),
    resultFetch: job.resultFetch ?? undefined,
    doubt: job.doubt ?? undefined,
    result: job.result ?? undefined,
    failure: job.failure ?? undefined,
    submittedAt: job.submittedAt ?? undefined,
    completedAt: job.completedAt ?? undefined,
    unknownSince: job.unknownSince ?? undefined,
    deadlineAt: job.deadlineAt ?? undefined,
    resultExpiresAt: job.resultExpiresAt ?? undefined,
    erased: isContentErased(job) ? true : undefined,
  };
  return JSON.stringify(part);
}

/** Tag of one saved value of a job; a job accepted under the id of a removed one has another position. */
export function tagOf(position: string | number, version: number): string {
  return `${String(position)}.${String(version)}`;
}

/** The position in a tag, as text. */
export function positionOf(tag: string): string {
  return tag.slice(0, tag.indexOf('.'));
}

/** True when one tag was given after another: a later position, or a later version at the same position. */
export function isNewer(one: string, other: string): boolean {
  const [position = 0, version = 0] = one.split('.', 2).map(Number);
  const [otherPosition = 0, otherVersion = 0] = other.split('.', 2).map(Number);
  return position === otherPosition ? version > otherVersion : position > otherPosition;
}

function unlessZero(count: number): number | undefined {
  return count === 0 ? undefined : count;
}

/** @throws StorageUnavailable for a name that would break the lines it is stored in; no name of this project does */
function oneLine(name: string): string {
  if (!name.includes('\n')) return name;
  throw new StorageUnavailable('A family, owner or account has a line break in its name.', {
    applied: 'no',
  });
}
