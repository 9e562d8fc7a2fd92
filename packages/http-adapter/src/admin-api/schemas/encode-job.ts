import {
  type Account,
  type AccountLoad,
  chooseForJob,
  type Job,
  type Logger,
  type Router,
  spendOf,
  undeliveredFile,
} from '@filmgate/core';
import type { AdminJobRecord, WaitingForRecord } from './job.ts';
import { isoInstant, isoInstantOrNull } from './page.ts';
import { encodeSlotUse, type UnknownSlotEnds } from './slot-use.ts';

/** Encodes the reasons why no account accepts the job now; empty for a job that has one, or is about to get one. */
export function encodeWaitingFor(
  job: Job,
  pool: {
    readonly loads: readonly AccountLoad[];
    readonly book: Router;
    readonly ends: UnknownSlotEnds;
  },
  now: number,
): WaitingForRecord[] {
  if (job.state !== 'queued' && job.state !== 'awaiting_configuration') return [];
  const choice = chooseForJob(job, pool, now);
  if (choice.kind === 'chosen') return [];
  const byId = new Map(pool.loads.map((load) => [load.account.id, load]));
  return choice.refusals.flatMap(({ accountId, reason, detail = null, until = null }) => {
    const load = byId.get(accountId);
    return load === undefined
      ? []
      : [
          {
            account_id: accountId,
            reason,
            detail,
            until: isoInstantOrNull(until),
            ...encodeLoad(load, pool.ends),
          },
        ];
  });
}

type LoadFields = Omit<WaitingForRecord, 'account_id' | 'reason' | 'detail' | 'until'>;

function encodeLoad(load: AccountLoad, ends: UnknownSlotEnds): LoadFields {
  const { account } = load;
  return {
    account: account.label,
    ...encodeSlotUse(load, ends),
    unit: account.unit,
    credits_free: freeCredits(account, load),
  };
}

function freeCredits(
  { credits }: Account,
  { reservedCredits, heldCredits }: AccountLoad,
): number | null {
  return credits === null ? null : credits - reservedCredits - heldCredits;
}

/** Names for the ids in a job. */
export interface JobNames {
  /** Labels by account id; a removed account has none. */
  readonly accounts: ReadonlyMap<string, string>;
  /** Names of API users by owner. */
  readonly owners: ReadonlyMap<string, string>;
}

/** Encodes a job for the console. */
export function encodeAdminJob(job: Job, { accounts, owners }: JobNames): AdminJobRecord {
  const { failure } = job;
  return {
    id: job.id,
    owner: job.owner,
    owner_name: owners.get(job.owner) ?? null,
    origin: job.surface,
    state: job.state,
    progress: job.progress,
    ...encodeRequest(job),
    warnings: job.warnings.map(({ param, message }) => ({ param, message })),
    price: job.price,
    spend: encodeSpend(job),
    route: job.route === null ? null : { endpoint: job.route.endpoint, model: job.route.model },
    quota: job.quota,
    credit: job.credit,
    refusals: job.refusals,
    attempts: attemptsOf(job),
    account_id: job.accountId,
    account: job.accountId === null ? null : (accounts.get(job.accountId) ?? null),
    error: failure === null ? null : { code: failure.code, message: failure.message },
    result: encodeResult(job),
    undelivered_file: encodeUndelivered(job),
    result_wait: encodeResultWait(job),
    created_at: isoInstant(job.createdAt),
    updated_at: isoInstant(job.updatedAt),
    submitted_at: isoInstantOrNull(job.submittedAt),
    completed_at: isoInstantOrNull(job.completedAt),
    unknown_since: isoInstantOrNull(job.unknownSince),
    deadline_at: isoInstantOrNull(job.deadlineAt),
    due_at: isoInstantOrNull(job.dueAt),
  };
}

/** Encodes the jobs of one page, each separately: one that cannot be shown hides no other, and is logged by its id. */
export function encodeAdminJobs(
  jobs: readonly Job[],
  names: JobNames,
  log: Logger,
): { readonly data: AdminJobRecord[]; readonly unreadable: string[] } {
  const [data, unreadable]: [AdminJobRecord[], string[]] = [[], []];
  for (const job of jobs) {
    try {
      data.push(encodeAdminJob(job, names));
    } catch (error) {
      unreadable.push(job.id);
      log.error('job-not-shown', error, { job: job.id });
    }
  }
  return { data, unreadable };
}

/** Every refusal was an attempt, and so is the one that was accepted, is in progress, or has an unknown outcome. */
function attemptsOf({ refusals, state, handle, unknownSince }: Job): number {
  const isOneMore = state === 'dispatching' || handle !== null || unknownSince !== null;
  return refusals + Number(isOneMore);
}

/** In records that former releases wrote without a cost, the account paid the price. */
function encodeSpend(job: Job): AdminJobRecord['spend'] {
  if (job.credit === 'none') return null;
  const { unit, estimate, actual, charges, usage } = spendOf(job);
  const reported = usage === null ? null : { ...usage, figures: { ...usage.figures } };
  return { unit, estimate, actual, charges, usage: reported };
}

type RequestFields =
  | 'model'
  | 'family'
  | 'prompt'
  | 'seconds'
  | 'resolution'
  | 'aspect_ratio'
  | 'aspect_source'
  | 'generate_audio'
  | 'references';

function encodeRequest({ request }: Job): Pick<AdminJobRecord, RequestFields> {
  return {
    model: request.model,
    family: request.family,
    prompt: request.prompt,
    seconds: request.durationSeconds,
    resolution: request.resolution,
    aspect_ratio: request.aspectRatio,
    aspect_source: request.aspectSource,
    generate_audio: request.generateAudio,
    references: request.references.map(({ kind, role, assetId, sha256, size }) => ({
      kind,
      role,
      asset_id: assetId,
      sha256,
      size,
    })),
  };
}

function encodeResultWait({
  state,
  resultFetch,
  readFailures,
}: Job): AdminJobRecord['result_wait'] {
  const { awaits = null, awaitsSince = null, detail = null, until = null } = resultFetch ?? {};
  if (state !== 'storing' || awaits === null || awaitsSince === null) return null;
  const since = isoInstant(awaitsSince);
  return { awaits, detail, since, tries: readFailures, until: isoInstantOrNull(until) };
}

function encodeUndelivered(job: Job): AdminJobRecord['undelivered_file'] {
  const file = undeliveredFile(job);
  if (file === null) return null;
  return { content_type: file.contentType, size: file.size, sha256: file.sha256 };
}

function encodeResult({ result, resultExpiresAt }: Job): AdminJobRecord['result'] {
  if (result === null) return null;
  return {
    content_type: result.contentType,
    size: result.size,
    sha256: result.sha256,
    width: result.width,
    height: result.height,
    seconds: result.durationSeconds,
    has_audio: result.hasAudio,
    expires_at: isoInstantOrNull(resultExpiresAt),
  };
}
