import type { GenerationRequest } from '../job/generation-request.ts';
import type { Job } from '../job/job.ts';
import type { AcceptCommand } from './gateway.ts';

/** All fields that only a submission sets. */
const nothingSent = {
  route: null,
  expectedSize: null,
  spend: null,
  submission: null,
  correlationId: null,
  sendDeadlineAt: null,
  handle: null,
  output: null,
  readFailures: 0,
  resultFetch: null,
  doubt: null,
  result: null,
  failure: null,
  submittedAt: null,
  completedAt: null,
  unknownSince: null,
  resultExpiresAt: null,
} as const satisfies Partial<Job>;

/** Returns a job as it is accepted: its money reserved, nothing sent. */
export function newJob(input: {
  readonly command: AcceptCommand;
  readonly request: GenerationRequest;
  readonly price: number;
  readonly state: 'queued' | 'awaiting_configuration';
  /** End of the wait for configuration; absent where it does not wait. */
  readonly deadlineAt?: number;
  readonly now: number;
}): Job {
  const { command, request, price, state, deadlineAt = null, now } = input;
  return Object.freeze({
    id: command.jobId,
    owner: command.owner,
    surface: command.surface,
    request,
    warnings: command.warnings,
    price,
    state,
    version: 1,
    progress: 0,
    refusals: 0,
    refusedBy: [],
    accountId: null,
    holdsSlot: false,
    quota: 'reserved',
    credit: 'none',
    ...nothingSent,
    createdAt: now,
    updatedAt: now,
    deadlineAt,
    dueAt: state === 'queued' ? now : null,
  });
}
