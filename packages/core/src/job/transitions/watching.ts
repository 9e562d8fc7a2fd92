import type { JsonValue } from '../../json/json-value.ts';
import { describeFailure, failureCodeOf } from '../describe-failure.ts';
import type { JobEvent } from '../job-event.ts';
import type { UpstreamUsage } from '../../upstream/upstream-usage.ts';
import type { Doubt } from '../doubt.ts';
import type { Job } from '../job.ts';
import { newResultFetch } from '../result-fetch.ts';
import { toldFacts, toldUnread, toldUsage } from '../told-facts.ts';
import { type Step, StepBuilder } from './step.ts';

type Event<K extends JobEvent['kind']> = Extract<JobEvent, { readonly kind: K }>;

/** Highest progress shown before our own copy is on disk. */
const highestOpenProgress = 99;

/** `submitted`/`polling` → `polling`; progress never falls. The first read tells what it left out, and later ones are like it. */
export function progressed(job: Job, event: Event<'progressed'>, now: number): Step {
  const reported = Math.min(highestOpenProgress, Math.max(0, Math.floor(event.progress ?? 0)));
  const step = new StepBuilder(job, now).set({
    state: 'polling',
    progress: Math.max(job.progress, reported),
    readFailures: 0,
    doubt: null,
    dueAt: event.pollAt,
  });
  const told = toldUnread(event.unread);
  const isFirst = job.state === 'submitted' && Object.keys(told).length > 0;
  return (isFirst ? step.trail('partly-read', told) : step).build();
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

/** A word against the work that is not believed yet is told when it is said first. */
export function doubted(job: Job, event: Event<'doubted'>, now: number): Step {
  const { doubt, detail, dueAt } = event;
  const readFailures = job.readFailures + 1;
  const step = new StepBuilder(job, now).set({ doubt, readFailures, dueAt });
  if (doubt.looks > 1) return step.build();
  return step.trail('doubted', { account: job.accountId, said: doubt.word, detail }).build();
}

/** What an end rests on, for a trail. */
export function looksOf({ looks, since }: Doubt): {
  readonly looks: number;
  readonly since: number;
} {
  return { looks, since };
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
      doubt: null,
      dueAt: now,
    })
    .trail('upstream-finished', madeOf(event))
    .build();
}

/** What the provider says of the video: what it took for it, and what it made. */
function madeOf({ usage, effective, unread }: Omit<Event<'succeeded'>, 'kind' | 'output'>): {
  readonly [field: string]: JsonValue;
} {
  return {
    ...toldUnread(unread),
    ...(usage !== undefined && { usage: { ...toldUsage(usage) } }),
    ...(effective !== undefined && { effective: toldFacts(effective) }),
  };
}

/**
 * The upstream's own verdict: over, and the owner pays nothing. The account pays what it says it took; a figure says more than a
 * word for whether it charged.
 */
export function upstreamFailed(job: Job, event: Event<'upstream-failed'>, now: number): Step {
  const { error, usage, unread, doubt } = event;
  const charge = usage === undefined ? error.charge : chargeFor(usage);
  const step = new StepBuilder(job, now).quota('refund');
  if (charge === 'charged') step.paid(usage);
  // Still open only where the provider charges for what it made.
  else if (charge === 'unknown') step.credit('refund');
  else step.credit('return').credit('refund').told(usage);
  return step
    .trail('upstream-failed', {
      reason: error.kind,
      charge,
      detail: error.detail,
      ...looksOf(doubt),
      ...madeOf({ ...(usage !== undefined && { usage }), ...(unread !== undefined && { unread }) }),
    })
    .fail(describeFailure(failureCodeOf(error)))
    .build();
}

function chargeFor({ amount }: UpstreamUsage): 'charged' | 'not-charged' {
  return amount > 0 ? 'charged' : 'not-charged';
}

/** Accepted too long ago with no outcome: possibly charged, so unknown, not failed. */
export function deadlinePassed(job: Job, event: Event<'deadline-passed'>, now: number): Step {
  return new StepBuilder(job, now)
    .quota('hold')
    .credit('hold')
    .set({
      state: 'outcome_unknown',
      unknownSince: now,
      readFailures: 0,
      doubt: null,
      dueAt: event.dueAt,
    })
    .trail('deadline-passed', { account: job.accountId })
    .build();
}

/** The upstream denies what it accepted: possibly charged, so unknown, not failed. */
export function notKnown(job: Job, event: Event<'not-known'>, now: number): Step {
  return new StepBuilder(job, now)
    .quota('hold')
    .credit('hold')
    .set({
      state: 'outcome_unknown',
      unknownSince: now,
      readFailures: 0,
      doubt: event.doubt,
      dueAt: event.dueAt,
    })
    .trail('not-known', { account: job.accountId })
    .build();
}
