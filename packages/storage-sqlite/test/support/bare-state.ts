import { complete, fail, stepsTo } from '@filmgate/conformance';
import { type Job, type JobState, newAccount } from '@filmgate/core';
import Database from 'better-sqlite3';
import { SqliteDatabase } from '../../src/database/sqlite-database.ts';
import { acceptJob } from '../../src/jobs/accept-job.ts';
import { commitJob } from '../../src/jobs/commit-job.ts';
import { migrate } from '../../src/schema/migrate.ts';
import { loadState } from '../../src/store/load-state.ts';
import type { StoreState } from '../../src/store/store-state.ts';
import { BatchLog } from '../../src/write/write-queue.ts';

/** The parts of a store in memory, without the queue that runs commands. */
export async function bareState(finishedInMemory = 10): Promise<StoreState> {
  const database = new SqliteDatabase(new Database(':memory:'));
  await migrate(database.kysely);
  return loadState({ database, finishedInMemory });
}

/** Adds an account that serves everything. */
export function addAccount(state: StoreState, id: string): void {
  const account = newAccount({ id, endpoint: 'mock', label: id });
  const roomy = { ...account, concurrency: 1000 };
  const entry = { account: roomy, sealedSecret: null, probedAt: null, movedCredits: 0 };
  state.accounts.put(new BatchLog(), entry);
}

/** Accepts a job without any change. */
export function accept(state: StoreState, job: Job, key: string | null = null): Job {
  const idempotency = key === null ? null : { scope: job.owner, key, fingerprint: '1:a' };
  const input = { job, idempotency, queueLimit: 1e9, now: job.createdAt };
  const outcome = acceptJob(state, input, new BatchLog());
  if (outcome.kind !== 'accepted') throw new Error(`the job was not accepted: ${outcome.kind}`);
  return outcome.job;
}

/** Saves a change without a claim. */
export function commit(
  state: StoreState,
  from: Job,
  step: { readonly next: Job; readonly effects: Parameters<typeof commitJob>[1]['effects'] },
): Job {
  const { next, effects } = step;
  const decision = {
    claim: null,
    from,
    next,
    effects,
    lease: 'release',
    now: next.updatedAt,
  } as const;
  const outcome = commitJob(state, decision, new BatchLog());
  if (outcome.kind !== 'committed') throw new Error(`the change was not saved: ${outcome.kind}`);
  return outcome.job;
}

/** Brings a job that was just accepted to a state, without dispatch records and accounts. */
export function bring(state: StoreState, job: Job, to: JobState, accountId: string): Job {
  if (to === 'completed' || to === 'failed') {
    const end = to === 'completed' ? complete : fail;
    const { next, effects } = end(job, job.updatedAt + 1);
    return commit(state, job, { next: { ...next, accountId }, effects });
  }
  let at = job;
  for (const step of stepsTo(to, accountId)) {
    const { next, effects } = step(at, at.updatedAt + 1);
    at = commit(state, at, { next, effects });
  }
  return at;
}

/** Enters finished jobs into the lists, in this many batches. */
export function list(state: StoreState, batches: number): void {
  for (let batch = 0; batch < batches; batch += 1) {
    const step = state.lists.nextStep(true);
    step?.command.run(new BatchLog());
    step?.committed();
  }
}
