import * as z from 'zod';
import type { MockSpace } from '../space/mock-space.ts';
import { jsonReply, type ProviderResponse } from '../http/provider-request.ts';
import { clockSchema, longestAdvanceMs } from '../job/clock-form.ts';
import { changeClock, latestInstant, printMode } from '../job/clock-setting.ts';
import { advanceProblem } from '../job/mock-clock.ts';
import { changesOf } from '../job/reported-job.ts';
import { type ControlRoute, invalid, posting, reading } from './control-route.ts';
import { knownFields } from '../input/strict-input.ts';

const advanceMs = z.number().nonnegative().max(longestAdvanceMs);

const wishSchema = knownFields({
  ...clockSchema.shape,
  advance: advanceMs.optional(),
  next: z.literal(true).optional(),
  untilIdle: z.literal(true).optional(),
}).refine(
  ({ set, advance, next, untilIdle }) =>
    [set, advance, next, untilIdle].filter((move) => move !== undefined).length <= 1,
  'only one of set, advance, next and untilIdle is allowed',
);
type ClockWish = z.output<typeof wishSchema>;

/** Routes to read and move the time of a space. A move returns when everything that is due has happened. */
export const clockRoutes: readonly ControlRoute[] = [
  reading('clock', {}, describeClock),
  posting('clock', wishSchema, moveClock),
];

/** The time of a space, for people and tests. */
export function viewClock(space: MockSpace) {
  const { world, hung } = space;
  const now = world.clock.now();
  const events = eventsAfter(space, now);
  const { mode } = world.clock.setting();
  return {
    mode: printMode(mode),
    speed: mode.kind === 'scaled' ? mode.speed : 1,
    now: textOf(now),
    next: events.length === 0 ? null : textOf(earliest(events)),
    waiting: hung.size,
  };
}

function describeClock(space: MockSpace): ProviderResponse {
  return jsonReply(200, viewClock(space));
}

async function moveClock(space: MockSpace, wish: ClockWish): Promise<ProviderResponse> {
  const { world } = space;
  const { clock } = world;
  const from = { setting: clock.setting(), now: clock.now(), wallNow: clock.wallNow() };
  const isWithoutJobs = world.accounts.counts().accepted === 0;
  const change = changeClock(from, wish, isWithoutJobs);
  if (change.kind === 'refused') return invalid(change.message);
  const problem = advanceProblem(change.now, wish.advance ?? 0);
  if (problem !== undefined) return invalid(problem);
  const target = targetOf(space, wish, change.now);
  if (wish.mode !== undefined || wish.set !== undefined) {
    world.control.setClock(change.setting);
    if (isWithoutJobs) space.scenario.begin({ rules: true });
  }
  await moveTo(space, target);
  const isIdle = wish.untilIdle !== true || eventsAfter(space, clock.now()).length === 0;
  // A refused callback is due again later.
  return isIdle ? describeClock(space) : moveClock(space, { untilIdle: true });
}

/** Moves the clock, with a stop at each step of the scenario, and executes everything that is due at each stop. */
async function moveTo(space: MockSpace, target: number): Promise<void> {
  const { world, hung, callbacks, scenario } = space;
  const steps = scenario.instants().filter((at) => at > world.clock.now() && at < target);
  for (const stop of [...steps, target]) {
    const ms = stop - world.clock.now();
    if (ms > 0) world.control.advanceClock(ms);
    await hung.settle();
    await callbacks.settle();
    scenario.settle();
  }
}

/** Target of a move from `now`. */
function targetOf(space: MockSpace, { advance, next, untilIdle }: ClockWish, now: number): number {
  if (advance !== undefined) return now + advance;
  const events = next === true || untilIdle === true ? eventsAfter(space, now) : [];
  if (events.length === 0) return now;
  return next === true ? earliest(events) : events.reduce((one, other) => Math.max(one, other));
}

/** Instants at which a job changes or a waiting call ends. */
function eventsAfter({ world, hung }: MockSpace, now: number): readonly number[] {
  const changes = [...world.jobs.all()].flatMap((job) => changesOf(job));
  const events = [...changes, ...hung.ends(), ...world.callbacks.instants()];
  // Events beyond the last instant never happen.
  return events.filter((at) => at > now && at <= latestInstant);
}

function earliest(events: readonly number[]): number {
  return events.reduce((one, other) => Math.min(one, other));
}

function textOf(at: number): string {
  return new Date(at).toISOString();
}
