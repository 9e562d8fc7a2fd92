import { describe, expect, it } from 'vitest';
import { accept, beginning, openWorld } from '../../test/support/open-world.ts';
import { sampleSubmission } from '../../test/support/sample-submission.ts';
import { viewLedger } from './ledger-view.ts';

describe('a job that its caller ends early', () => {
  const slow = 'a [[mock:queue=10s,run=10s]]';
  const open = () => {
    const world = openWorld();
    return { world, job: accept(world, 'one', sampleSubmission({ prompt: slow })) };
  };
  const reported = (world: ReturnType<typeof openWorld>) => viewLedger(world, {});

  it('[mock.cancel] fails at once, and costs nothing before it ran', () => {
    const { world, job } = open();
    world.control.advanceClock(9_000);
    world.jobs.cancel(job.id);
    expect(reported(world)).toMatchObject({ failed: 1, charged_credits: 0 });
    expect([world.accounts.inFlight('one'), world.jobs.ofSubmission('one', 'job-1.1')]).toEqual([
      0,
      [world.jobs.find(job.id)],
    ]);
    world.control.advanceClock(60_000);
    expect(world.accounts.creditsOf('one')).toBe(world.accounts.settings('one').credits);
  });

  it('[mock.cancel] keeps its charge where it ran, and stays as it is once it has ended', () => {
    const { world, job } = open();
    world.control.advanceClock(11_000);
    world.jobs.cancel(job.id);
    world.control.advanceClock(1_000);
    world.jobs.cancel(job.id);
    expect(reported(world)).toMatchObject({ failed: 1, charged_credits: 8 });
    expect(world.jobs.find(job.id)?.endsAt).toBe(beginning + 11_000);
    const done = open();
    done.world.control.advanceClock(20_000);
    done.world.jobs.cancel(done.job.id);
    expect(reported(done.world)).toMatchObject({ completed: 1, charged_credits: 8 });
  });

  it.each([
    [5_000, 0],
    [15_000, 8],
    [25_000, 8],
  ])('[mock.cancel] ends at its deadline of %d ms', (deadlineMs, charged) => {
    const world = openWorld();
    accept(world, 'one', sampleSubmission({ prompt: slow, deadlineMs }));
    world.control.advanceClock(deadlineMs);
    expect(reported(world)).toMatchObject({ running: 0, charged_credits: charged });
  });

  it.each([
    [9_999, { failed: 1, charged_credits: 0 }],
    [10_000, { completed: 1, charged_credits: 8 }],
  ])('[mock.fal.start] must start within %d ms, or ends unpaid', (startWithinMs, ends) => {
    const world = openWorld();
    accept(world, 'one', sampleSubmission({ prompt: slow, startWithinMs }));
    world.control.advanceClock(60_000);
    expect(reported(world)).toMatchObject(ends);
  });
});
