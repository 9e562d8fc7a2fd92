import type {
  RequestLogCountQuery,
  RequestLogEntry,
  RequestLogQuery,
  StorageBundle,
} from '@filmgate/core';
import { ofKind } from '../law/outcomes.ts';

/** A query for every row, with the given differences. */
export function requestLogQuery(wish: Partial<RequestLogQuery> = {}): RequestLogQuery {
  return {
    path: null,
    status: null,
    caller: null,
    model: null,
    jobId: null,
    from: null,
    until: null,
    text: null,
    after: null,
    limit: 100,
    ...wish,
  };
}

/** A count of every row of the first ten ms, ms by ms, with the given differences. */
export function countQuery(wish: Partial<RequestLogCountQuery> = {}): RequestLogCountQuery {
  const { after: _after, limit: _limit, ...filters } = requestLogQuery();
  const from = 1_750_000_000_000;
  return { ...filters, from, until: from + 10, bucketMs: 1, ...wish };
}

/** A row of a completed request, with the given differences. */
export function newRequest(id: string, wish: Partial<RequestLogEntry> = {}): RequestLogEntry {
  const at = wish.at ?? 1_750_000_000_000;
  return {
    id,
    at,
    count: 1,
    lastAt: at,
    requestId: `req_${id}`,
    caller: 'user:us_1',
    method: 'GET',
    path: '/v1/videos/vt_1',
    model: null,
    status: 200,
    errorCode: null,
    durationMs: 3,
    jobId: null,
    disconnected: false,
    promptDigest: null,
    prompt: null,
    ...wish,
  };
}

/** The row of a request that is waiting. */
export function openRequest(id: string, wish: Partial<RequestLogEntry> = {}): RequestLogEntry {
  return newRequest(id, {
    method: 'POST',
    jobId: `lj_${id}`,
    status: null,
    durationMs: null,
    ...wish,
  });
}

/** The rows on one page. */
export async function requestsOn(
  { requestLogs }: StorageBundle,
  wish: Partial<RequestLogQuery> = {},
): Promise<readonly RequestLogEntry[]> {
  return ofKind(await requestLogs.list(requestLogQuery(wish)), 'page').entries;
}

/** Ids of the rows on one page. */
export async function requestIds(
  bundle: StorageBundle,
  wish: Partial<RequestLogQuery> = {},
): Promise<readonly string[]> {
  return (await requestsOn(bundle, wish)).map(({ id }) => id);
}

/** Ids on each page of a list, to its end. */
export async function pagesOf(
  { requestLogs }: StorageBundle,
  wish: Partial<RequestLogQuery>,
): Promise<readonly (readonly string[])[]> {
  const pages: (readonly string[])[] = [];
  let after: string | null = null;
  do {
    const page: { readonly entries: readonly RequestLogEntry[]; readonly next: string | null } =
      ofKind(await requestLogs.list(requestLogQuery({ ...wish, after })), 'page');
    pages.push(page.entries.map(({ id }) => id));
    after = page.next;
  } while (after !== null && pages.length < 100);
  return pages;
}

/** Instant at which the first of the requests began. */
export const start = 1_750_000_000_000;

/** Six requests, one ms after another, that differ in every field with a filter. */
const six = [
  newRequest('a', { path: '/v1/videos', method: 'POST', status: 202, model: 'm1', jobId: 'vt_1' }),
  newRequest('b', { path: '/v1/videos/vt_1', jobId: 'vt_1' }),
  newRequest('c', { path: '/v1/videos', caller: null, status: 401, errorCode: 'api_key_invalid' }),
  newRequest('d', { path: '/v1/models', caller: 'user:us_2' }),
  newRequest('e', {
    path: '/v1/videos',
    method: 'POST',
    status: 400,
    model: 'm2',
    caller: 'native',
  }),
  newRequest('f', { path: '/v1/videos/vt_2', status: 404, caller: 'user:us_2', jobId: 'vt_2' }),
].map((entry, index) => ({ ...entry, at: start + index }));

/** Ids found by each set of filters, newest first. */
export const questions: readonly (readonly [wish: Partial<RequestLogQuery>, ids: string])[] = [
  [{ path: '/v1/videos' }, 'eca'],
  [{ path: '/v1/videos/*' }, 'fb'],
  [{ path: '/v1/videos*' }, 'fecba'],
  [{ path: '/v1/video' }, ''],
  [{ status: 200 }, 'db'],
  [{ status: 401 }, 'c'],
  [{ status: 500 }, ''],
  [{ caller: 'user:us_1' }, 'ba'],
  [{ caller: 'native' }, 'e'],
  [{ model: 'm2' }, 'e'],
  [{ jobId: 'vt_1' }, 'ba'],
  [{ from: start + 2 }, 'fedc'],
  [{ until: start + 2 }, 'ba'],
  [{ from: start + 1, until: start + 3 }, 'cb'],
  [{ path: '/v1/videos', status: 400 }, 'e'],
  [{ path: '/v1/videos', status: 202, caller: 'user:us_1', model: 'm1', jobId: 'vt_1' }, 'a'],
  [{ jobId: 'vt_1', status: 200 }, 'b'],
  [{ caller: 'user:us_2', status: 404, path: '/v1/*' }, 'f'],
  [{ caller: 'user:us_2', model: 'm1' }, ''],
  [{ path: '/v1/videos', text: 'KEY' }, 'c'],
];

/** Writes the six requests. */
export function seed({ requestLogs }: StorageBundle): void {
  // Requests end in another order than they begin.
  requestLogs.append(six.slice(3));
  requestLogs.append(six.slice(0, 3).toReversed());
}
