import { expect } from 'vitest';
import type { Runner } from '../../src/index.ts';
import type { RunnerWorld } from './runner-world.ts';

/** A job, and the runner that waits for what its upstream says to it. */
export interface Unanswered {
  readonly id: string;
  readonly sender: Runner;
}

/** A job that was sent on the account `slow`; `world.upstream.answerHanging()` brings the response. */
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

/** The same, when the sender stood still until its lease had ended: it can renew nothing, and claim nothing. */
export async function outOfLease(world: RunnerWorld): Promise<Unanswered> {
  const sent = await unanswered(world);
  world.refuse('renewLeases', 'claimDue');
  await world.clock.advance(30_500);
  world.refuse('renewLeases');
  return sent;
}

/** The same, when another runner has called the outcome unknown. */
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
