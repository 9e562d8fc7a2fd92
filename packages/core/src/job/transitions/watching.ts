import type { JsonValue } from '../../json/json-value.ts';
import { describeFailure, failureCodeOf } from '../describe-failure.ts';
import type { JobEvent } from '../job-event.ts';
import type { Job } from '../job.ts';
import { newResultFetch } from '../result-fetch.ts';
import { toldFacts, toldUsage } from '../told-facts.ts';
import { type Step, StepBuilder } from './step.ts';

type Event<K extends JobEvent['kind']> = Extract<JobEvent, { readonly kind: K }>;

/** Highest progress shown before our own copy is on disk. */
const highestOpenProgress = 99;

/** `submitted`/`polling` → `polling`; progress never falls. */
export function progressed(job: Job, event: Event<'progressed'>, now: number): Step {
  const reported = Math.min(highestOpenProgress, Math.max(0, Math.floor(event.progress ?? 0)));
  return new StepBuilder(job, now)
    .set({
      state: 'polling',
      progress: Math.max(job.progress, reported),
      readFailures: 0,
      dueAt: event.pollAt,
    })
    .build();
}

/** Long outages leave a line at 1, 2, 4, 8… failures in a row, not one each. */
export function isWorthALine(failuresInARow: number): boolean {
  return Number.isInteger(Math.log2(failuresInARow));
}

/** Says nothing about the job: only the next look moves. */
export function readFailed(job: Job, event: Event<'read-failed'>, now: number): Step {
  const inARow = job.readFailures + 1;
  const step = new StepBuilder(job, now).set({ readFailures: inARow, dueAt: event.dueAt });
  return (
    isWorthALine(inARow) ? step.trail('read-failed', { detail: event.detail, inARow }) : step
  ).build();
}

/** Upstream finished: what is left is our own copy. */
export function succeeded(job: Job, event: Event<'succeeded'>, now: number): Step {
  return new StepBuilder(job, now)
    .paid(event.usage)
    .set({
      state: 'storing',
      output: event.output,
      resultFetch: newResultFetch(now),
      readFailures: 0,
      dueAt: now,
    })
    .trail('upstream-finished', madeOf(event))
    .build();
}

/** What the provider says of the video: what it took for it, and what it made. */
function madeOf({ usage, effective }: Pick<Event<'succeeded'>, 'usage' | 'effective'>): {
  readonly [field: string]: JsonValue;
} {
  return {
    ...(usage !== undefined && { usage: { ...toldUsage(usage) } }),
    ...(effective !== undefined && { effective: toldFacts(effective) }),
  };
}

/** The upstream's own verdict: over, and the owner pays nothing. Its credits follow what it says it took. */
export function upstreamFailed(job: Job, event: Event<'upstream-failed'>, now: number): Step {
  const step = new StepBuilder(job, now).quota('refund');
  const { charge } = event.error;
  if (charge === 'not-charged') step.credit('return').credit('refund');
  // Still open only where the provider charges for what it made.
  else step.credit(charge === 'charged' ? 'settle' : 'refund');
  return step
    .trail('upstream-failed', {
      reason: event.error.kind,
      charge: event.error.charge,
      detail: event.error.detail,
    })
    .fail(describeFailure(failureCodeOf(event.error)))
    .build();
}

/** Accepted too long ago with no outcome: possibly charged, so unknown, not failed. */
export function deadlinePassed(job: Job, event: Event<'deadline-passed'>, now: number): Step {
  return new StepBuilder(job, now)
    .quota('hold')
    .credit('hold')
    .set({ state: 'outcome_unknown', unknownSince: now, readFailures: 0, dueAt: event.dueAt })
    .trail('deadline-passed', { account: job.accountId })
    .build();
}

/** The upstream denies what it accepted: possibly charged, so unknown, not failed. */
export function notKnown(job: Job, event: Event<'not-known'>, now: number): Step {
  return new StepBuilder(job, now)
    .quota('hold')
    .credit('hold')
    .set({ state: 'outcome_unknown', unknownSince: now, readFailures: 0, dueAt: event.dueAt })
    .trail('not-known', { account: job.accountId })
    .build();
}

/** `storing` → `completed`: our copy is on disk; the owner pays. */
export function resultStored(job: Job, event: Event<'result-stored'>, now: number): Step {
  const step = new StepBuilder(job, now);
  return step
    .quota('settle')
    .releaseSlot()
    .warn(event.warnings)
    .set({
      state: 'completed',
      progress: 100,
      result: event.result,
      resultFetch: null,
      completedAt: step.at,
      resultExpiresAt: event.expiresAt,
      readFailures: 0,
      dueAt: null,
    })
    .trail('completed', { sha256: event.result.sha256, size: event.result.size })
    .build();
}

/**
 * Not a failure of the job: the video is made and paid for, and arrives later. The trail says what delays it at the
 * beginning and at 1, 2, 4, 8… tries in a row. A fresh output replaces one that may have expired.
 */
export function resultAwaited(job: Job, event: Event<'result-awaited'>, now: number): Step {
  const before = job.resultFetch ?? newResultFetch(now);
  const { reason, detail, proof, until } = event;
  const inARow = job.readFailures + 1;
  const isSame = before.awaits === reason;
  const step = new StepBuilder(job, now).set({
    output: event.output ?? job.output,
    readFailures: inARow,
    resultFetch: {
      since: before.since,
      awaits: reason,
      awaitsSince: isSame ? before.awaitsSince : now,
      until,
      faults: proof.faults,
      lastFault: proof.lastFault,
    },
    dueAt: event.dueAt,
  });
  const waits = { awaits: reason, detail, inARow, until: event.dueAt };
  if (event.givesUpSlot && job.holdsSlot)
    step.releaseSlot().trail('slot-given-up', { account: job.accountId, ...waits });
  else if (!isSame || isWorthALine(inARow)) step.trail('result-awaited', waits);
  return step.build();
}

/** `storing` → `failed`: it cannot be had any more. The owner is not charged for what was not delivered. */
export function resultNotFetched(job: Job, event: Event<'result-not-fetched'>, now: number): Step {
  return new StepBuilder(job, now)
    .quota('refund')
    .trail('result-not-fetched', { awaits: event.reason, detail: event.detail })
    .fail(describeFailure('result_invalid'))
    .build();
}

/** `storing` → `failed`: the upstream was paid, the owner is not charged for what was not delivered. */
export function resultUnusable(job: Job, event: Event<'result-unusable'>, now: number): Step {
  return new StepBuilder(job, now)
    .quota('refund')
    .trail('result-unusable', { detail: event.detail })
    .fail(describeFailure('result_invalid'))
    .build();
}
