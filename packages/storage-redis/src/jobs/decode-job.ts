import {
  type CreditState,
  type GenerationRequest,
  type Job,
  type JobState,
  jobParts,
  jobStates,
  type QuotaState,
  readStored,
  surfaceName,
  type Spend,
  type UpstreamUsage,
} from '@filmgate/core';
import { type ChangingPart, changingPart, type JobRecord, requestPart } from './job-record.ts';

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

const noNames: readonly never[] = Object.freeze([]);

/**
 * Decodes the job of a record; the job is frozen. `other` is another value of the same job, whose request is not parsed
 * again.
 *
 * @throws UnreadablePart when the record has a value this release does not know
 */
export function decodeJob(id: string, record: JobRecord, other?: Job): Job {
  const [, cost = '', , createdAt = '', surface = '', , owner = ''] = record.head.split('\n');
  const [
    tag = '',
    state = '',
    quota = '',
    creditLine = '',
    slot,
    updatedAt = '',
    due = '',
    account,
  ] = record.status.split('\n');
  const [credit = '', ...spend] = creditLine.split(' ');
  const part = readStored('changing', () => changingPart.parse(JSON.parse(record.changing)));
  return Object.freeze({
    id,
    owner,
    surface: readStored('surface', () => surfaceName(surface)),
    request: part.erased === true ? readRequest(record.request) : requestOf(record, other),
    warnings: part.warnings ?? noNames,
    price: count('cost', cost),
    state: readStored('state', () => word(stateNames, state)),
    version: count('version', tag.slice(tag.indexOf('.') + 1)),
    progress: part.progress ?? 0,
    refusals: part.refusals ?? 0,
    refusedBy: part.refusedBy ?? noNames,
    accountId: account === undefined || account === '' ? null : account,
    ...submissionOf(part),
    holdsSlot: slot === '1',
    quota: readStored('quota', () => word(quotaNames, quota)),
    credit: readStored('credit', () => word(creditNames, credit)),
    spend: readStored('spend', () => readSpend(spend, part.usage ?? null)),
    ...outcomeOf(part),
    createdAt: Number(createdAt),
    updatedAt: Number(updatedAt),
    dueAt: due === '' ? null : Number(due),
    resultExpiresAt: part.resultExpiresAt ?? null,
  });
}

/** Cost of a job for its account; see `creditLine`. */
function readSpend(words: readonly string[], usage: UpstreamUsage | null): Spend | null {
  if (words.length === 0) return null;
  const [unit, estimate, actual, charges] = words;
  const paid = actual === '-' ? null : Number(actual);
  return jobParts.spend.parse({ unit, estimate: Number(estimate), actual: paid, usage, charges });
}

/** Known facts of the current try. */
function submissionOf(
  part: ChangingPart,
): Pick<Job, 'route' | 'expectedSize' | 'submission' | 'correlationId' | 'sendDeadlineAt'> {
  return {
    route: part.route ?? null,
    expectedSize: part.expectedSize ?? null,
    submission: part.submission ?? null,
    correlationId: part.correlationId ?? null,
    sendDeadlineAt: part.sendDeadlineAt ?? null,
  };
}

/** Outcome of the job. */
function outcomeOf(part: ChangingPart) {
  return {
    handle: part.handle ?? null,
    output: part.output ?? null,
    readFailures: part.readFailures ?? 0,
    resultFetch: part.resultFetch ?? null,
    doubt: part.doubt ?? null,
    result: part.result ?? null,
    failure: part.failure ?? null,
    submittedAt: part.submittedAt ?? null,
    completedAt: part.completedAt ?? null,
    unknownSince: part.unknownSince ?? null,
    deadlineAt: part.deadlineAt ?? null,
  };
}

function requestOf({ request }: JobRecord, other: Job | undefined): GenerationRequest {
  return other === undefined ? readRequest(request) : other.request;
}

/** The request alone, as trails need it. */
export function readRequest(text: string): GenerationRequest {
  return readStored('request', () => requestPart.parse(JSON.parse(text)));
}

function count(part: string, text: string): number {
  return readStored(part, () => {
    if (/^\d+$/.test(text)) return Number(text);
    throw new Error(`Redis does not have a number for ${part}`);
  });
}

function wordsOf<Word extends string>(words: readonly Word[]): ReadonlyMap<string, Word> {
  return new Map(words.map((one) => [one, one]));
}

/** Returns one shared string per word, however many records contain it. */
function word<Word extends string>(words: ReadonlyMap<string, Word>, text: string): Word {
  const known = words.get(text);
  if (known !== undefined) return known;
  throw new Error(`Redis contains '${text}', which this release does not know`);
}
