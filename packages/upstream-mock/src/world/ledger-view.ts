import type { Attempt } from '../evidence/exchange.ts';
import { isKey } from '../evidence/logical-key.ts';
import { chargeAt, type MockJob, type MockJobState, stateAt } from './mock-job.ts';
import type { MockWorld } from './mock-world.ts';

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
    readonly why: 'accepted' | 'failed';
    readonly credits: number;
  }[];
  /** Status reads of it, since the process began. */
  readonly reads: number;
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

/** The jobs that pass the filter. Entries are made for those of the page alone, so that it costs the same among many jobs. */
export function viewLedger(world: MockWorld, filter: LedgerFilter, page = wholeLedger): LedgerView {
  const now = world.clock.now();
  const tally = { accepted: 0, running: 0, completed: 0, failed: 0, charged_credits: 0 };
  const shown: MockJob[] = [];
  let position = 0;
  let next: number | undefined;
  for (const job of world.jobs()) {
    if (passes(world, job, { filter, now })) {
      count(tally, job, now);
      if (position >= page.from) {
        if (shown.length < page.limit) shown.push(job);
        else next ??= position;
      }
    }
    position += 1;
  }
  const jobs = shown.map((job) => entryOf(world, job, now));
  return { ...tally, jobs, ...(next !== undefined && { next_cursor: String(next) }) };
}

function passes(
  world: MockWorld,
  job: MockJob,
  { filter, now }: { readonly filter: LedgerFilter; readonly now: number },
): boolean {
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
    (answered === undefined || answered === world.wasAnswered(job.id)) &&
    (key === undefined || isKey(attemptOf(world, job).key, key))
  );
}

function count(
  tally: { -readonly [Name in keyof LedgerCounts]: number },
  job: MockJob,
  now: number,
) {
  tally.accepted += 1;
  tally.charged_credits += chargeAt(job, now);
  switch (stateAt(job, now)) {
    case 'queued':
    case 'running':
      tally.running += 1;
      return;
    case 'completed':
      tally.completed += 1;
      return;
    case 'failed':
      tally.failed += 1;
  }
}

function entryOf(world: MockWorld, job: MockJob, now: number): LedgerEntry {
  const { key, number, reads, downloads, sha256 } = attemptOf(world, job);
  return {
    id: job.id,
    correlation_id: job.correlationId,
    logical_key: key,
    attempt: number,
    account: job.account,
    prompt: job.prompt,
    state: stateAt(job, now),
    accepted_at: new Date(job.acceptedAt).toISOString(),
    answered: world.wasAnswered(job.id),
    model: job.model,
    wire: job.wire,
    charged_credits: chargeAt(job, now),
    money: moneyOf(job, now),
    reads,
    downloads,
    result_sha256: sha256,
    references: job.references.map(({ role, sha256: digest, size }) => ({
      role,
      sha256: digest,
      size,
    })),
  };
}

function moneyOf(job: MockJob, now: number): LedgerEntry['money'] {
  const at = (instant: number) => new Date(instant).toISOString();
  const taken = { at: at(job.acceptedAt), why: 'accepted', credits: -job.charge } as const;
  if (stateAt(job, now) !== 'failed') return [taken];
  return [taken, { at: at(job.endsAt), why: 'failed', credits: job.charge }];
}

function attemptOf(world: MockWorld, job: MockJob): Attempt {
  const attempt = world.evidence.ofJob(job.id);
  if (attempt === undefined) throw new Error(`the job ${job.id} was accepted without a record`);
  return attempt;
}
