import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accept, openWorld } from '../../test/support/open-world.ts';
import { sampleSubmission } from '../../test/support/sample-submission.ts';
import { viewLedger } from './ledger-view.ts';
import { chargeAt, type MockJobState, stateAt } from '../job/mock-job.ts';

/** Possible next states of a state. */
const successors: { readonly [S in MockJobState]: readonly MockJobState[] } = {
  queued: ['queued', 'running', 'completed', 'failed'],
  running: ['running', 'completed', 'failed'],
  completed: ['completed'],
  failed: ['failed'],
};

const prompt = fc
  .record({
    run: fc.integer({ min: 0, max: 90 }),
    queue: fc.integer({ min: 0, max: 30 }),
    fail: fc.constantFrom('', ',fail=policy', ',fail=internal', ',fail=credits'),
  })
  .map(({ run, queue, fail }) => `a [[mock:run=${run}s,queue=${queue}s${fail}]]`);

const account = fc.constantFrom('one', 'two');

type Step =
  | {
      readonly do: 'submit';
      readonly account: string;
      readonly prompt: string;
      readonly deadlineMs: number;
      readonly startWithinMs: number;
    }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'cancel'; readonly nth: number };

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant('submit' as const),
      account,
      prompt,
      deadlineMs: fc.constantFrom(5_000, 30_000, 600_000),
      startWithinMs: fc.constantFrom(100, 1_000, 600_000),
    }),
    fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 60_000 }) }),
    fc.record({ do: fc.constant('cancel' as const), nth: fc.nat({ max: 8 }) }),
  ),
  { maxLength: 40 },
);

/** Takes the steps in sequence and checks the space after each. */
function walk(path: readonly Step[], look: (world: ReturnType<typeof openWorld>) => void) {
  const small = { credits: 60, concurrency: 3, rate: { submissions: 4, windowMs: 20_000 } };
  const world = openWorld({ accounts: { one: small } });
  for (const [index, step] of path.entries()) {
    if (step.do === 'wait') world.control.advanceClock(step.ms);
    else if (step.do === 'cancel') world.jobs.cancel([...world.jobs.all()][step.nth]?.id ?? 'none');
    else {
      const correlationId = `job-${index}.1`;
      const { account: key, prompt: text, deadlineMs, startWithinMs } = step;
      const limits = { deadlineMs, startWithinMs };
      world.submissions.submit(key, sampleSubmission({ prompt: text, correlationId, ...limits }));
    }
    look(world);
  }
  return world;
}

describe('laws of the mock, whatever happens in whatever order', () => {
  it('[mock.ledger] charged credits are those of every job that has not failed, or was canceled while it ran', () => {
    fc.assert(
      fc.property(steps, (path) => {
        walk(path, (world) => {
          const view = viewLedger(world, {});
          const now = world.clock.now();
          const jobs = [...world.jobs.all()];
          const kept = jobs.filter(
            (job) => stateAt(job, now) !== 'failed' || (job.canceledAt ?? 0) > job.runsAt,
          );
          expect(view.charged_credits).toBe(kept.reduce((sum, job) => sum + job.charge, 0));
          expect(view.accepted).toBe(view.running + view.completed + view.failed);
        });
      }),
    );
  });

  it('[mock.accounts] what an account has used is what its jobs say, and stays within its limits', () => {
    fc.assert(
      fc.property(steps, (path) => {
        walk(path, (world) => {
          const now = world.clock.now();
          const own = [...world.jobs.all()].filter((job) => job.account === 'one');
          const taken = own.reduce((sum, job) => sum + chargeAt(job, now), 0);
          expect(world.accounts.creditsOf('one')).toBe(60 - taken);
          expect(world.accounts.inFlight('one')).toBe(own.filter((job) => now < job.endsAt).length);
          expect(world.accounts.inFlight('one')).toBeLessThanOrEqual(3);
          expect(taken).toBeLessThanOrEqual(60);
          const recent = own.filter((job) => job.acceptedAt > now - 20_000);
          expect(recent.length).toBeLessThanOrEqual(4);
        });
      }),
    );
  });

  it('[mock.ledger] the jobs of one account and wire are those of all that have both, in the same order', () => {
    fc.assert(
      fc.property(steps, (path) => {
        walk(path, (world) => {
          for (const [key, wire] of [
            ['one', 'mock'],
            ['two', 'mock'],
            ['one', 'kling'],
          ] as const) {
            const own = [...world.jobs.all()].filter(
              (job) => job.account === key && job.wire === wire,
            );
            expect([...world.jobs.all({ account: key, wire })]).toEqual(own);
          }
        });
      }),
    );
  });

  it('[mock.ledger] states only move forward', () => {
    fc.assert(
      fc.property(steps, (path) => {
        const seen = new Map<string, MockJobState>();
        walk(path, (world) => {
          for (const job of world.jobs.all()) {
            const before = seen.get(job.id) ?? 'queued';
            const now = world.jobs.stateOf(job);
            expect(successors[before]).toContain(now);
            seen.set(job.id, now);
          }
        });
        expect(seen.size).toBeLessThanOrEqual(path.length);
      }),
    );
  });

  it('[mock.ledger] a job is the same at the same seed, whatever other jobs there are and in which order', () => {
    const submission = fc.record({ account, correlationId: fc.uuid(), prompt });
    const key = ({ correlationId }: { readonly correlationId: string }) => correlationId;
    const jobs = fc.uniqueArray(submission, { selector: key, minLength: 1, maxLength: 12 });
    const shuffled = jobs.chain((all) => {
      const part = fc.shuffledSubarray(all, { minLength: 1 });
      return fc.tuple(fc.constant(all), part);
    });
    fc.assert(
      fc.property(shuffled, ([all, part]) => {
        const outcomes = (list: typeof all, seed: string) => {
          const world = openWorld({ seed });
          return new Map(
            list.map(({ account: by, ...given }) => [
              given.correlationId,
              accept(world, by, sampleSubmission(given)),
            ]),
          );
        };
        const whole = outcomes(all, 'seed');
        for (const [id, job] of outcomes(part, 'seed')) expect(job).toEqual(whole.get(id));
        for (const [id, job] of outcomes(part, 'other')) expect(job.id).not.toBe(whole.get(id)?.id);
      }),
    );
  });
});
