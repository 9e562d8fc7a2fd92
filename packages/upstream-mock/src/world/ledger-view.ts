import type { AcceptedAttempt } from '../evidence/exchange.ts';
import { isKey } from '../evidence/logical-key.ts';
import type { StandingCounts } from './account-standing.ts';
import { chargeAt, type MockJob, type MockJobState, stateAt } from './mock-job.ts';
import type { ProviderState } from './provider-state.ts';

/** The truth about one accepted job, for tests and people [mock.ledger]. */
export interface LedgerEntry {
  readonly id: string;
  readonly correlation_id: string;
  /** What makes submissions one piece of work [mock.attempts]. */
  readonly logical_key: string;
  /** Which submission of its key it was, from 1; refused and lost ones count. */
  readonly attempt: number;
  readonly account: string;
  readonly prompt: string;
  readonly state: MockJobState;
  /** ISO 8601. */
  readonly accepted_at: string;
  /** Whether the caller was told. */
  readonly answered: boolean;
  /** As the provider is asked for it. */
  readonly model: string;
  /** The wire it came over: `mock` for the mock's own. */
  readonly wire: string;
  readonly charged_credits: number;
  /** What was taken and given back, in the order of time; `credits` below 0 were taken. */
  readonly money: readonly {
    /** ISO 8601. */
    readonly at: string;
    readonly why: 'accepted' | 'failed' | 'canceled';
    readonly credits: number;
  }[];
  /** Status reads of it, since the process began. */
  readonly reads: number;
  /** Callbacks of it that were answered with 2xx; absent where its submission asked for none. */
  readonly callbacks?: number;
  /** Times its whole file, or the rest of it, left. */
  readonly downloads: number;
  /** Of its undamaged file, in hexadecimal digits; null until it was downloaded or stated to be stored. */
  readonly result_sha256: string | null;
  /** As they arrived; `size` in bytes. */
  readonly references: readonly {
    readonly role: string;
    readonly sha256: string;
    readonly size: number;
  }[];
}

/** How many jobs pass, and what they come to. */
export interface LedgerCounts {
  readonly accepted: number;
  /** Queued or running. */
  readonly running: number;
  readonly completed: number;
  readonly failed: number;
  readonly charged_credits: number;
}

/** Counts are of every job that passes the filter; `jobs` are those of the page. */
export interface LedgerView extends LedgerCounts {
  readonly jobs: readonly LedgerEntry[];
  /** What to give as `cursor` for the next page; absent on the last one. */
  readonly next_cursor?: string;
}

/** What an entry has to say to be shown: `contains` is part of its prompt, the others are its fields of these names. */
export interface LedgerFilter {
  readonly contains?: string | undefined;
  readonly account?: string | undefined;
  readonly correlation_id?: string | undefined;
  readonly id?: string | undefined;
  readonly model?: string | undefined;
  readonly wire?: string | undefined;
  readonly state?: MockJobState | undefined;
  readonly answered?: boolean | undefined;
  /** A logical key, or the name in it. */
  readonly key?: string | undefined;
}

/** Which of the jobs that pass are shown: `limit` of them from position `from` on, in the order of acceptance. */
export interface LedgerPage {
  readonly limit: number;
  /** Position among all jobs of the world, which no later job changes. */
  readonly from: number;
}

export const wholeLedger: LedgerPage = { limit: Number.POSITIVE_INFINITY, from: 0 };

/**
 * The jobs that pass the filter. Entries are made for those of the page alone, and where at most an account is wanted, only they are
 * looked at: a page costs the same among many jobs.
 */
export function viewLedger(world: ProviderState, filter: LedgerFilter, page = wholeLedger): LedgerView {
  const { accepted } = world.requestHistory;
  const fits = { filter, responsesAll: isForAll(filter), now: world.clock.now() };
  const counts = fits.responsesAll ? totals(world.counts(filter.account)) : tallied(accepted, fits);
  const jobs: LedgerEntry[] = [];
  for (let position = page.from; position < accepted.length; position += 1) {
    const attempt = accepted[position];
    if (attempt === undefined || !passes(attempt, fits)) continue;
    if (jobs.length === page.limit) return { ...counts, jobs, next_cursor: String(position) };
    jobs.push({ ...entryOf(attempt, fits.now), ...callbacksOf(attempt, world) });
  }
  return { ...counts, jobs };
}

interface Fits {
  readonly filter: LedgerFilter;
  /** Whether the counts of the account, or of all, are those wanted. */
  readonly responsesAll: boolean;
  readonly now: number;
}

function isForAll({ account: _account, ...others }: LedgerFilter): boolean {
  return Object.values(others).every((value) => value === undefined);
}

function totals({ accepted, running, failed, taken }: StandingCounts): LedgerCounts {
  const completed = accepted - running - failed;
  return { accepted, running, completed, failed, charged_credits: taken };
}

function passes({ key: ownKey, means, job }: AcceptedAttempt, { filter, now }: Fits): boolean {
  const { contains, account, correlation_id: correlationId, id, model, wire, state } = filter;
  const { answered, key } = filter;
  return (
    (account === undefined || account === job.account) &&
    (correlationId === undefined || correlationId === job.correlationId) &&
    (id === undefined || id === job.id) &&
    (model === undefined || model === job.model) &&
    (wire === undefined || wire === job.wire) &&
    (contains === undefined || job.prompt.includes(contains)) &&
    (state === undefined || state === stateAt(job, now)) &&
    (answered === undefined || answered === (means === 'accepted')) &&
    (key === undefined || isKey(ownKey, key))
  );
}

function tallied(accepted: readonly AcceptedAttempt[], fits: Fits): LedgerCounts {
  const tally = { accepted: 0, running: 0, completed: 0, failed: 0, charged_credits: 0 };
  for (const attempt of accepted) {
    if (!passes(attempt, fits)) continue;
    const state = stateAt(attempt.job, fits.now);
    tally.accepted += 1;
    tally[state === 'queued' ? 'running' : state] += 1;
    tally.charged_credits += chargeAt(attempt.job, fits.now);
  }
  return tally;
}

function entryOf(attempt: AcceptedAttempt, now: number): LedgerEntry {
  const { key, number, job, means, reads, downloads, sha256: result } = attempt;
  return {
    id: job.id,
    correlation_id: job.correlationId,
    logical_key: key,
    attempt: number,
    account: job.account,
    prompt: job.prompt,
    state: stateAt(job, now),
    accepted_at: new Date(job.acceptedAt).toISOString(),
    answered: means === 'accepted',
    model: job.model,
    wire: job.wire,
    charged_credits: chargeAt(job, now),
    money: moneyOf(job, now),
    reads,
    downloads,
    result_sha256: result,
    references: job.references.map(({ role, sha256, size }) => ({ role, sha256, size })),
  };
}

function callbacksOf({ job }: AcceptedAttempt, { callbacks }: Pick<ProviderState, 'callbacks'>) {
  if (job.callback === undefined) return {};
  return { callbacks: callbacks.ofJob(job.id).filter(({ isTaken }) => isTaken).length };
}

function moneyOf(job: MockJob, now: number): LedgerEntry['money'] {
  const at = (instant: number) => new Date(instant).toISOString();
  const taken = { at: at(job.acceptedAt), why: 'accepted', credits: -job.charge } as const;
  const credits = job.charge - chargeAt(job, now);
  if (credits === 0) return [taken];
  const why = job.canceledAt === undefined ? 'failed' : 'canceled';
  return [taken, { at: at(job.endsAt), why, credits }];
}
