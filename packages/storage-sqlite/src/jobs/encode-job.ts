import type { GenerationRequest, Job } from '@filmgate/core';
import type { JobRow } from '../schema/tables.ts';
import { listText } from './changing-columns.ts';
import type { RequestPart } from './job-parts.ts';

/** What is stored of a new job besides what it says itself. */
export interface Acceptance {
  readonly position: number;
  /** Number of its owner. */
  readonly owner: number;
  /** Digest of its idempotency key with the fingerprint claimed under it; null without one. */
  readonly key: { readonly digest: Uint8Array; readonly fingerprint: string } | null;
  readonly acceptedAt: number;
}

/** The row of a job as it is accepted; columns it leaves out are null until later. */
export type NewJobRow = Omit<
  JobRow,
  | 'submission'
  | 'correlation_id'
  | 'send_deadline_at'
  | 'handle'
  | 'output'
  | 'result'
  | 'failure'
  | 'last_entry'
>;

/** The texts of a new job that may be long. */
export type NewJobTexts = Pick<JobRow, 'prompt' | 'request'>;

/** The row of a new job, with the texts it is to hold. */
export function encodeNewJob(job: Job, acceptance: Acceptance, texts: NewJobTexts): NewJobRow {
  const { position, owner, key, acceptedAt } = acceptance;
  return {
    position,
    id: job.id,
    owner,
    origin: job.origin,
    model: job.request.model,
    family: job.request.family,
    prompt: texts.prompt,
    request: texts.request,
    warnings: listText(job.warnings),
    cost: job.cost,
    key_digest: key?.digest ?? null,
    fingerprint: key?.fingerprint ?? null,
    accepted_at: acceptedAt,
    created_at: job.createdAt,
    state: job.state,
    version: job.version,
    progress: job.progress,
    refusals: job.refusals,
    refused_by: listText(job.refusedBy),
    account_id: job.accountId,
    holds_slot: Number(job.holdsSlot),
    quota: job.quota,
    credit: job.credit,
    read_failures: job.readFailures,
    updated_at: job.updatedAt,
    submitted_at: job.submittedAt,
    completed_at: job.completedAt,
    unknown_since: job.unknownSince,
    deadline_at: job.deadlineAt,
    due_at: job.dueAt,
    result_expires_at: job.resultExpiresAt,
  };
}

/** JSON text of what of a request has no column of its own. */
export function requestText(request: GenerationRequest): string {
  const { model: _model, family: _family, prompt, ...rest } = request;
  const part: RequestPart = prompt.isWellFormed() ? rest : { ...rest, prompt };
  return JSON.stringify(part);
}
