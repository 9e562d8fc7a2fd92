import { expect } from 'vitest';
import type { Runner } from '../../src/index.ts';
import type { RunnerWorld } from './runner-world.ts';

/** A job, and the runner that waits for its upstream's response. */
export interface Unanswered {
  readonly id: string;
  readonly sender: Runner;
}

/** A job that was sent on the account `slow`; `world.upstream.answerHanging()` delivers the response. */
export async function unanswered(world: RunnerWorld): Promise<Unanswered> {
  await world.addAccount('slow', 1);
  world.upstream.script('slow').submit = 'ignore-everything';
  const id = await world.accept();
  const sender = world.runner();
  sender.start();
  await world.clock.advance(0);
  expect(world.submitted()).toContain(id);
  return { id, sender };
}

/** An unanswered job whose sender was suspended until its lease had ended: it can renew nothing, and claim nothing. */
export async function outOfLease(world: RunnerWorld): Promise<Unanswered> {
  const sent = await unanswered(world);
  world.refuse('renewLeases', 'claimDue');
  await world.clock.advance(30_500);
  world.refuse('renewLeases');
  return sent;
}

/** An unanswered job whose outcome another runner has recorded as unknown. */
export async function takenOver(
  world: RunnerWorld,
): Promise<Unanswered & { readonly taker: Runner }> {
  const sent = await outOfLease(world);
  const taker = world.runner();
  taker.start();
  await world.clock.advance(0);
  expect((await world.job(sent.id)).state).toBe('outcome_unknown');
  return { ...sent, taker };
}
