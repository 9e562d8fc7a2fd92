import { isFinal, jobStates, type UpstreamError } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { RunnerWorld } from '../support/runner-world.ts';

const minuteMs = 60_000;
const concurrency = 10;

const unreachable: UpstreamError = {
  kind: 'unavailable',
  scope: 'endpoint',
  charge: 'not-charged',
  retryAfterMs: null,
  detail: 'connection refused',
};

/**
 * An endpoint with a ten-minute outage under load. Unknown jobs release their slots soon, so no slot limits the loss.
 */
async function throughOutage(
  jobs: number,
  outage: (script: ReturnType<RunnerWorld['upstream']['script']>) => void,
) {
  const world = new RunnerWorld({ unknownSlotMs: minuteMs / 2 });
  await world.addAccount('one', concurrency);
  await world.fillQueue(jobs);
  const script = world.upstream.script('one');
  script.status = 'ended';
  const runner = world.runner({ blockedMs: 2_000 });
  runner.start();
  await world.clock.advance(20_000);
  const before = world.submitted().length;
  expect(before).toBeGreaterThan(concurrency);
  outage(script);
  script.probe = 'break';
  await world.clock.advance(10 * minuteMs);
  const during = world.submitted().length - before;
  script.lost = false;
  delete script.refusal;
  script.probe = 'response';
  await world.clock.advance(12 * minuteMs);
  const { byState } = await world.storage.reader.depth();
  await world.end(runner);
  const open = Object.entries(byState).filter(
    ([state]) => !isFinal(jobStates.find((known) => known === state) ?? 'failed'),
  );
  const left = Object.fromEntries(open.filter(([, count]) => count > 0));
  return { world, during, left };
}

describe.each([
  { jobs: 400, tags: 'sampled' },
  { jobs: 1_000, tags: 'long' },
])('a place that breaks down for ten minutes in the middle of $jobs jobs', ({ jobs, tags }) => {
  it('[providers.port.outage] costs no more than three lost responses and what was under way, and all other work is done after it', {
    tags,
  }, async () => {
    const { world, left } = await throughOutage(jobs, (script) => {
      script.lost = true;
    });
    const { outcome_unknown: unknown = 0, ...open } = left;
    expect(unknown).toBeGreaterThan(0);
    expect(unknown).toBeLessThanOrEqual(3 + concurrency);
    expect(open).toEqual({});
    expect(world.submitted()).toHaveLength(jobs);
    expect(new Set(world.submitted()).size).toBe(jobs);
  });

  it('[providers.port.outage] costs nothing where no connection comes about', {
    tags,
  }, async () => {
    const { world, during, left } = await throughOutage(jobs, (script) => {
      script.refusal = unreachable;
    });
    expect(left).toEqual({});
    expect(during).toBeGreaterThan(0);
    expect(during).toBeLessThan(3 * concurrency);
    const submissions = new Map<string, number>();
    for (const id of world.submitted()) submissions.set(id, (submissions.get(id) ?? 0) + 1);
    expect(submissions.size).toBe(jobs);
    // Refused submissions were sent again, and accepted ones were not.
    expect([...submissions.values()].reduce((sum, count) => sum + count, 0)).toBe(jobs + during);
  });
});
