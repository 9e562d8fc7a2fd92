import type { JobEvent, JobEventKind } from './job-event.ts';
import type { JobState } from './job-state.ts';
import type { Job } from './job.ts';
import {
  accountChosen,
  accountGone,
  accountWithdrawn,
  cancelled,
  configurationMissing,
  configurationOverdue,
  noAccount,
  ownerErased,
} from './transitions/choosing.ts';
import { notStaged, refused } from './transitions/refusing.ts';
import type { Step } from './transitions/step.ts';
import {
  resultAwaited,
  resultNotFetched,
  resultStored,
  resultUnusable,
} from './transitions/storing.ts';
import { accepted, completedAtOnce, outcomeLost } from './transitions/submitting.ts';
import {
  absenceProven,
  askedAgain,
  cannotBeAsked,
  found,
  handleTaken,
  possiblySent,
  refusalProven,
  resolved,
  sentAgain,
  slotGivenUp,
} from './transitions/unknown.ts';
import {
  deadlinePassed,
  doubted,
  notKnown,
  progressed,
  readFailed,
  succeeded,
  upstreamFailed,
} from './transitions/watching.ts';

/** Allowed states of each event: the whole life cycle as data. No event is allowed in a final state (I8). */
export const allowedStates: { readonly [K in JobEventKind]: readonly JobState[] } = {
  'account-chosen': ['queued', 'awaiting_configuration'],
  'no-account': ['queued', 'awaiting_configuration'],
  'configuration-missing': ['queued', 'awaiting_configuration'],
  'configuration-overdue': ['awaiting_configuration'],
  'not-staged': ['queued', 'awaiting_configuration'],
  'account-withdrawn': ['prepared'],
  'account-gone': ['queued', 'awaiting_configuration'],
  'owner-erased': ['queued', 'awaiting_configuration'],
  cancelled: ['queued', 'awaiting_configuration'],
  accepted: ['dispatching'],
  'completed-at-once': ['dispatching'],
  refused: ['dispatching'],
  'outcome-lost': ['dispatching'],
  'possibly-sent': ['queued', 'awaiting_configuration', 'prepared'],
  progressed: ['submitted', 'polling'],
  'read-failed': ['submitted', 'polling', 'outcome_unknown'],
  doubted: ['submitted', 'polling', 'outcome_unknown'],
  succeeded: ['submitted', 'polling'],
  'upstream-failed': ['submitted', 'polling', 'storing'],
  'deadline-passed': ['submitted', 'polling'],
  'not-known': ['submitted', 'polling'],
  'result-stored': ['storing'],
  'result-awaited': ['storing'],
  'result-unusable': ['storing'],
  'handle-taken': ['dispatching', 'outcome_unknown'],
  'result-not-fetched': ['storing'],
  found: ['outcome_unknown'],
  'refusal-proven': ['outcome_unknown'],
  'absence-proven': ['outcome_unknown'],
  'cannot-be-asked': ['outcome_unknown'],
  'sent-again': ['outcome_unknown'],
  'slot-given-up': ['outcome_unknown'],
  'asked-again': ['outcome_unknown'],
  resolved: ['outcome_unknown'],
};

type Transitions = {
  readonly [K in JobEventKind]: (
    job: Job,
    event: Extract<JobEvent, { readonly kind: K }>,
    now: number,
  ) => Step;
};

const transitions: Transitions = {
  'account-chosen': accountChosen,
  'no-account': noAccount,
  'configuration-missing': configurationMissing,
  'configuration-overdue': configurationOverdue,
  'not-staged': notStaged,
  'account-withdrawn': accountWithdrawn,
  'account-gone': accountGone,
  'owner-erased': ownerErased,
  cancelled,
  accepted,
  'completed-at-once': completedAtOnce,
  refused,
  'outcome-lost': outcomeLost,
  'possibly-sent': possiblySent,
  progressed,
  'read-failed': readFailed,
  doubted,
  succeeded,
  'upstream-failed': upstreamFailed,
  'deadline-passed': deadlinePassed,
  'not-known': notKnown,
  'result-stored': resultStored,
  'result-awaited': resultAwaited,
  'result-unusable': resultUnusable,
  'handle-taken': handleTaken,
  'result-not-fetched': resultNotFetched,
  found,
  'refusal-proven': refusalProven,
  'absence-proven': absenceProven,
  'cannot-be-asked': cannotBeAsked,
  'sent-again': sentAgain,
  'slot-given-up': slotGivenUp,
  'asked-again': askedAgain,
  resolved,
};

export type TransitionResult =
  | ({ readonly kind: 'next' } & Step)
  /** The event is not allowed in the job's state; nothing changes. */
  | { readonly kind: 'refused'; readonly state: JobState; readonly event: JobEventKind };

/**
 * Decides the whole life cycle, purely: returns the next job and the effects to save with it, or a refusal. Adapters
 * only compare-and-set the result.
 */
export function transition<K extends JobEventKind>(
  job: Job,
  event: Extract<JobEvent, { readonly kind: K }>,
  now: number,
): TransitionResult {
  const kind: K = event.kind;
  if (!allowedStates[kind].includes(job.state))
    return { kind: 'refused', state: job.state, event: kind };
  return { kind: 'next', ...transitions[kind](job, event, now) };
}
