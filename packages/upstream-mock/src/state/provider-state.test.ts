import { describe, expect, it } from 'vitest';
import { accept, beginning, openWorld } from '../../test/support/open-world.ts';
import { sampleSubmission } from '../../test/support/sample-submission.ts';
import { requestFacts } from '../records/request-facts.ts';
import { jsonReply } from '../http/provider-request.ts';
import { viewLedger } from './ledger-view.ts';
import { defaultMockAccount } from '../job/mock-account.ts';

describe('refusals before acceptance', () => {
  it.each([
    [400, 'invalid', null],
    [401, 'login', null],
    [403, 'forbidden', null],
    [429, 'rate_limited', 100],
    [503, 'unavailable', 100],
  ])('[mock.refuse] refuse=%d refuses as %s and leaves no trace', (status, kind, retryAfterMs) => {
    const world = openWorld({ speed: 20 });
    const outcome = world.submissions.submit(
      'one',
      sampleSubmission({ prompt: `[[mock:refuse=${status}]]` }),
    );
    expect(outcome).toMatchObject({ kind: 'refused', refusal: { kind, retryAfterMs } });
    expect([...world.jobs.all()]).toEqual([]);
    expect(world.accounts.creditsOf('one')).toBe(defaultMockAccount.credits);
  });
});

describe('the same correlation id twice', () => {
  it('[mock.ledger] is two jobs with ids of their own, also on another account', () => {
    const world = openWorld();
    const jobs = ['one', 'one', 'two'].map((key) => accept(world, key, sampleSubmission()));
    expect(new Set(jobs.map(({ id }) => id)).size).toBe(3);
    expect(world.jobs.ofSubmission('one', 'job-1.1')).toEqual(jobs.slice(0, 2));
  });
});

describe('reset', () => {
  it('[mock.control-routes] [mock.clock.reset] forgets jobs, accounts and spent read faults, and puts the clock back', () => {
    const world = openWorld();
    world.accounts.describe('one', { credits: 5 });
    world.control.advanceClock(1_000);
    const job = accept(world, 'two', sampleSubmission({ prompt: '[[mock:reads=404:1]]' }));
    world.submissions.markAnswered(job.id);
    expect(world.jobs.spendReadFault(job, 'reads')).toBe(true);
    expect(world.jobs.spendReadFault(job, 'reads')).toBe(false);
    world.control.reset();
    expect(viewLedger(world, {})).toMatchObject({ accepted: 0, charged_credits: 0, jobs: [] });
    expect(world.accounts.settings('one')).toEqual(defaultMockAccount);
    expect(world.accounts.inFlight('two')).toBe(0);
    expect(world.requestHistory.ofJob(job.id)).toBeUndefined();
    expect(world.jobs.spendReadFault(job, 'reads')).toBe(true);
    expect(world.clock.now()).toBe(beginning);
  });

  it('[mock.control-routes] keeps no value that forgotten jobs and requests had in common', async () => {
    const world = openWorld();
    const { exchanges, journal } = world.requestHistory;
    const seen = { method: 'GET', path: '/a/path', header: () => undefined, isLocal: true };
    const valuesOfTwo = async () => {
      const jobs = [1, 2].map((nth) =>
        accept(
          world,
          'two',
          sampleSubmission({ correlationId: `job-${nth}`, prompt: '[[mock:findable]]' }),
        ),
      );
      const reply = async () => jsonReply(200, {});
      for (const _ of jobs) await exchanges.serve(requestFacts(seen, 'mock'), reply);
      const kept = jobs.map(({ id }) => world.jobs.find(id)?.instructions);
      const served = [1, 2].map((id) => journal.find(id));
      return [kept, served.map((one) => one?.request), served.map((one) => one?.reported)];
    };
    const former = await valuesOfTwo();
    for (const [one, other] of former) expect(other).toBe(one);
    world.control.reset();
    const later = await valuesOfTwo();
    for (const [at, [one]] of later.entries()) {
      expect(one).toEqual(former[at]?.[0]);
      expect(one).not.toBe(former[at]?.[0]);
    }
  });

  it('[mock.reset.keeps] keeps the clock, the accounts or both', () => {
    for (const [clock, accounts] of [
      [true, true],
      [true, false],
      [false, true],
    ] as const) {
      const world = openWorld();
      world.accounts.describe('one', { credits: 500 });
      accept(world, 'one', sampleSubmission());
      world.control.advanceClock(1_000);
      world.control.reset({ clock, accounts });
      expect(viewLedger(world, {}).jobs).toEqual([]);
      expect(world.clock.now()).toBe(beginning + (clock ? 1_000 : 0));
      expect(world.accounts.settings('one').credits).toBe(
        accounts ? 500 : defaultMockAccount.credits,
      );
      expect(world.accounts.inFlight('one')).toBe(0);
    }
  });
});
