import { isFinal } from '@filmgate/core';
import type { History } from './history.ts';
import { checkWorld } from './check-world.ts';
import { Operator } from './operator.ts';
import { performAct } from './perform-act.ts';
import { World, type WorldSetting } from './world.ts';

/** Result of one history. */
export interface HistoryOutcome {
  /** Broken promises; empty when all were kept. */
  readonly violations: readonly string[];
  /** Equal for equal histories. */
  readonly trace: string;
}

/** Interval of checks of a healed world, true ms. */
const checkEveryMs = 60_000;
/** Maximum time until every job must have ended after the last fault, true ms. */
const endsWithinMs = 45 * 60_000;
/** Maximum time until unknown outcomes that can be queried must have ended: searches back off up to an hour. */
const foundWithinMs = 3 * 3_600_000;

/** Runs a history from its first act until nothing changes any more, and checks it. */
export async function runHistory(history: History, setting: WorldSetting): Promise<HistoryOutcome> {
  const world = await World.open(history, setting);
  const operator = new Operator(world);
  await operator.settleIn();
  world.machines.forEach((_, index) => world.start(index));
  await world.scheduler.pass(0);
  for (const act of history.acts) await performAct(world, operator, act);
  await heal(world, operator);
  await untilQuiet(world);
  const violations = await checkWorld(world, operator);
  return { violations, trace: world.trace.text() };
}

/** Ends all faults; clock differences stay. */
async function heal(world: World, operator: Operator): Promise<void> {
  world.line.heal();
  world.upstream.heal();
  for (const machine of world.machines) machine.steady();
  for (const node of world.nodes) if (node?.process.isPaused === true) node.process.resume();
  // Messages in transit arrive; starting or draining processes finish.
  await world.scheduler.pass(checkEveryMs);
  await world.acknowledgeLoss();
  await operator.putRight();
  world.nodes.forEach((node, index) => node === null && world.start(index));
}

async function untilQuiet(world: World): Promise<void> {
  const worksUntil = Math.max(0, ...world.upstream.ledger.accepted.map(({ endsAt }) => endsAt));
  const healedAt = Math.max(world.scheduler.now, worksUntil);
  for (;;) {
    const rest = await restOf(world);
    const passed = world.scheduler.now - healedAt;
    if (rest === 'quiet' || passed >= (rest === 'open' ? endsWithinMs : foundWithinMs)) return;
    await world.scheduler.pass(checkEveryMs);
  }
}

/** Remaining automatic work: `searching` when only unknown outcomes are left that can be queried. */
async function restOf(world: World): Promise<'quiet' | 'open' | 'searching'> {
  const { ledger, words } = world.upstream;
  // A video that its provider deleted is fetched for as long as the provider may still have it, without success.
  const unfinished = (await world.jobs()).filter(
    ({ id, state }) =>
      !isFinal(state) && !ledger.ofJob(id).some((work) => words.hasForgotten(work)),
  );
  if (unfinished.some(({ state }) => state !== 'outcome_unknown')) return 'open';
  const { isFindable, isKeyed } = world.history;
  const askable = unfinished.filter(
    ({ handle, holdsSlot }) => handle !== null || isFindable || (isKeyed && holdsSlot),
  );
  return askable.length > 0 ? 'searching' : 'quiet';
}
