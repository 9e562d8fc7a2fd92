import { isDeepStrictEqual } from 'node:util';
import type { JobEffect } from '../src/job/job-effect.ts';
import type { JobEvent } from '../src/job/job-event.ts';
import { transition } from '../src/job/job-transition.ts';
import type { Job } from '../src/job/job.ts';
import type { TrailKind } from '../src/job/trail-kind.ts';
import type { JsonValue } from '../src/json/json-value.ts';

/** Instant of the events that advance jobs here. */
export const now = 1_000;

export interface StepOf {
  /** Changed fields only; without `version` and `updatedAt`. */
  readonly changed: Partial<Job>;
  /** Effects saved with them, in order. */
  readonly effects: readonly JobEffect[];
}

/** Returns the job after an event, with its effects. */
export function stepOf(job: Job, event: JobEvent): StepOf {
  const result = transition(job, event, now);
  if (result.kind !== 'next') throw new Error(`${event.kind} was refused in ${job.state}`);
  const former = new Map<string, unknown>(Object.entries(job));
  const changed = Object.entries(result.job).filter(
    ([name, value]) =>
      name !== 'version' && name !== 'updatedAt' && !isDeepStrictEqual(value, former.get(name)),
  );
  return { changed: Object.fromEntries(changed), effects: result.effects };
}

/** Returns the story of a transition. */
export function line(
  what: TrailKind,
  detail: { readonly [key: string]: JsonValue } = {},
): JobEffect {
  return { kind: 'trail', entry: { at: now, what, detail } };
}
