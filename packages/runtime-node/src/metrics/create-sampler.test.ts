import { fc, test } from '@fast-check/vitest';
import {
  createManualClock,
  createMemoryBlobs,
  createMemoryStorage,
  complete,
  dispatch,
  Scene,
  stepsTo,
} from '@filmgate/conformance';
import { createRouter, defaultCatalog, type StorageBundle } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { countOperations } from './count-operations.ts';
import { createSampler } from './create-sampler.ts';
import { OperationMetrics } from './operation-metrics.ts';

const minuteMs = 60_000;
const start = Date.UTC(2026, 0, 5, 12);

function world(decorate: (storage: StorageBundle) => StorageBundle = (storage) => storage) {
  const clock = createManualClock(start);
  const metrics = new OperationMetrics();
  const storage = countOperations(decorate(createMemoryStorage()), metrics);
  const warnings: string[] = [];
  const log = {
    info: () => undefined,
    warn: (event: string) => void warnings.push(event),
    error: () => undefined,
  };
  const resultBlobs = createMemoryBlobs({ now: () => clock.now() });
  const sampler = createSampler({
    ports: { storage, clock, log, resultBlobs },
    metrics,
    node: 'node-1',
    book: createRouter(
      { catalog: () => defaultCatalog },
      new Map([['mock', { accepts: () => ({ kind: 'accepted', size: null }) }]]),
    ),
    diskUse: () => null,
  });
  const summaries = (stepMs = minuteMs) =>
    storage.operationSamples.list({ from: 0, until: start * 2, stepMs });
  return { clock, metrics, storage, sampler, summaries, warnings };
}

const answered = { status: 200, durationMs: 1 };

describe('a sampler', () => {
  it('[samples.minutes] keeps a sample of each minute, from the first moment on, and the last one when it stops', async () => {
    const { clock, metrics, sampler, summaries } = world();
    sampler.start();
    await clock.advance(0);
    expect((await summaries()).map(({ at }) => at)).toEqual([start]);
    await clock.advance(2.5 * minuteMs);
    metrics.addRequest({ at: clock.now(), ...answered });
    await sampler.stop();
    const kept = await summaries();
    expect(kept.map(({ at }) => at)).toEqual([0, 1, 2].map((minute) => start + minute * minuteMs));
    expect(kept.at(-1)?.counts.calls).toBe(1);
    expect(clock.nextWakeAt()).toBeNull();
  });

  it('[samples.figures] reports waiting jobs, open jobs, and the slots in all, by family and by account', async () => {
    const { clock, storage, sampler, summaries } = world();
    const scene = new Scene(storage);
    scene.now = start;
    await scene.account('account-1', { families: ['vidA'], concurrency: 3 });
    await scene.acceptIn('dispatching');
    await scene.accept();
    await scene.accept();
    sampler.start();
    await clock.advance(0);
    const [sample] = await summaries();
    const one = (value: number) => ({ count: 1, sum: value, max: value });
    expect(sample).toMatchObject({
      gateway: {
        waiting: one(2),
        open: one(3),
        unknownOutcomes: one(0),
        busySlots: one(1),
        totalSlots: one(3),
        usedBytes: { count: 0 },
      },
      families: { vidA: { busy: one(1), total: one(3) }, vidB: { busy: one(0), total: one(0) } },
      accounts: { 'account-1': { busy: one(1), total: one(3) } },
    });
    await sampler.stop();
  });

  it('[samples.counts] counts what was decided here, once each: jobs, credits, times, calls', async () => {
    const { clock, metrics, storage, sampler, summaries } = world();
    const scene = new Scene(storage);
    scene.now = start;
    await scene.account('account-1', { concurrency: 3 });
    const owner = await scene.user('u1', 1_000);
    const made = await scene.accept({ owner, cost: 8 });
    scene.now += 4_000;
    let at = made;
    for (const step of stepsTo('completed', 'account-1')) {
      if (step === complete) scene.now += 26_000;
      at = step === dispatch ? await scene.recordDispatch(at) : await scene.step(at, step);
    }
    const lost = await scene.accept({ owner, cost: 5 });
    scene.now += 900;
    await scene.bring(lost, 'failed');
    metrics.addRequest({ at: start, status: null, durationMs: null });
    metrics.addRequest({ at: start, status: 502, durationMs: 30_000 });
    metrics.addRequest({ at: start, status: 499, durationMs: 1 });
    sampler.start();
    await clock.advance(minuteMs);
    await sampler.stop();
    const [sample] = await summaries(60 * minuteMs);
    expect(sample?.counts).toMatchObject({ accepted: 2, completed: 1, failed: 1 });
    expect(sample?.counts).toMatchObject({ calls: 2, failedCalls: 1 });
    expect(sample?.toResult).toEqual({ 60: 1 });
    expect(sample?.toStart).toEqual({ 40: 1, 48: 1 });
    expect(sample?.counts.creditsSpent).toBe(8);
  });

  it('[samples.never-in-the-way] continues while the store rejects samples, warns once, and stores the missed ones later', async () => {
    const broken = { now: false };
    const { clock, metrics, sampler, summaries, warnings } = world((inner) => ({
      ...inner,
      operationSamples: {
        ...inner.operationSamples,
        record: async (sample) => {
          if (broken.now) throw new Error('the disk is full');
          await inner.operationSamples.record(sample);
        },
      },
    }));
    sampler.start();
    await clock.advance(minuteMs);
    broken.now = true;
    for (let minute = 0; minute < 3; minute += 1) {
      metrics.addRequest({ at: clock.now(), ...answered });
      await clock.advance(minuteMs);
    }
    expect(warnings).toEqual(['operation-samples-not-kept']);
    broken.now = false;
    await clock.advance(minuteMs);
    await sampler.stop();
    const kept = await summaries();
    expect(kept).toHaveLength(6);
    expect(kept.reduce((sum, { counts }) => sum + counts.calls, 0)).toBe(3);
    expect(kept.every(({ gateway }) => gateway.waiting.count === 1)).toBe(true);
  });
});

const acts = fc.array(
  fc.record({
    /** Age of the event, in ms: reports may be late. */
    agoMs: fc.integer({ min: 0, max: 100_000 }),
    thenMs: fc.integer({ min: 0, max: 90_000 }),
  }),
  { maxLength: 30 },
);

test.prop([acts])(
  '[samples.counts] nothing is lost and nothing is counted twice, however late it is reported',
  async (all) => {
    const { clock, metrics, sampler, summaries } = world();
    sampler.start();
    for (const { agoMs, thenMs } of all) {
      metrics.add(clock.now() - agoMs, { counts: { calls: 1 }, toResultMs: 1_000 });
      await clock.advance(thenMs);
    }
    await sampler.stop();
    const [kept] = await summaries(366 * 24 * 60 * minuteMs);
    expect(kept?.counts.calls).toBe(all.length);
    expect(kept?.toResult[40] ?? 0).toBe(all.length);
  },
);
