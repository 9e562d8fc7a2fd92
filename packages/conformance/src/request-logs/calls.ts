import type {
  RequestLogCountQuery,
  RequestLogEntry,
  RequestLogQuery,
  StorageBundle,
} from '@filmgate/core';
import { ofKind } from '../law/of-kind.ts';

/** A query for every row, with what differs. */
export function callQuery(wish: Partial<RequestLogQuery> = {}): RequestLogQuery {
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

/** A count of every row of the first ten ms, ms by ms, with what differs. */
export function countQuery(wish: Partial<RequestLogCountQuery> = {}): RequestLogCountQuery {
  const { after: _after, limit: _limit, ...filters } = callQuery();
  const from = 1_750_000_000_000;
  return { ...filters, from, until: from + 10, bucketMs: 1, ...wish };
}

/** A row of an answered call, with what differs. */
export function newCall(id: string, wish: Partial<RequestLogEntry> = {}): RequestLogEntry {
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

/** The row of a call that waits. */
export function openCall(id: string, wish: Partial<RequestLogEntry> = {}): RequestLogEntry {
  return newCall(id, {
    method: 'POST',
    jobId: `lj_${id}`,
    status: null,
    durationMs: null,
    ...wish,
  });
}

/** The rows on one page. */
export async function callsOn(
  { requestLogs }: StorageBundle,
  wish: Partial<RequestLogQuery> = {},
): Promise<readonly RequestLogEntry[]> {
  return ofKind(await requestLogs.list(callQuery(wish)), 'page').entries;
}

/** Ids of the rows on one page. */
export async function callIds(
  bundle: StorageBundle,
  wish: Partial<RequestLogQuery> = {},
): Promise<readonly string[]> {
  return (await callsOn(bundle, wish)).map(({ id }) => id);
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
      ofKind(await requestLogs.list(callQuery({ ...wish, after })), 'page');
    pages.push(page.entries.map(({ id }) => id));
    after = page.next;
  } while (after !== null && pages.length < 100);
  return pages;
}
