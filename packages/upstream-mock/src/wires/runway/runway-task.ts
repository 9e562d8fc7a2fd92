import { chargeAt, type MockJob, type MockJobState } from '../../job/mock-job.ts';

const words = {
  queued: 'PENDING',
  running: 'RUNNING',
  completed: 'SUCCEEDED',
  failed: 'FAILED',
} as const;

/** Failure codes (docs.dev.runwayml.com/errors/task-failures, read 2026-11-25); the texts are the mock's. */
const failures = {
  policy: {
    failureCode: 'SAFETY.INPUT.TEXT',
    failure: 'The input was flagged by the content moderation system.',
  },
  internal: {
    failureCode: 'INTERNAL.BAD_OUTPUT.CODE01',
    failure: 'The output did not meet the quality requirements.',
  },
  credits: { failureCode: 'INTERNAL', failure: 'An unexpected error occurred.' },
} as const;

export interface TaskFacts {
  readonly job: MockJob;
  readonly state: MockJobState;
  /** ms since 1970. */
  readonly now: number;
  /** True if every slot of the account is in use, by this task or others. */
  readonly isFull: boolean;
  /** The link to the output; null until it exists, or if a token withholds it. */
  readonly url: string | null;
}

/** A task as the official client types it (@runwayml/sdk 4.20.1, resources/tasks.d.ts). */
export function runwayTask({ job, state, now, isFull, url }: TaskFacts) {
  const isOpen = state === 'queued' || state === 'running';
  const task = { id: job.id, createdAt: new Date(job.acceptedAt).toISOString() };
  if (isOpen) {
    const status = openStatus(job, state, isFull);
    return {
      ...task,
      status,
      estimatedCost: { credits: job.charge },
      ...(status === 'RUNNING' && { progress: progressOf(job, now) }),
    };
  }
  const ended = { ...task, cost: { credits: chargeAt(job, now) } };
  if (job.canceledAt !== undefined) return { ...ended, status: 'CANCELLED' };
  return state === 'failed'
    ? { ...ended, status: words[state], ...failures[job.instructions.fail ?? 'internal'] }
    : { ...ended, status: words[state], output: url === null ? [] : [url] };
}

/** A queued task is throttled if its account may not run more. */
function openStatus({ instructions }: MockJob, state: 'queued' | 'running', isFull: boolean) {
  if (instructions.unknownState) return 'reticulating';
  return state === 'queued' && isFull ? 'THROTTLED' : words[state];
}

/** From 0 to 1. */
function progressOf({ runsAt, endsAt }: MockJob, now: number): number {
  return Math.round(((now - runsAt) / Math.max(1, endsAt - runsAt)) * 100) / 100;
}
