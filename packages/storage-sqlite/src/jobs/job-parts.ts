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

/** What is stored of a new job besides what it says itself. */
export interface Acceptance {
  readonly position: number;
  /** Number of its owner. */
  readonly owner: number;
  /** The claim it was accepted under, see `storedClaim`; null without one. */
  readonly claim: { readonly digest: string; readonly fingerprint: string } | null;
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
type NewJobTexts = Pick<JobRow, 'prompt' | 'request'>;

/** The row of a new job, with the texts it is to hold. */
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

/** JSON text of what of a request has no column of its own. */
export function requestText(request: GenerationRequest): string {
  const { model: _model, family: _family, prompt, ...rest } = request;
  const part: RequestPart = prompt.isWellFormed() ? rest : { ...rest, prompt };
  return JSON.stringify(part);
}

/** What of a request stands in its JSON column; the rest has columns of its own. */
export interface RequestPart extends Omit<GenerationRequest, 'model' | 'family' | 'prompt'> {
  /** Only for a prompt that is not well-formed Unicode, which a text column would alter. */
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

/** How the JSON columns are read: checked and frozen. */
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
