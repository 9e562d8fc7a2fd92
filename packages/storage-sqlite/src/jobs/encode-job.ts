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
  readonly key: { readonly digest: string; readonly fingerprint: string } | null;
  readonly acceptedAt: number;
}

/** The columns that are written for every new job; all others have the value of a job nothing has happened to. */
export type NewJobRow = Pick<
  JobRow,
  | 'position'
  | 'id'
  | 'owner'
  | 'origin'
  | 'model'
  | 'family'
  | 'prompt'
  | 'request'
  | 'warnings'
  | 'cost'
  | 'key_digest'
  | 'fingerprint'
  | 'accepted_at'
  | 'created_at'
  | 'state'
  | 'quota'
  | 'updated_at'
  | 'due_at'
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
    cost: job.price,
    key_digest: key?.digest ?? null,
    fingerprint: key?.fingerprint ?? null,
    accepted_at: acceptedAt,
    created_at: job.createdAt,
    state: job.state,
    quota: job.quota,
    updated_at: job.updatedAt,
    due_at: job.dueAt,
  };
}

/** JSON text of what of a request has no column of its own. */
export function requestText(request: GenerationRequest): string {
  const { model: _model, family: _family, prompt, ...rest } = request;
  const part: RequestPart = prompt.isWellFormed() ? rest : { ...rest, prompt };
  return JSON.stringify(part);
}
