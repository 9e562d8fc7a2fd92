import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMovedClock } from './moved-clock.ts';
import { eventually } from './eventually.ts';
import { instant, smallest } from './prompts.ts';
import { jsonOf } from './response.ts';
import { adminJobResponseSchema } from './shapes.ts';
import { type Gateway, startGateway } from './start-gateway.ts';
import { taskOf, tasksClient } from './tasks-client.ts';

const clock = createMovedClock();
let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({ wrapPorts: clock.wrapPorts });
});
afterAll(() => gateway.stop());

/** A task that was sent and got no response, of its own user. */
async function sent(prompt: string) {
  const user = await gateway.createApiUser();
  const tasks = tasksClient(gateway.tasksUrl, user.key);
  const task = taskOf(await tasks.create(smallest(prompt)));
  const job = async () =>
    adminJobResponseSchema.parse(jsonOf(await gateway.adminFetch(`jobs/${task.id}`)));
  /** Checks at once, as an operator does; returns the state. */
  const checked = async () => {
    await gateway.adminFetch(`jobs/${task.id}/check`, { method: 'POST' });
    return (await job()).state;
  };
  await eventually(async () => ((await job()).state === 'outcome_unknown' ? true : undefined), {
    what: `${task.id} to be unknown`,
  });
  return { ...user, checked, failed: () => tasks.failed(task.id) };
}

describe('a connection that ends without a response', () => {
  it('[mock.lost-request][invariants.i5-refund-with-proof][invariants.i6-unknown-not-resubmitted] stays unknown while it proves nothing, and is refunded when the submission is proven absent', async () => {
    const text = 'lost on its way 5e21';
    const lost = await sent(instant(text, 'lost-request'));
    const twin = await sent(instant('response lost 5e21', 'lost-response'));
    for (const task of [lost, twin]) {
      expect(await task.checked()).toBe('outcome_unknown');
      expect((await gateway.usageOf(task.id)).held).toBeGreaterThan(0);
    }
    // The send window, and the time in which the request may still be running.
    clock.byMs += 240_000;
    for (const task of [lost, twin]) expect(await task.checked()).toBe('outcome_unknown');
    clock.byMs += 120_000;
    for (const state of ['outcome_unknown', 'outcome_unknown', 'failed']) {
      expect(await lost.checked()).toBe(state);
      clock.byMs += 60_000;
    }
    expect((await lost.failed()).error?.code).toBe('submission_not_found');
    expect(await gateway.usageOf(lost.id)).toEqual({ used: 0, reserved: 0, held: 0 });
    expect((await gateway.mock.ledger(text)).accepted).toBe(0);
    expect(await twin.checked()).toBe('outcome_unknown');
    expect((await gateway.usageOf(twin.id)).held).toBeGreaterThan(0);
    expect((await gateway.mock.ledger('response lost 5e21')).accepted).toBe(1);
  });
});
