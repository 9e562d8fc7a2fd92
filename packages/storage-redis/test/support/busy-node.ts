import { flushCompileCache } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import {
  complete,
  createJobFactory,
  createSeededRandom,
  dispatch,
  fail,
  finish,
  loseOutcome,
  prepareOn,
  progress,
  receive,
  refuse,
  type StepMaker,
  writeLine,
} from '@filmgate/conformance';
import { type Claim, type Job, type StorageBundle, StorageUnavailable } from '@filmgate/core';
import { createRedisStorage } from '../../src/index.ts';
import type { Acknowledged } from './acknowledged.ts';

/** Jobs started together. */
const burst = 8;

/** Maximum number of waiting jobs: others are accepted once these made progress. */
const queueLimit = 60;

/** Short, so that another node soon takes over the jobs of a killed node. */
const leaseMs = 400;

/** The owner whose jobs are old enough to be removed; all others keep theirs. */
const forgotten = 'user:forgotten';

/** Jobs that ended before this instant are removed; only those of `forgotten` did. */
const longAgo = 1_000_000_000;

/**
 * A node that accepts and advances jobs beside others without end, and prints the acknowledged facts, until it is
 * killed.
 */
class BusyNode {
  readonly #store: StorageBundle;
  readonly #name: string;
  readonly #isAccepting: boolean;
  readonly #random: () => number;
  readonly #make: ReturnType<typeof createJobFactory>;
  #past: number;

  constructor(store: StorageBundle, seed: number, isAccepting: boolean) {
    this.#store = store;
    this.#name = `node-${String(seed)}`;
    this.#isAccepting = isAccepting;
    this.#random = createSeededRandom(seed);
    this.#make = createJobFactory(seed);
    this.#past = 1_000 + seed * 100_000;
  }

  async run(): Promise<never> {
    for (;;) {
      const tasks = [this.#advanceAll('start'), this.#advanceAll('continue'), this.#remove()];
      if (this.#isAccepting) tasks.push(this.#acceptAll());
      for (const { status, reason } of (await Promise.allSettled(tasks)).map(settled))
        if (status === 'rejected' && !(reason instanceof StorageUnavailable)) throw reason;
      await pause(2);
    }
  }

  async #acceptAll(): Promise<void> {
    await Promise.all(Array.from({ length: burst }, () => this.#accept()));
  }

  async #accept(): Promise<void> {
    const isOld = this.#random() < 0.2;
    const other = this.#random() < 0.5 ? 'user:a' : 'native';
    const owner = isOld ? forgotten : other;
    const now = isOld ? this.#tickPast() : Date.now();
    const job = this.#make.newJob({ owner, now, cost: 1 + Math.floor(this.#random() * 9) });
    const idempotency = { scope: owner, key: `key of ${job.id}`, fingerprint: '1:a' };
    const outcome = await this.#store.jobs.acceptJob({ job, idempotency, queueLimit, now });
    if (outcome.kind === 'accepted') this.#acknowledgeJob(outcome.job);
  }

  async #advanceAll(lane: 'start' | 'continue'): Promise<void> {
    const now = Date.now();
    const claims = await this.#store.jobs.claimDue({
      lane,
      families: ['*'],
      limit: burst,
      holder: this.#name,
      leaseUntil: now + leaseMs,
      now,
    });
    await Promise.all(claims.map((claim) => this.#advance(claim)));
  }

  async #advance(claim: Claim): Promise<void> {
    let job: Job | undefined = claim.job;
    while (job !== undefined && job.dueAt !== null) job = await this.#stepOn(claim, job);
  }

  /** The next version, or undefined where this node's part is over. */
  async #stepOn(claim: Claim, job: Job): Promise<Job | undefined> {
    switch (job.state) {
      case 'queued':
      case 'awaiting_configuration':
        return await this.#prepare(claim, job);
      case 'prepared':
        return await this.#send(claim, job);
      case 'dispatching':
        return await this.#recover(claim, job);
      case 'submitted':
        return await this.#step(claim, job, progress);
      case 'polling':
        return await this.#step(claim, job, this.#random() < 0.2 ? fail : finish);
      case 'storing':
        return await this.#step(claim, job, complete);
      case 'outcome_unknown':
        return await this.#step(claim, job, fail);
      case 'completed':
      case 'failed':
        return undefined;
    }
  }

  async #prepare(claim: Claim, job: Job): Promise<Job | undefined> {
    const account = this.#random() < 0.5 ? 'account-1' : 'account-2';
    const prepared = await this.#step(claim, job, prepareOn(account));
    if (prepared === undefined) {
      const now = Date.now();
      await this.#store.jobs.releaseClaim({ claim, dueAt: now + 5, now });
    }
    return prepared;
  }

  async #step(claim: Claim, from: Job, step: StepMaker): Promise<Job | undefined> {
    const now = this.#nowFor(from);
    const { next, effects } = step(from, now);
    const decision = { claim, from, next, effects, lease: 'keep', now } as const;
    const outcome = await this.#store.jobs.commit(decision);
    return outcome.kind === 'committed' ? this.#acknowledgeJob(outcome.job) : undefined;
  }

  async #send(claim: Claim, from: Job): Promise<Job | undefined> {
    const now = this.#nowFor(from);
    const { next, effects } = dispatch(from, now);
    const { id, refusals } = from;
    const correlationId = `${id}.${String(refusals)}`;
    const record = { correlationId, requestDigest: 'd'.repeat(64), sendDeadlineAt: now + 60_000 };
    const decision = { claim, from, next, effects, lease: 'keep', now, ...record } as const;
    const outcome = await this.#store.jobs.recordDispatch(decision);
    if (outcome.kind !== 'recorded') return undefined;
    acknowledge({ what: 'sent', id, try: refusals, correlationId });
    this.#acknowledgeJob(outcome.job);
    if (refusals < 2 && this.#random() < 0.1) return await this.#step(claim, outcome.job, refuse);
    const handle = JSON.stringify({ version: 1, value: { task: correlationId } });
    const sentOn = { accountId: from.accountId, endpoint: 'mock' };
    const receipt = { jobId: id, correlationId, handle, ...sentOn, now };
    const kept = await this.#store.jobs.recordReceipt(receipt);
    if (kept.kind !== 'recorded' && kept.kind !== 'repeated')
      throw new Error(`the receipt was ${kept.kind}`);
    acknowledge({ what: 'receipt', id, correlationId, handle });
    return await this.#step(claim, outcome.job, receive);
  }

  /** A node that is gone recorded its dispatch: the job may have been sent, so it is never sent again. */
  async #recover(claim: Claim, job: Job): Promise<Job | undefined> {
    const newest = (await this.#store.reader.dispatches(job.id)).at(-1);
    const isKnown = newest !== undefined && newest.handle !== null;
    return await this.#step(claim, job, isKnown ? receive : loseOutcome);
  }

  async #remove(): Promise<void> {
    if (this.#random() < 0.8) return;
    const input = { finishedBefore: longAgo, limit: 5, now: Date.now() };
    const removed = await this.#store.jobs.removeFinished(input);
    if (removed.length > 0) acknowledge({ what: 'removed', ids: removed.map(({ id }) => id) });
  }

  #acknowledgeJob(job: Job): Job {
    const { id, owner, version } = job;
    acknowledge({ what: 'job', id, owner, version, mayBeRemoved: owner === forgotten });
    return job;
  }

  #nowFor(job: Job): number {
    return job.owner === forgotten ? this.#tickPast() : Date.now();
  }

  #tickPast(): number {
    this.#past += 1;
    return this.#past;
  }
}

function settled(result: PromiseSettledResult<void>) {
  return result.status === 'rejected'
    ? { status: result.status, reason: result.reason as unknown }
    : { status: result.status, reason: undefined };
}

function acknowledge(fact: Acknowledged): void {
  writeLine(JSON.stringify(fact));
}

// A killed process cannot do it at its end.
flushCompileCache();
const [url = '', prefix = '', seed = '1', role = 'accepting'] = process.argv.slice(2);
const store = await createRedisStorage({ url, prefix });
await new BusyNode(store, Number(seed), role === 'accepting').run();
