import { seededFaults } from '@filmgate/conformance';
import { isFinal, type Job } from '@filmgate/core';
import { renderVideo } from '@filmgate/upstream-mock';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { behaviours, type UpstreamBehaviour } from './history-upstream.ts';
import { accountConcurrency, HistoryWorld, owner } from './history-world.ts';

type Act =
  | { readonly kind: 'create'; readonly key: number; readonly body: number }
  | { readonly kind: 'advance'; readonly ms: number }
  | { readonly kind: 'crash' }
  | { readonly kind: 'check'; readonly pick: number };

const arbitraryAct: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('create'), key: fc.nat(5), body: fc.nat(1) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('advance'),
      ms: fc.constantFrom(1, 50, 600, 5_000, 40_000),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'crash' }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('check'), pick: fc.nat() }) },
);

const arbitraryHistory = fc.record({
  acts: fc.array(arbitraryAct, { minLength: 3, maxLength: 25 }),
  script: fc.array(fc.constantFrom<UpstreamBehaviour>('deliver', 'deliver', ...behaviours), {
    minLength: 1,
    maxLength: 8,
  }),
  faultSeed: fc.nat(),
  beforeShare: fc.constantFrom(0, 0.05, 0.2),
  afterShare: fc.constantFrom(0, 0.05, 0.2),
  quotaLimit: fc.constantFrom(10, 30, 1_000),
});

/** The same histories at each run; another `HISTORY_SEED` and a larger `HISTORIES` go looking for new ones. */
const seed = Number(process.env['HISTORY_SEED'] ?? '1');
const histories = Number(process.env['HISTORIES'] ?? '150');

/** Long enough for leases to run out, jobs to end and back-offs to pass. */
const healingMs = 400_000;

async function perform(world: HistoryWorld, act: Act): Promise<void> {
  switch (act.kind) {
    case 'create':
      void world.create(act.key, `prompt ${act.body}`).catch(() => undefined);
      return world.clock.advance(0);
    case 'advance':
      return world.clock.advance(act.ms);
    case 'crash':
      world.restart();
      return;
    case 'check': {
      const jobs = await world.jobs().catch(() => []);
      const job = jobs[act.pick % Math.max(1, jobs.length)];
      if (job !== undefined) void world.check(job.id).catch(() => undefined);
      return world.clock.advance(0);
    }
  }
}

function sumOf(jobs: readonly Job[], quota: Job['quota']): number {
  return jobs.filter((job) => job.quota === quota).reduce((sum, { cost }) => sum + cost, 0);
}

describe('histories of crashes, lost replies and a faithless upstream', () => {
  let video: Uint8Array;

  beforeAll(async () => {
    const scene = {
      width: 160,
      height: 90,
      durationSeconds: 5,
      framesPerSecond: 1,
      audio: false,
      prompt: 'history',
    };
    const labels = {
      model: 'm',
      aspectRatio: '16:9',
      resolution: '720p',
      seed: 's',
      jobId: 'j',
      accountLabel: 'a',
    };
    video = await renderVideo({ ...scene, ...labels });
  });

  /** How often each end was reached: histories that never get there would prove nothing. */
  const reached = { completed: 0, failed: 0, outcome_unknown: 0 };

  it('[invariants.i1-one-submission][invariants.i3-one-job-per-key][invariants.i4-ledger-balanced][invariants.i5-refund-with-proof][invariants.i6-unknown-not-resubmitted][invariants.i10-account-cap][invariants.i14-heals] keep every promise', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryHistory, async (history) => {
        const { acts, script, faultSeed, beforeShare, afterShare, quotaLimit } = history;
        const faults = seededFaults({ seed: faultSeed, beforeShare, afterShare });
        const world = await HistoryWorld.open({ script, faults, quotaLimit, video });
        for (const act of acts) await perform(world, act);
        world.heal();
        for (let round = 0; round < 3; round += 1) {
          await world.restoreAccounts();
          await world.clock.advance(healingMs / 3);
        }
        const jobs = await world.jobs();
        const usage = await world.storage.apiUsers.usage(owner);
        world.stop();

        const { accepted } = world.upstream;
        const jobOf = (correlationId: string) => correlationId.split('.')[0] ?? '';
        expect(new Set(accepted.map(({ correlationId }) => jobOf(correlationId))).size).toBe(
          accepted.length,
        );
        expect(world.upstream.peakInFlight()).toBeLessThanOrEqual(accountConcurrency);
        expect(usage.used + usage.reserved + usage.held).toBeLessThanOrEqual(quotaLimit);
        expect(usage).toMatchObject({
          used: sumOf(jobs, 'settled'),
          reserved: sumOf(jobs, 'reserved'),
          held: sumOf(jobs, 'held'),
        });
        for (const job of jobs) {
          expect([
            job.id,
            isFinal(job.state) || job.state === 'outcome_unknown',
            job.state,
          ]).toEqual([job.id, true, job.state]);
          if (
            job.state === 'completed' ||
            job.state === 'failed' ||
            job.state === 'outcome_unknown'
          )
            reached[job.state] += 1;
          const submission = accepted.find(({ correlationId }) => jobOf(correlationId) === job.id);
          if (job.quota === 'refunded')
            expect(submission === undefined || submission.fails).toBe(true);
          if (job.state === 'completed') expect(submission?.fails).toBe(false);
        }
      }),
      { numRuns: histories, seed },
    );
    expect(Math.min(...Object.values(reached)), JSON.stringify(reached)).toBeGreaterThan(20);
  }, 120_000);
});
