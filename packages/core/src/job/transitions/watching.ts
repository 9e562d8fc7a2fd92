import type { JsonValue } from '../../json/json-value.ts';
import { describeFailure, failureCodeOf } from '../describe-failure.ts';
import type { JobEvent } from '../job-event.ts';
import type { UpstreamUsage } from '../../upstream/upstream-usage.ts';
import type { Doubt } from '../doubt.ts';
import type { Job } from '../job.ts';
import { newResultFetch } from '../result-fetch.ts';
import { reportedFacts, reportedUnread, reportedUsage } from '../reported-facts.ts';
import { type Step, StepBuilder } from './step.ts';

type Event<K extends JobEvent['kind']> = Extract<JobEvent, { readonly kind: K }>;

/** Highest progress shown before our own copy is on disk. */
const highestOpenProgress = 99;

/**
 * `submitted`/`polling` → `polling`; progress never falls. The trail names the fields that the first read left out;
 * later reads are like it.
 */
export function progressed(job: Job, event: Event<'progressed'>, now: number): Step {
  const progress = Math.min(highestOpenProgress, Math.max(0, Math.floor(event.progress ?? 0)));
  const step = new StepBuilder(job, now).set({
    state: 'polling',
    progress: Math.max(job.progress, progress),
    readFailures: 0,
    doubt: null,
    dueAt: event.pollAt,
  });
  const reported = reportedUnread(event.unread);
  const isFirst = job.state === 'submitted' && Object.keys(reported).length > 0;
  return (isFirst ? step.trail('partly-read', reported) : step).build();
}

/** Returns true at 1, 2, 4, 8… consecutive failures, so that long outages leave few trail steps. */
export function isWorthALine(failuresInARow: number): boolean {
  return Number.isInteger(Math.log2(failuresInARow));
}

/** Says nothing about the job: only the next check moves. */
export function readFailed(job: Job, event: Event<'read-failed'>, now: number): Step {
  const inARow = job.readFailures + 1;
  const { dueAt, callEndsAt: sendDeadlineAt = job.sendDeadlineAt } = event;
  const step = new StepBuilder(job, now).set({ readFailures: inARow, dueAt, sendDeadlineAt });
  return (
    isWorthALine(inARow) ? step.trail('read-failed', { detail: event.detail, inARow }) : step
  ).build();
}

/** A statement against the work that is not believed yet is reported in the trail only the first time. */
export function doubted(job: Job, event: Event<'doubted'>, now: number): Step {
  const { doubt, detail, dueAt } = event;
  const readFailures = job.readFailures + 1;
  const step = new StepBuilder(job, now).set({ doubt, readFailures, dueAt });
  if (doubt.looks > 1) return step.build();
  return step.trail('doubted', { account: job.accountId, said: doubt.word, detail }).build();
}

/** Returns the checks on which an end rests, for a trail. */
export function looksOf({ looks, since }: Doubt): {
  readonly looks: number;
  readonly since: number;
} {
  return { looks, since };
}

/** The provider finished: only our own copy is left to do. */
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

/** Returns the provider's facts about the video: its charge, and what it made. */
function madeOf({ usage, effective, unread }: Omit<Event<'succeeded'>, 'kind' | 'output'>): {
  readonly [field: string]: JsonValue;
} {
  return {
    ...reportedUnread(unread),
    ...(usage !== undefined && { usage: { ...reportedUsage(usage) } }),
    ...(effective !== undefined && { effective: reportedFacts(effective) }),
  };
}

/**
 * The provider reports that the work failed: over, and the owner pays nothing. The account pays the reported charge; a
 * figure outranks a word on whether it charged.
 */
export function upstreamFailed(job: Job, event: Event<'upstream-failed'>, now: number): Step {
  const { error, usage, unread, doubt } = event;
  const charge = usage === undefined ? error.charge : chargeFor(usage);
  const step = new StepBuilder(job, now).quota('refund');
  if (charge === 'charged') step.paid(usage);
  // Still open only where the provider charges for finished work.
  else if (charge === 'unknown') step.credit('refund');
  else step.credit('return').credit('refund').reported(usage);
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

/** The provider denies what it accepted: possibly charged, so unknown, not failed. */
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
