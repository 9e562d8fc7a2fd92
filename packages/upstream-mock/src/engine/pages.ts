import type { MockJob } from '../job/mock-job.ts';
import type { WireCall } from './wire-call.ts';

/** One page of a list, and the id before the next one; null at the end. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

/** The page after the item with an id, or the first page; undefined if there is no such item. */
export function pageAfter<T extends { readonly id: string }>(
  list: readonly T[],
  { cursor, limit }: { readonly cursor: string | null; readonly limit: number },
): Page<T> | undefined {
  const from = cursor === null ? 0 : list.findIndex(({ id }) => id === cursor) + 1;
  if (cursor !== null && from === 0) return undefined;
  const items = list.slice(from, from + limit);
  return { items, next: from + limit < list.length ? (items.at(-1)?.id ?? null) : null };
}

/** Picks one page of a list. */
type PickPage = <T>(list: readonly T[]) => readonly T[];

/** The numbered page that parameters of a query ask for; undefined if one of them is invalid. */
export function numberedPage(
  query: URLSearchParams,
  page: { readonly name: string; readonly most: number },
  size: { readonly name: string; readonly usual: number },
): PickPage | undefined {
  const number = wholeNumber(query.get(page.name) ?? '1', page.most);
  const length = wholeNumber(query.get(size.name) ?? String(size.usual), 500);
  if (number === undefined || length === undefined) return undefined;
  return (list) => list.slice((number - 1) * length, number * length);
}

function wholeNumber(text: string, most: number): number | undefined {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  return value >= 1 && value <= most ? value : undefined;
}

/** Names in the query for a list of tasks, and the usual size of its pages. */
const usualNames = { page: 'page_num', usual: 20, status: 'filter.status', model: 'filter.model' };

/** The page of tasks that a query asks for, as Ark and MiniMax name its parameters by default; undefined = invalid. */
export function taskPage(jobs: readonly MockJob[], call: WireCall, names = usualNames) {
  const { space, url } = call;
  const query = url.searchParams;
  const pageOf = numberedPage(
    query,
    { name: names.page, most: 500 },
    { name: 'page_size', usual: names.usual },
  );
  if (pageOf === undefined) return undefined;
  const [status, model] = [query.get(names.status), query.get(names.model)];
  const ids = new Set(query.getAll('filter.task_ids'));
  const found = jobs
    .filter((job) => model === null || job.model === model)
    .filter((job) => ids.size === 0 || ids.has(job.id))
    .map((job) => space.report(job, call))
    .filter((report) => status === null || report.status === status);
  return { total: found.length, reports: pageOf(found) };
}
