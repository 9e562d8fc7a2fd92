import {
  type GenerationRequest,
  type Job,
  jobParts,
  type JsonValue,
  unpackMoney,
} from '@filmgate/core';
import { z } from 'zod';
import type { JobRow } from '../schema/tables.ts';
import { listText } from './changing-columns.ts';

/** Stored data of a new job that the job itself does not contain. */
export interface Acceptance {
  readonly position: number;
  /** Number of the job's owner. */
  readonly owner: number;
  /** Claim the job was accepted under, see `storedClaim`; null without one. */
  readonly claim: { readonly digest: string; readonly fingerprint: string } | null;
  readonly acceptedAt: number;
}

/** Columns that are written for every new job; all others have the value of a job nothing has happened to. */
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

/** Texts of a new job that may be long. */
type NewJobTexts = Pick<JobRow, 'prompt' | 'request'>;

/** Row of a new job, with the texts the row holds. */
export function encodeNewJob(job: Job, acceptance: Acceptance, texts: NewJobTexts): NewJobRow {
  const { position, owner, claim, acceptedAt } = acceptance;
  return {
    position,
    id: job.id,
    owner,
    origin: job.surface,
    model: job.request.model,
    family: job.request.family,
    prompt: texts.prompt,
    request: texts.request,
    warnings: listText(job.warnings),
    cost: job.price,
    key_digest: claim?.digest ?? null,
    fingerprint: claim?.fingerprint ?? null,
    accepted_at: acceptedAt,
    created_at: job.createdAt,
    state: job.state,
    quota: job.quota,
    updated_at: job.updatedAt,
    due_at: job.dueAt,
  };
}

/** JSON text of the parts of a request that have no separate column. */
export function requestText(request: GenerationRequest): string {
  const { model: _model, family: _family, prompt, ...rest } = request;
  const part: RequestPart = prompt.isWellFormed() ? rest : { ...rest, prompt };
  return JSON.stringify(part);
}

/** Parts of a request in its JSON column; the rest has separate columns. */
export interface RequestPart extends Omit<GenerationRequest, 'model' | 'family' | 'prompt'> {
  /** Present only if the prompt is not well-formed Unicode, which a text column would alter. */
  readonly prompt?: string;
}

const request: z.ZodType<RequestPart> = jobParts.request
  .omit({ model: true, family: true })
  .extend({ prompt: z.string().exactOptional() })
  .readonly();

const trailDetail: z.ZodType<{ readonly [name: string]: JsonValue }> = z.record(
  z.string(),
  jobParts.json,
);

/** Readers of the JSON columns: validated and frozen. */
export const readPart = {
  request: (text: string) => request.parse(JSON.parse(text)),
  warnings: (text: string) => jobParts.warnings.parse(JSON.parse(text)),
  refusedBy: (text: string) => jobParts.names.parse(JSON.parse(text)),
  route: (text: string) => jobParts.route.parse(JSON.parse(text)),
  expectedSize: (text: string) => jobParts.size.parse(JSON.parse(text)),
  spend: (text: string) => jobParts.spend.parse(JSON.parse(text)),
  submission: (text: string) => jobParts.versioned.parse(JSON.parse(text)),
  handle: (text: string) => jobParts.versioned.parse(JSON.parse(text)),
  output: (text: string) => jobParts.output.parse(JSON.parse(text)),
  resultFetch: (text: string) => jobParts.resultFetch.parse(JSON.parse(text)),
  doubt: (text: string) => jobParts.doubt.parse(JSON.parse(text)),
  result: (text: string) => jobParts.result.parse(JSON.parse(text)),
  failure: (text: string) => jobParts.failure.parse(JSON.parse(text)),
  trailDetail: (text: string) => trailDetail.parse(JSON.parse(text)),
  trailMoney: (text: string) => unpackMoney(JSON.parse(text)),
} as const;
