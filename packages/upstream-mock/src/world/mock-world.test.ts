import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accept, beginning, openWorld } from '../../test/support/open-world.ts';
import { sampleSubmission } from '../../test/support/sample-submission.ts';
import { viewLedger } from './ledger-view.ts';
import { defaultMockAccount } from './mock-account.ts';
import { chargeAt, type MockJobState, stateAt } from './mock-job.ts';

/** What a state may be followed by. */
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
    }),
    fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 60_000 }) }),
    fc.record({ do: fc.constant('cancel' as const), nth: fc.nat({ max: 8 }) }),
  ),
  { maxLength: 40 },
);

/** Takes the steps one after the other and looks at the world after each. */
function walk(path: readonly Step[], look: (world: ReturnType<typeof openWorld>) => void) {
  const small = { credits: 60, concurrency: 3, rate: { submissions: 4, windowMs: 20_000 } };
  const world = openWorld({ accounts: { one: small } });
  for (const [index, step] of path.entries()) {
    if (step.do === 'wait') world.advanceClock(step.ms);
    else if (step.do === 'cancel') world.cancel([...world.jobs()][step.nth]?.id ?? 'none');
    else {
      const correlationId = `job-${index}.1`;
      const { prompt: text, deadlineMs } = step;
      world.submit(step.account, sampleSubmission({ prompt: text, correlationId, deadlineMs }));
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
          const jobs = [...world.jobs()];
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
          const own = [...world.jobs()].filter((job) => job.account === 'one');
          const taken = own.reduce((sum, job) => sum + chargeAt(job, now), 0);
          expect(world.creditsOf('one')).toBe(60 - taken);
          expect(world.inFlight('one')).toBe(own.filter((job) => now < job.endsAt).length);
          expect(world.inFlight('one')).toBeLessThanOrEqual(3);
          expect(taken).toBeLessThanOrEqual(60);
          const recent = own.filter((job) => job.acceptedAt > now - 20_000);
          expect(recent.length).toBeLessThanOrEqual(4);
        });
      }),
    );
  });

  it('[mock.ledger] states only move forward', () => {
    fc.assert(
      fc.property(steps, (path) => {
        const seen = new Map<string, MockJobState>();
        walk(path, (world) => {
          for (const job of world.jobs()) {
            const before = seen.get(job.id) ?? 'queued';
            const now = world.stateOf(job);
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
        const fates = (list: typeof all, seed: string) => {
          const world = openWorld({ seed });
          return new Map(
            list.map(({ account: by, ...given }) => [
              given.correlationId,
              accept(world, by, sampleSubmission(given)),
            ]),
          );
        };
        const whole = fates(all, 'seed');
        for (const [id, job] of fates(part, 'seed')) expect(job).toEqual(whole.get(id));
        for (const [id, job] of fates(part, 'other')) expect(job.id).not.toBe(whole.get(id)?.id);
      }),
    );
  });
});

describe('accounts', () => {
  const refusalOf = (world: ReturnType<typeof openWorld>, key: string, given = {}) => {
    const outcome = world.submit(key, sampleSubmission(given));
    return outcome.kind === 'refused' ? outcome.refusal : undefined;
  };

  it.each([
    ['mk_poor', 'credits'],
    ['mk_login_expired', 'login'],
    ['mk_banned', 'forbidden'],
  ])('[mock.accounts] the key %s is refused by its name alone: %s', (key, kind) => {
    const world = openWorld();
    expect(refusalOf(world, key)).toMatchObject({ kind, retryAfterMs: null });
    expect(viewLedger(world, {}).accepted).toBe(0);
  });

  it('[mock.accounts] mk_single takes one job at a time', () => {
    const world = openWorld();
    const job = accept(world, 'mk_single', sampleSubmission());
    expect(refusalOf(world, 'mk_single')).toMatchObject({ kind: 'concurrency' });
    expect(refusalOf(world, 'other')).toBeUndefined();
    world.advanceClock(job.endsAt - beginning);
    expect(refusalOf(world, 'mk_single')).toBeUndefined();
  });

  it('[mock.accounts] credits are taken at acceptance and come back when the job fails', () => {
    const world = openWorld({ accounts: { one: { credits: 10 } } });
    accept(world, 'one', sampleSubmission({ prompt: '[[mock:run=5s,queue=1s,fail=internal]]' }));
    expect(world.creditsOf('one')).toBe(2);
    expect(refusalOf(world, 'one')).toMatchObject({ kind: 'credits' });
    world.advanceClock(5_999);
    expect(world.creditsOf('one')).toBe(2);
    world.advanceClock(1);
    expect(world.creditsOf('one')).toBe(10);
  });

  it.each([
    ['480p', 4, 4],
    ['720p', 4, 8],
    ['1080p', 10, 40],
    ['2k', null, 2],
  ])(
    '[mock.accounts] %s for %s seconds costs %d credits',
    (resolution, durationSeconds, charge) => {
      const world = openWorld();
      expect(accept(world, 'one', sampleSubmission({ resolution, durationSeconds })).charge).toBe(
        charge,
      );
    },
  );

  it('[mock.accounts] the rate window slides, and says when the next submission may pass', () => {
    const rate = { submissions: 2, windowMs: 10_000 };
    const world = openWorld({ speed: 10, accounts: { one: { rate } } });
    accept(world, 'one', sampleSubmission());
    world.advanceClock(400);
    accept(world, 'one', sampleSubmission());
    expect(refusalOf(world, 'one')).toMatchObject({ kind: 'rate_limited', retryAfterMs: 600 });
    world.advanceClock(599);
    expect(refusalOf(world, 'one')).toMatchObject({ kind: 'rate_limited', retryAfterMs: 1 });
    world.advanceClock(1);
    expect(refusalOf(world, 'one')).toBeUndefined();
    expect(refusalOf(world, 'one')).toMatchObject({ kind: 'rate_limited', retryAfterMs: 400 });
  });

  it('[mock.accounts] settings change from now on, and an account without a description has plenty', () => {
    const world = openWorld();
    expect(world.account('anyone')).toEqual(defaultMockAccount);
    world.describeAccount('anyone', { login: 'expired' });
    expect(refusalOf(world, 'anyone')).toMatchObject({ kind: 'login' });
    world.describeAccount('anyone', { login: 'valid' });
    expect(refusalOf(world, 'anyone')).toBeUndefined();
  });

  it('[mock.accounts] credits never read below zero', () => {
    const world = openWorld();
    accept(world, 'one', sampleSubmission());
    world.describeAccount('one', { credits: 3 });
    expect(world.creditsOf('one')).toBe(0);
  });
});

describe('refusals before acceptance', () => {
  it.each([
    [400, 'invalid', null],
    [401, 'login', null],
    [403, 'forbidden', null],
    [429, 'rate_limited', 100],
    [503, 'unavailable', 100],
  ])('[mock.refuse] refuse=%d refuses as %s and leaves no trace', (status, kind, retryAfterMs) => {
    const world = openWorld({ speed: 20 });
    const outcome = world.submit('one', sampleSubmission({ prompt: `[[mock:refuse=${status}]]` }));
    expect(outcome).toMatchObject({ kind: 'refused', refusal: { kind, retryAfterMs } });
    expect([...world.jobs()]).toEqual([]);
    expect(world.creditsOf('one')).toBe(defaultMockAccount.credits);
  });
});

describe('times', () => {
  it('[mock.timing] run and queue tokens set them, scaled by the speed', () => {
    const world = openWorld({ speed: 20 });
    const job = accept(world, 'one', sampleSubmission({ prompt: '[[mock:queue=1s,run=2s]]' }));
    expect([job.runsAt - beginning, job.endsAt - beginning]).toEqual([50, 150]);
  });

  it('[mock.timing] without tokens they are realistic seconds, scaled as well', () => {
    const job = accept(openWorld({ speed: 10 }), 'one', sampleSubmission());
    expect(job.runsAt - beginning).toBeGreaterThanOrEqual(50);
    expect(job.runsAt - beginning).toBeLessThanOrEqual(200);
    expect(job.endsAt - job.runsAt).toBeGreaterThanOrEqual(300);
    expect(job.endsAt - job.runsAt).toBeLessThanOrEqual(800);
  });
});

describe('the same correlation id twice', () => {
  it('[mock.ledger] is two jobs with ids of their own, also on another account', () => {
    const world = openWorld();
    const jobs = ['one', 'one', 'two'].map((key) => accept(world, key, sampleSubmission()));
    expect(new Set(jobs.map(({ id }) => id)).size).toBe(3);
    expect(world.findSubmission('one', 'job-1.1')).toEqual(jobs.slice(0, 2));
  });
});

describe('reset', () => {
  it('[mock.control-routes] [mock.clock.reset] forgets jobs, accounts and spent read faults, and puts the clock back', () => {
    const world = openWorld();
    world.describeAccount('one', { credits: 5 });
    world.advanceClock(1_000);
    const job = accept(world, 'two', sampleSubmission({ prompt: '[[mock:status-404=1]]' }));
    world.markAnswered(job.id);
    expect(world.spendReadFault(job, 'statusNotFound')).toBe(true);
    expect(world.spendReadFault(job, 'statusNotFound')).toBe(false);
    world.reset();
    expect(viewLedger(world, {})).toMatchObject({ accepted: 0, charged_credits: 0, jobs: [] });
    expect(world.account('one')).toEqual(defaultMockAccount);
    expect(world.inFlight('two')).toBe(0);
    expect(world.evidence.ofJob(job.id)).toBeUndefined();
    expect(world.spendReadFault(job, 'statusNotFound')).toBe(true);
    expect(world.clock.now()).toBe(beginning);
  });

  it('[mock.reset.keeps] keeps the clock, the accounts or both', () => {
    for (const [clock, accounts] of [
      [true, true],
      [true, false],
      [false, true],
    ] as const) {
      const world = openWorld();
      world.describeAccount('one', { credits: 500 });
      accept(world, 'one', sampleSubmission());
      world.advanceClock(1_000);
      world.reset({ clock, accounts });
      expect(viewLedger(world, {}).jobs).toEqual([]);
      expect(world.clock.now()).toBe(beginning + (clock ? 1_000 : 0));
      expect(world.account('one').credits).toBe(accounts ? 500 : defaultMockAccount.credits);
      expect(world.inFlight('one')).toBe(0);
    }
  });
});

describe('the ledger view', () => {
  it('[mock.ledger] counts the jobs whose prompt, tokens and all, contains the text', () => {
    const world = openWorld();
    accept(world, 'one', sampleSubmission({ prompt: 'a red boat [[mock:run=1s,queue=0s]]' }));
    accept(world, 'one', sampleSubmission({ prompt: 'a red car [[mock:run=1h]]' }));
    accept(
      world,
      'two',
      sampleSubmission({ prompt: 'a red [[mock:queue=0s,run=0s,fail=policy]]' }),
    );
    accept(world, 'two', sampleSubmission({ prompt: 'a blue boat' }));
    world.advanceClock(1_000);
    const counts = { accepted: 3, running: 1, completed: 1, failed: 1, charged_credits: 16 };
    expect(viewLedger(world, { contains: 'red' })).toMatchObject(counts);
    expect(viewLedger(world, { contains: 'run=1h' })).toMatchObject({ accepted: 1, running: 1 });
    expect(viewLedger(world, { contains: 'green' })).toMatchObject({ accepted: 0, jobs: [] });
    const [job] = viewLedger(world, { contains: 'red boat' }).jobs;
    expect(job).toMatchObject({
      correlation_id: 'job-1.1',
      account: 'one',
      prompt: 'a red boat [[mock:run=1s,queue=0s]]',
      state: 'completed',
      accepted_at: '2026-01-01T00:00:00.000Z',
      answered: false,
    });
  });
});

describe('a job that its caller ends early', () => {
  const slow = 'a [[mock:queue=10s,run=10s]]';
  const open = () => {
    const world = openWorld();
    return { world, job: accept(world, 'one', sampleSubmission({ prompt: slow })) };
  };
  const told = (world: ReturnType<typeof openWorld>) => viewLedger(world, {});

  it('[mock.cancel] fails at once, and costs nothing before it ran', () => {
    const { world, job } = open();
    world.advanceClock(9_000);
    world.cancel(job.id);
    expect(told(world)).toMatchObject({ failed: 1, charged_credits: 0 });
    expect([world.inFlight('one'), world.findSubmission('one', 'job-1.1')]).toEqual([
      0,
      [world.find(job.id)],
    ]);
    world.advanceClock(60_000);
    expect(world.creditsOf('one')).toBe(world.account('one').credits);
  });

  it('[mock.cancel] keeps its charge where it ran, and stays as it is once it has ended', () => {
    const { world, job } = open();
    world.advanceClock(11_000);
    world.cancel(job.id);
    world.advanceClock(1_000);
    world.cancel(job.id);
    expect(told(world)).toMatchObject({ failed: 1, charged_credits: 8 });
    expect(world.find(job.id)?.endsAt).toBe(beginning + 11_000);
    const done = open();
    done.world.advanceClock(20_000);
    done.world.cancel(done.job.id);
    expect(told(done.world)).toMatchObject({ completed: 1, charged_credits: 8 });
  });

  it.each([
    [5_000, 0],
    [15_000, 8],
    [25_000, 8],
  ])('[mock.cancel] ends at its deadline of %d ms', (deadlineMs, charged) => {
    const world = openWorld();
    accept(world, 'one', sampleSubmission({ prompt: slow, deadlineMs }));
    world.advanceClock(deadlineMs);
    expect(told(world)).toMatchObject({ running: 0, charged_credits: charged });
  });
});
