import {
  type CreditState,
  type GenerationRequest,
  type Job,
  type JobState,
  jobStates,
  type QuotaState,
  readStored,
  surfaceName,
} from '@filmgate/core';
import type { JobRow } from '../schema/tables.ts';
import { readPart } from './job-parts.ts';
import type { LongField, LongTexts } from './long-texts.ts';

/** Data that decoding needs besides the row. */
export interface DecodeContext {
  readonly longTexts: LongTexts;
  readonly ownerName: (number: number) => string;
}

const stateNames = wordsOf<JobState>(jobStates);
const quotaNames = wordsOf<QuotaState>(['reserved', 'held', 'settled', 'released']);
const creditNames = wordsOf<CreditState>([
  'none',
  'reserved',
  'held',
  'settled',
  'released',
  'returned',
]);

/**
 * Decodes the job of a row; the job is frozen.
 *
 * @throws UnreadablePart when the row has a value this release does not know
 */
export function decodeJob(row: JobRow, context: DecodeContext): Job {
  return Object.freeze({
    id: row.id,
    owner: readStored('owner', () => context.ownerName(row.owner)),
    surface: readStored('origin', () => surfaceName(row.origin)),
    request: readStored('request', () => decodeRequest(row, context)),
    warnings: readStored('warnings', () => readPart.warnings(row.warnings)),
    price: row.cost,
    state: readStored('state', () => word(stateNames, row.state)),
    version: row.version,
    progress: row.progress,
    refusals: row.refusals,
    refusedBy: readStored('refused_by', () => readPart.refusedBy(row.refused_by)),
    accountId: row.account_id,
    route: optional('route', row.route, readPart.route),
    expectedSize: optional('expected_size', row.expected_size, readPart.expectedSize),
    holdsSlot: row.holds_slot === 1,
    quota: readStored('quota', () => word(quotaNames, row.quota)),
    credit: readStored('credit', () => word(creditNames, row.credit)),
    spend: optional('spend', row.spend, readPart.spend),
    submission: optional('submission', longText(row, 'submission', context), readPart.submission),
    correlationId: row.correlation_id,
    sendDeadlineAt: row.send_deadline_at,
    handle: optional('handle', longText(row, 'handle', context), readPart.handle),
    output: optional('output', longText(row, 'output', context), readPart.output),
    readFailures: row.read_failures,
    resultFetch: optional('result_fetch', row.result_fetch, readPart.resultFetch),
    doubt: optional('doubt', row.doubt, readPart.doubt),
    result: optional('result', row.result, readPart.result),
    failure: optional('failure', row.failure, readPart.failure),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    submittedAt: row.submitted_at,
    completedAt: row.completed_at,
    unknownSince: row.unknown_since,
    deadlineAt: row.deadline_at,
    dueAt: row.due_at,
    resultExpiresAt: row.result_expires_at,
  });
}

function decodeRequest(row: JobRow, context: DecodeContext): GenerationRequest {
  const part = readPart.request(longText(row, 'request', context) ?? '');
  return Object.freeze({
    model: row.model,
    family: row.family,
    mediaType: part.mediaType,
    prompt: part.prompt ?? longText(row, 'prompt', context) ?? '',
    negativePrompt: part.negativePrompt,
    durationSeconds: part.durationSeconds,
    aspectRatio: part.aspectRatio,
    aspectSource: part.aspectSource,
    resolution: part.resolution,
    generateAudio: part.generateAudio,
    references: part.references,
    ...(part.pinnedAccountId === undefined ? {} : { pinnedAccountId: part.pinnedAccountId }),
  });
}

function optional<Part>(
  column: string,
  json: string | null,
  read: (json: string) => Part,
): Part | null {
  return json === null ? null : readStored(column, () => read(json));
}

function longText(row: JobRow, field: LongField, { longTexts }: DecodeContext): string | null {
  const text = row[field];
  return text === null ? null : longTexts.whole({ position: row.position, field, text });
}

function wordsOf<Word extends string>(words: readonly Word[]): ReadonlyMap<string, Word> {
  return new Map(words.map((one) => [one, one]));
}

/** Returns one shared string per word, however many rows contain it. */
function word<Word extends string>(words: ReadonlyMap<string, Word>, text: string): Word {
  const known = words.get(text);
  if (known !== undefined) return known;
  throw new Error(`the database contains '${text}', which this release does not know`);
}
