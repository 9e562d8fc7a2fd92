import { flushCompileCache } from 'node:module';
import { setTimeout } from 'node:timers/promises';
import {
  complete,
  createJobFactory,
  createSeededRandom,
  dispatch,
  fail,
  finish,
  prepareOn,
  progress,
  receive,
  type StepMaker,
  writeLine,
} from '@filmgate/conformance';
import type { Claim, Job, StorageBundle } from '@filmgate/core';
import { createSqliteStorage } from '../../src/index.ts';
import type { Acknowledged } from './acknowledged.ts';

/** Jobs started together. */
const burst = 40;

/** Interval of pauses in which nothing is written and the store does its deferred work. */
const quietEvery = 6;
const quietMs = 60;

/** The owner whose jobs are old enough to be removed; all others keep theirs. */
const forgotten = 'user:forgotten';

/** Jobs that ended before this instant are removed; only those of `forgotten` did. */
const longAgo = 1_000_000_000;

/**
 * A program that writes to a store without end, as a runner would, and prints the acknowledged facts, until it is
 * killed.
 */
class BusyWriter {
  readonly #store: StorageBundle;
  readonly #seed: number;
  readonly #random: () => number;
  readonly #make: ReturnType<typeof createJobFactory>;
  #now: number;
  #past: number;

  constructor(store: StorageBundle, seed: number) {
    this.#store = store;
    this.#seed = seed;
    this.#random = createSeededRandom(seed);
    this.#make = createJobFactory(seed);
    this.#now = 1_750_000_000_000 + seed * 1e9;
    this.#past = 1_000 + seed * 10_000;
  }

  async run(): Promise<never> {
    for (let round = 0; ; round += 1) {
      await Promise.all([
        this.#acceptAll(),
        this.#advanceAll(),
        this.#remove(),
        this.#setValue(`${round}`),
      ]);
      if (round % quietEvery === 0) await setTimeout(quietMs);
    }
  }

  async #acceptAll(): Promise<void> {
    await Promise.all(Array.from({ length: burst }, () => this.#accept()));
  }

  async #accept(): Promise<void> {
    const isOld = this.#random() < 0.2;
    const other = this.#random() < 0.5 ? 'user:a' : 'native';
    const owner = isOld ? forgotten : other;
    const now = isOld ? this.#tickPast() : this.#tick();
    const prompt = `boat ${this.#random()} ${'wave '.repeat(this.#random() < 0.1 ? 900 : 20)}`;
    const job = this.#make.newJob({ owner, now, prompt, cost: 1 + Math.floor(this.#random() * 9) });
    const idempotency = { scope: owner, key: `key of ${job.id}`, fingerprint: '1:a' };
    const input = { job, idempotency, queueLimit: 1e6, now };
    const outcome = await this.#store.jobs.acceptJob(input);
    if (outcome.kind !== 'accepted') throw new Error(`acceptance: ${outcome.kind}`);
    this.#acknowledgeJob(outcome.job);
  }

  async #advanceAll(): Promise<void> {
    for (const lane of ['start', 'continue'] as const) {
      const claims = await this.#store.jobs.claimDue({
        lane,
        families: ['*'],
        limit: burst,
        holder: 'busy-writer',
        leaseUntil: 1e15,
        now: this.#now,
      });
      await Promise.all(claims.map((claim) => this.#advance(claim)));
    }
  }

  async #advance(claim: Claim): Promise<void> {
    let { job } = claim;
    if (job.state === 'queued') job = await this.#step(claim, job, prepareOn('account-1'));
    if (job.state === 'prepared') job = await this.#recordDispatch(claim, job);
    if (job.state === 'dispatching') job = await this.#receive(claim, job);
    if (job.state === 'submitted') job = await this.#step(claim, job, progress);
    if (this.#random() < 0.1) return;
    if (job.state === 'polling' && this.#random() < 0.2) {
      await this.#step(claim, job, fail);
      return;
    }
    if (job.state === 'polling') job = await this.#step(claim, job, finish);
    if (job.state === 'storing') await this.#step(claim, job, complete);
  }

  async #step(claim: Claim, from: Job, step: StepMaker): Promise<Job> {
    const now = from.owner === forgotten ? this.#tickPast() : this.#tick();
    const { next, effects } = step(from, now);
    const decision = { claim, from, next, effects, lease: 'keep', now } as const;
    const outcome = await this.#store.jobs.commit(decision);
    if (outcome.kind !== 'committed') throw new Error(`commit: ${outcome.kind}`);
    return this.#acknowledgeJob(outcome.job);
  }

  async #recordDispatch(claim: Claim, from: Job): Promise<Job> {
    const now = this.#tick();
    const { next, effects } = dispatch(from, now);
    const { id, correlationId } = from;
    if (correlationId === null) throw new Error(`job ${id} has no correlation id`);
    const record = { correlationId, requestDigest: 'd'.repeat(64), sendDeadlineAt: now + 60_000 };
    const decision = { claim, from, next, effects, lease: 'keep', now, ...record } as const;
    const outcome = await this.#store.jobs.recordDispatch(decision);
    if (outcome.kind !== 'recorded') throw new Error(`dispatch: ${outcome.kind}`);
    acknowledge({ what: 'dispatch', id, correlationId });
    return this.#acknowledgeJob(outcome.job);
  }

  async #receive(claim: Claim, from: Job): Promise<Job> {
    const { id, correlationId } = from;
    const handle = JSON.stringify({ version: 1, value: { file: id } });
    if (correlationId !== null) {
      const sentOn = { accountId: from.accountId, endpoint: 'mock' };
      const receipt = { jobId: id, correlationId, handle, ...sentOn, now: this.#tick() };
      const outcome = await this.#store.jobs.recordReceipt(receipt);
      if (outcome.kind !== 'recorded' && outcome.kind !== 'repeated')
        throw new Error(`the receipt was ${outcome.kind}`);
      acknowledge({ what: 'receipt', id, correlationId, handle });
    }
    return await this.#step(claim, from, receive);
  }

  async #remove(): Promise<void> {
    const input = { finishedBefore: longAgo, limit: 5, now: this.#now };
    const removed = await this.#store.jobs.removeFinished(input);
    acknowledge({ what: 'removed', ids: removed.map(({ id }) => id) });
  }

  async #setValue(value: string): Promise<void> {
    const name = `round of ${this.#seed}`;
    await this.#store.values.put(name, value);
    acknowledge({ what: 'value', name, value });
  }

  #acknowledgeJob(job: Job): Job {
    const { id, owner, version } = job;
    acknowledge({ what: 'job', id, owner, version, mayBeRemoved: owner === forgotten });
    return job;
  }

  #tick(): number {
    this.#now += 1;
    return this.#now;
  }

  #tickPast(): number {
    this.#past += 1;
    return this.#past;
  }
}

function acknowledge(fact: Acknowledged): void {
  writeLine(JSON.stringify(fact));
}

// A killed process cannot do it at its end.
flushCompileCache();
const [file = '', seed = '1'] = process.argv.slice(2);
const store = await createSqliteStorage({ file });
if ((await store.accounts.find('account-1')) === undefined) {
  const settings = { label: 'one', concurrency: 1_000_000 };
  await store.accounts.add({ id: 'account-1', endpoint: 'mock', settings, now: 1 });
}
await new BusyWriter(store, Number(seed)).run();
