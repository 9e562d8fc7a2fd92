import { createHash } from 'node:crypto';
import {
  createSeededRandom,
  type JobStep,
  Scene,
  complete,
  createJobFactory,
} from '@filmgate/conformance';
import type { Job, StorageBundle } from '@filmgate/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSeededTiming, type SeededTiming } from './seeded-timing.ts';
import {
  createSqliteStore,
  emptySqliteImage,
  lowThresholds,
  type SqliteStore,
} from './sqlite-store.ts';

let empty: Uint8Array;

beforeAll(async () => {
  empty = await emptySqliteImage();
});

const accountId = 'account-1';
const minute = 60_000;

/** Callers and an operator of one store, who record its responses. */
class History {
  readonly timing: SeededTiming;
  readonly store: SqliteStore;
  readonly make: ReturnType<typeof createJobFactory>;
  /** Job in the response to a creation, by key; forgotten with the job. */
  readonly answered = new Map<string, string>();
  readonly #trace = createHash('sha256');
  #scene: Scene | undefined;
  now = 1_750_000_000_000;

  constructor(seed: number) {
    this.timing = createSeededTiming(seed);
    this.store = createSqliteStore({ timing: this.timing, empty });
    this.make = createJobFactory(seed);
  }

  async begin(): Promise<void> {
    await this.reopen();
    await this.timing.until(this.scene.account(accountId));
  }

  get scene(): Scene {
    if (this.#scene === undefined) throw new Error('The store is not open.');
    return this.#scene;
  }

  get bundle(): StorageBundle {
    return this.scene.bundle;
  }

  async reopen(): Promise<void> {
    this.#scene = new Scene(await this.timing.until(this.store.open()));
    this.note('reopened');
  }

  async create(key: string): Promise<Job> {
    const { now } = this;
    const outcome = await this.timing.until(
      this.bundle.jobs.acceptJob({
        job: this.make.newJob({ now }),
        idempotency: { scope: 'native/videos', key, fingerprint: '1:a' },
        queueLimit: 10_000,
        now,
      }),
    );
    if (outcome.kind !== 'accepted' && outcome.kind !== 'replayed') throw new Error(outcome.kind);
    const known = this.answered.get(key);
    expect([key, outcome.kind, outcome.job.id]).toEqual(
      known === undefined ? [key, 'accepted', outcome.job.id] : [key, 'replayed', known],
    );
    this.answered.set(key, outcome.job.id);
    this.note(outcome.kind, outcome.job.id);
    return outcome.job;
  }

  /** Creates all due results at once. */
  async finish(most: number): Promise<void> {
    const { now } = this;
    const claims = await this.timing.until(
      this.bundle.jobs.claimDue({
        lane: 'start',
        families: ['*'],
        limit: most,
        holder: 'node',
        leaseUntil: now + minute,
        now,
      }),
    );
    for (const { job, epoch } of claims) {
      const { next, effects }: JobStep = complete({ ...job, accountId }, now);
      const outcome = await this.timing.until(
        this.bundle.jobs.commit({ claim: null, from: job, next, effects, lease: 'release', now }),
      );
      this.note(outcome.kind, job.id, epoch);
    }
  }

  async removeFinished(limit: number): Promise<void> {
    const { now } = this;
    const removed = await this.timing.until(
      this.bundle.jobs.removeFinished({ finishedBefore: now + 1, limit, now }),
    );
    const gone = new Set(removed.map(({ id }) => id));
    for (const [key, id] of this.answered) if (gone.has(id)) this.answered.delete(key);
    this.note('removed', ...gone);
  }

  /** Checks that every key with an existing job leads to it. */
  async repeatAll(): Promise<void> {
    for (const key of this.answered.keys()) await this.create(key);
  }

  note(...what: readonly (string | number)[]): void {
    this.#trace.update(`${what.join(' ')} at ${this.timing.elapsed()}\n`);
  }

  end(): string {
    this.#trace.update(this.store.snapshot().bytes);
    return this.#trace.digest('hex');
  }
}

/** Two hundred creations among all events that may happen to the store meanwhile. */
async function randomHistory(seed: number, creations = 200): Promise<string> {
  const random = createSeededRandom(seed);
  const history = new History(seed);
  await history.begin();
  for (let created = 0; created < creations; ) {
    history.now += 1_000;
    const draw = random();
    if (draw < 0.6) {
      await history.create(`key ${Math.floor(random() * creations)}`);
      created += 1;
    } else if (draw < 0.75) await history.finish(Math.ceil(random() * 20));
    else if (draw < 0.8) await history.removeFinished(Math.ceil(random() * 20));
    else if (draw < 0.85) await history.reopen();
    else if (draw < 0.88) {
      // The newest job is removed too, which determined positions.
      await history.finish(creations);
      await history.removeFinished(creations);
    } else await history.timing.pass(random() * 2_000);
  }
  await history.repeatAll();
  return history.end();
}

describe('the embedded store in a simulated world', () => {
  it('does the same to the last byte at each run of a seed, and something else with another', async () => {
    const first = await randomHistory(1);
    expect(await randomHistory(1)).toBe(first);
    expect(await randomHistory(2)).not.toBe(first);
  });

  it.each([1, 2, 3, 4, 5, 6])(
    '[invariants.i3-one-job-per-key] keeps every key through index runs, retention and restarts, seed %i',
    async (seed) => {
      expect(await randomHistory(seed, 50)).toHaveLength(64);
    },
  );

  it('[invariants.i3-one-job-per-key] knows a key taken after retention removed the newest of the indexed ones', async () => {
    const history = new History(1);
    await history.begin();
    for (let number = 0; number < lowThresholds.keysIndexedFrom; number += 1)
      await history.create(`early ${number}`);
    await history.timing.pass(minute);
    await history.finish(100);
    await history.removeFinished(100);
    await history.reopen();
    await history.create('late');
    await history.reopen();
    await history.repeatAll();
  });

  it('goes back to an earlier commit as a restored copy does', async () => {
    const history = new History(1);
    await history.begin();
    const kept = await history.create('before');
    const snapshot = history.store.snapshot();
    const lost = await history.create('after');
    const bundle = await history.store.reopenFrom(snapshot);
    const found = [await bundle.reader.find(kept.id), await bundle.reader.find(lost.id)];
    expect(found).toEqual([expect.objectContaining({ id: kept.id }), undefined]);
  });

  it('detects an older commit in its place, until a loss is acknowledged', async () => {
    const timing = createSeededTiming(1);
    const store = createSqliteStore({ timing, empty, hasBaseline: true });
    const first = await store.open();
    const snapshot = store.snapshot();
    await timing.until(first.values.put('name', 'value'));
    await timing.pass(minute);
    const { dataLoss, reader } = await store.reopenFrom(snapshot);
    expect(dataLoss?.lost()).not.toBeNull();
    await expect(reader.find('vt_0')).rejects.toThrow('older copy');
    if (dataLoss !== undefined) expect(await timing.until(dataLoss.resume())).toBe('resumed');
    expect(await reader.find('vt_0')).toBeUndefined();
    const next = await store.open();
    expect(next.dataLoss?.lost()).toBeNull();
  });

  it('keeps what a closing store wrote, and lets a killed one write nothing', async () => {
    const history = new History(1);
    await history.begin();
    const { timing, store, bundle } = history;
    const kept = await history.create('kept');
    await timing.until(bundle.close());
    const next = await store.open();
    expect(await next.reader.find(kept.id)).toMatchObject({ id: kept.id });
    const dying = next.values.put('name', 'never written');
    const last = await store.open();
    await timing.pass(minute);
    expect(await last.values.get('name')).toBeUndefined();
    expect(await Promise.race([dying, Promise.resolve('no answer')])).toBe('no answer');
  });

  it('serves its request log on the same thread', async () => {
    const history = new History(1);
    await history.begin();
    const { timing, bundle } = history;
    const removed = bundle.requestLogs.removeBefore({ before: 1, limit: 1 });
    expect(await timing.until(removed)).toBe(0);
    expect(await timing.until(bundle.requestLogs.bytes())).toBeGreaterThan(0);
  });
});
