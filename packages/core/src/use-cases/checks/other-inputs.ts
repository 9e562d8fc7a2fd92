import { z } from 'zod';
import { jobStates } from '../../job/job-state.ts';
import type { JobListQuery } from '../../ports/job-reader.ts';
import { mostSearchTexts } from '../../store-rules/prompt-search.ts';
import type { Gateway, StoreAssetCommand } from '../gateway.ts';
import { checkPlain } from './check-plain.ts';
import { choice, nameText, shape, surfaceText, wellFormed } from './command-schema.ts';
import { type InvalidRequest, invalidRequest } from './invalid-request.ts';

/** Lengths in UTF-16 units. */
const longestNote = 8_192;
const longestName = 1_024;
const longestUpstreamId = 500;
const longestSearch = 100_000;
const mostModels = 1000;
const largestPage = 10_000;
/** Maximum of timers, in ms. */
const longestWaitMs = 2 ** 31 - 1;

const limits = { depth: 3, values: 1200, textUnits: 200_000 } as const;

const text = z.string('must be text');
const instant = z.number('must be an instant in ms, or null').nullable();
const pageRule = `must be an integer from 1 to ${largestPage}`;
const waitRule = `must be from 0 to ${longestWaitMs} ms`;

const listQuery = shape({
  owner: text.nullable(),
  surface: surfaceText.nullable(),
  states: z.array(choice(jobStates), 'must be a list of states, or null').nullable(),
  models: z.array(text).max(mostModels, `must have at most ${mostModels} models`).nullable(),
  accountId: text.nullable(),
  search: z
    .array(text.max(longestSearch, `must have at most ${longestSearch} characters`))
    .max(mostSearchTexts, `must have at most ${mostSearchTexts} texts`)
    .nullable(),
  createdFrom: instant,
  createdUntil: instant,
  order: choice(['newest-first', 'oldest-first']),
  after: text.nullable(),
  limit: z.int(pageRule).min(1, pageRule).max(largestPage, pageRule),
});

const ruling = {
  id: text,
  actor: nameText(),
  note: wellFormed(longestNote),
  audit: z.unknown().optional(),
} as const;
const closing = shape({
  ...ruling,
  outcome: choice(['charged', 'not_charged', 'found']),
});
const namedWork = { upstreamId: nameText(longestUpstreamId), accountId: text.nullable() } as const;
const finding = shape({ ...ruling, ...namedWork, outcome: choice(['found']) });
const lookUp = shape({ id: text, ...namedWork });

const wait = shape({
  owner: text,
  surface: surfaceText,
  id: text,
  timeoutMs: z.number(waitRule).min(0, waitRule).max(longestWaitMs, waitRule),
});

const upload = shape({
  owner: nameText(),
  announcedBytes: z
    .int('must be a whole number of bytes, or null')
    .min(0, 'must not be negative')
    .nullable(),
  declaredContentType: nameText(longestName).nullable(),
  fileName: nameText(longestName).nullable(),
});

/** Returns the first error in a query for a page of jobs. */
export function refuseList(query: JobListQuery): InvalidRequest | undefined {
  return refuse(query, listQuery);
}

/** Returns the first error in a resolution: an unknown word must not release credits. */
export function refuseResolution(
  input: Parameters<Gateway['resolve']>[0],
): InvalidRequest | undefined {
  if (input.outcome !== 'found') return refuse(input, closing);
  const { signal, ...said } = input;
  return refuseSignal(signal) ?? refuse(said, finding);
}

/** Returns the first error in a look-up of work that a person names. */
export function refuseLookUp(
  input: Parameters<Gateway['lookUpWork']>[0],
): InvalidRequest | undefined {
  const { signal, ...said } = input;
  return refuseSignal(signal) ?? refuse(said, lookUp);
}

/** Returns the first error in a wait: one without an end would keep the process busy. */
export function refuseWait(input: Parameters<Gateway['awaitEnd']>[0]): InvalidRequest | undefined {
  const { id, owner, surface, timeoutMs, signal } = input;
  return refuseSignal(signal) ?? refuse({ id, owner, surface, timeoutMs }, wait);
}

function refuseSignal(signal: unknown): InvalidRequest | undefined {
  return signal instanceof AbortSignal
    ? undefined
    : invalidRequest('signal', 'must be an AbortSignal');
}

/** Returns the first error in the description of an upload. */
export function refuseUpload(command: StoreAssetCommand): InvalidRequest | undefined {
  const { source: _source, ...said } = command;
  return refuse(said, upload);
}

function refuse<Value>(given: unknown, schema: z.ZodType<Value>): InvalidRequest | undefined {
  const checked = checkPlain(given, schema, limits);
  return checked.kind === 'checked' ? undefined : invalidRequest(checked.path, checked.rule);
}
