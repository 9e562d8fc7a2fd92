import {
  complete,
  createJobFactory,
  fail,
  finish,
  loseOutcome,
  prepareOn,
  progress,
  receive,
  type StepMaker,
} from '@filmgate/conformance';
import type { Job } from '@filmgate/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { accept, addAccount, bareState } from '../../test/support/bare-state.ts';
import { claimDue, releaseClaim } from '../jobs/leases.ts';
import { commitJob } from '../jobs/commit-job.ts';
import { removeFinished } from '../jobs/sqlite-job-store.ts';
import { BatchLog } from '../write/write-queue.ts';
import { Transaction } from '../write/transaction.ts';
import { acceptJob } from '../jobs/accept-job.ts';
import type { StoreState } from './store-state.ts';

const make = createJobFactory();
const steps: readonly StepMaker[] = [
  prepareOn('a1'),
  prepareOn('a2'),
  receive,
  progress,
  finish,
  complete,
  fail,
  loseOutcome,
];

interface Act {
  readonly kind: 'accept' | 'step' | 'remove' | 'account' | 'list';
  readonly number: number;
}

/** Does one thing to the store as far as possible; a refused act changes nothing. */
function act(state: StoreState, jobs: Job[], batch: BatchLog, { kind, number }: Act): void {
  switch (kind) {
    case 'accept': {
      const job = make.newJob({ owner: `user:${number % 4}` });
      const idempotency = { scope: job.owner, key: `k${number % 50}`, fingerprint: '1:a' };
      const outcome = acceptJob(state, { job, idempotency, queueLimit: 1e6, now: 1 }, batch);
      if (outcome.kind === 'accepted') jobs.push(outcome.job);
      return;
    }
    case 'step': {
      const index = number % Math.max(1, jobs.length);
      const from = jobs[index];
      const step = steps[Math.floor(number / 7) % steps.length];
      if (from === undefined || step === undefined) return;
      jobs[index] = tryStep(state, from, step, batch);
      return;
    }
    case 'remove':
      removeFinished(state, { finishedBefore: 1e15, limit: number % 3 }, batch);
      return;
    case 'account':
      state.accounts.revise(batch, 'a1', (account) => ({ ...account, errorStreak: number }));
      return;
    case 'list':
      state.lists.nextStep(true)?.command.run(batch);
  }
}

function tryStep(state: StoreState, from: Job, step: StepMaker, batch: BatchLog): Job {
  try {
    const { next, effects } = step(from, from.updatedAt + 1);
    const decision = {
      claim: null,
      from,
      next,
      effects,
      lease: 'release',
      now: next.updatedAt,
    } as const;
    const outcome = commitJob(state, decision, batch);
    return outcome.kind === 'committed' ? outcome.job : from;
  } catch {
    // Not every step is possible from every state.
    return from;
  }
}

function snapshot(state: StoreState): unknown {
  const { owners, jobCounts, accounts, openJobs, unlisted, keys } = state;
  return {
    usages: [0, 1, 2, 3].map((number) => owners.usage(`user:${number}`)),
    depth: jobCounts.depth(),
    loads: accounts.loads(),
    nextDueAt: openJobs.schedule.nextDueAt(),
    open: [...openJobs.all()]
      .map(({ position, current }) => ({ position, ...current }))
      .toSorted((one, other) => one.position - other.position),
    unlisted: unlisted
      .oldest(1e6)
      .map(({ position }) => position)
      .toSorted(),
    keys: Array.from({ length: 50 }, (_, key) => keys.find(`${key}`)),
  };
}

it('is in memory what it was before, when a transaction fails after any number of acts', async () => {
  const state = await bareState();
  addAccount(state, 'a1');
  addAccount(state, 'a2');
  const transaction = new Transaction(state.database.connection, [state.owners, state.jobCounts]);
  const jobs: Job[] = Array.from({ length: 150 }, () =>
    accept(state, make.newJob({ owner: 'user:1' })),
  );
  for (const [index, job] of jobs.entries()) {
    if (index % 2 === 0) jobs[index] = tryStep(state, job, complete, new BatchLog());
  }
  const kind = fc.constantFrom<Act['kind']>(
    'accept',
    'step',
    'step',
    'step',
    'remove',
    'account',
    'list',
  );
  const acts = fc.array(fc.record({ kind, number: fc.nat({ max: 10_000 }) }), { maxLength: 40 });
  fc.assert(
    fc.property(acts, acts, (kept, undone) => {
      transaction.run(() => {
        const log = new BatchLog();
        for (const one of kept) act(state, jobs, log, one);
      });
      const before = snapshot(state);
      const log = new BatchLog();
      const failing = () => {
        const tried = [...jobs];
        for (const one of undone) act(state, tried, log, one);
        throw new RangeError('the transaction fails');
      };
      expect(() => transaction.run(failing)).toThrow('the transaction fails');
      log.revert();
      expect(snapshot(state)).toEqual(before);
      for (const job of jobs) expectSame(state, job);
    }),
    { numRuns: 60 },
  );
});

/** A job is unchanged, or was removed by a committed act. */
function expectSame({ openJobs, stored }: StoreState, job: Job): void {
  const found = openJobs.find(job.id)?.current.job ?? stored.find(job.id)?.job;
  if (found !== undefined) expect(found).toEqual(job);
}

it('gives leases and takes them back without a transaction', async () => {
  const state = await bareState();
  const job = accept(state, make.newJob({ now: 5 }));
  const wish = {
    lane: 'start',
    families: ['*'],
    limit: 1,
    holder: 'a',
    leaseUntil: 90,
    now: 5,
  } as const;
  const [claim] = claimDue(state, wish);
  expect(claim?.job).toBe(job);
  expect(claimDue(state, wish)).toEqual([]);
  if (claim === undefined) return;
  expect(releaseClaim(state, { claim, dueAt: 7 })).toBe(true);
  expect(releaseClaim(state, { claim, dueAt: 8 })).toBe(false);
  expect(state.openJobs.schedule.nextDueAt()).toBe(7);
});
