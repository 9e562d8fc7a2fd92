import { isFinal } from '@filmgate/core';
import type { History } from './history.ts';
import { judgeWorld } from './judge-world.ts';
import { Operator } from './operator.ts';
import { performAct } from './perform-act.ts';
import { World, type WorldSetting } from './world.ts';

/** What came of one history. */
export interface HistoryOutcome {
  /** Promises that were not kept; empty when all were. */
  readonly violations: readonly string[];
  /** Equal for equal histories. */
  readonly trace: string;
}

/** Healed worlds are looked at so often, true ms. */
const lookEveryMs = 60_000;
/** By when every job must have ended once nothing goes wrong any more, true ms. */
const endsWithinMs = 45 * 60_000;
/** By when unknown outcomes that can be asked about must have: searches back off up to an hour. */
const foundWithinMs = 3 * 3_600_000;

/** Runs a history from its first act until everything has come to rest, and judges it. */
export async function runHistory(history: History, setting: WorldSetting): Promise<HistoryOutcome> {
  const world = await World.open(history, setting);
  const operator = new Operator(world);
  await operator.settleIn();
  world.machines.forEach((_, index) => world.start(index));
  await world.scheduler.pass(0);
  for (const act of history.acts) await performAct(world, operator, act);
  await heal(world, operator);
  await untilQuiet(world);
  const violations = await judgeWorld(world, operator);
  return { violations, trace: world.trace.text() };
}

/** From now on nothing goes wrong any more; what clocks are off, they stay. */
async function heal(world: World, operator: Operator): Promise<void> {
  world.line.heal();
  world.upstream.heal();
  for (const machine of world.machines) machine.steady();
  for (const node of world.nodes) if (node?.process.isPaused === true) node.process.resume();
  // What is on its way arrives; what is being started or drained comes up by itself.
  await world.scheduler.pass(lookEveryMs);
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
    await world.scheduler.pass(lookEveryMs);
  }
}

/** Whether something still has to happen by itself: `searching` when only unknown outcomes are left that can be asked about. */
async function restOf(world: World): Promise<'quiet' | 'open' | 'searching'> {
  const { ledger, words } = world.upstream;
  // What its provider cleared away is fetched for as long as it may still have it, and nothing comes of that.
  const unfinished = (await world.jobs()).filter(
    ({ id, state }) =>
      !isFinal(state) && !ledger.ofJob(id).some((work) => words.hasForgotten(work)),
  );
  if (unfinished.some(({ state }) => state !== 'outcome_unknown')) return 'open';
  const askable = unfinished.filter(({ handle }) => handle !== null || world.history.isFindable);
  return askable.length > 0 ? 'searching' : 'quiet';
}
