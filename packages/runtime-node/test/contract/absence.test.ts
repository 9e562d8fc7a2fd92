import type { ReconcileOutcome } from '@filmgate/core';
import { expect, it } from 'vitest';
import { RunnerWorld } from '../support/runner-world.ts';

const minuteMs = 60_000;

/** A job that waited ten minutes for an account, and whose submission never got a response. */
async function lostSubmission(reconcile: (sentBy: number) => ReconcileOutcome) {
  const world = new RunnerWorld({ reconcile: ({ sentBetween }) => reconcile(sentBetween.to) });
  const id = await world.accept();
  const runner = world.runner();
  runner.start();
  await world.clock.advance(10 * minuteMs);
  world.upstream.script('late').submit = 'hang';
  await world.addAccount('late', 1);
  const sentAt = world.clock.now();
  await world.clock.advance(5 * minuteMs);
  return { world, id, runner, sentAt };
}

it('[invariants.i5-refund-with-proof] a search that fails proves nothing', async () => {
  const { world, id, runner } = await lostSubmission(() => {
    throw new Error('the search broke');
  });
  await world.clock.advance(60 * minuteMs);
  expect(await world.job(id)).toMatchObject({ state: 'outcome_unknown', quota: 'held' });
  expect(world.logged).toContain('reconcile-threw');
  await world.end(runner);
});

it('[invariants.i5-refund-with-proof] a provider that has settled since the acceptance, but not since the submission, proves nothing', async () => {
  const settlesInMs = 12 * minuteMs;
  const { world, id, runner, sentAt } = await lostSubmission((sentBy) =>
    world.clock.now() - sentBy > settlesInMs
      ? { kind: 'absent' }
      : { kind: 'transient', detail: 'it may be listed yet' },
  );
  while ((await world.job(id)).state === 'outcome_unknown') await world.clock.advance(minuteMs);
  expect((await world.job(id)).state).toBe('failed');
  expect(world.clock.now() - sentAt).toBeGreaterThan(settlesInMs);
  await world.end(runner);
});
