import type { CallFields } from '../engine/asked-fields.ts';
import type { FindRule, ListedTask, PreparedCall } from '../engine/provider-description.ts';
import { bodyOf } from '../engine/task-reader.ts';
import { countIn, eachIn, type JsonObject } from '../json/json-fields.ts';
import type { VideoProtocol } from './video-protocol.ts';

/** A list of tasks in numbered pages, each `{items, total}`, some with the number of pages (`total_page`). */
interface NumberedList {
  /** Path with the beginning of its query, such as `/tasks?`. */
  readonly path: string | ((call: PreparedCall) => string);
  readonly pageSize: number;
  /** Names of the number of a page in the query, and of the tasks on it; absent = `page_num` and `items`. */
  readonly names?: { readonly page: string; readonly items: string };
  /** Returns a task of the list; undefined = unreadable. */
  readonly listed: (item: JsonObject, call: PreparedCall) => ListedTask | undefined;
}

/** Reads all tasks of a list, page by page. */
export function numberedList({
  path,
  pageSize,
  names = { page: 'page_num', items: 'items' },
  listed,
}: NumberedList): Extract<FindRule, { readonly kind: 'list' }> {
  const pageRead = (number: number, call: PreparedCall) => {
    const start = typeof path === 'string' ? path : path(call);
    return { path: `${start}${names.page}=${number}&page_size=${pageSize}` };
  };
  const numberIn = new RegExp(`[?&]${names.page}=(\\d+)`);
  return {
    kind: 'list',
    firstPage: (_sentBetween, call) => pageRead(1, call),
    read: (response, call, page) => {
      const said = bodyOf(response);
      const total = countIn(said?.['total']) ?? Number.POSITIVE_INFINITY;
      const tasks = eachIn(said?.[names.items], (item) => listed(item, call));
      if (tasks === undefined) return undefined;
      const number = Number(numberIn.exec(page.path)?.[1] ?? 1);
      const pages = countIn(said?.['total_page']) ?? Math.ceil(total / pageSize);
      const isLast = tasks.length === 0 || number >= pages;
      return { tasks, next: isLast ? null : pageRead(number + 1, call) };
    },
  };
}

/** An account check by the first entry of a list; `total` alone says that an account has no tasks. */
export function listProbe(path: string, items: string): VideoProtocol['probe'] {
  return {
    request: { path },
    read: (response) => {
      const said = bodyOf(response);
      const isList = Array.isArray(said?.[items]) || countIn(said?.['total']) === 0;
      return isList ? { kind: 'ready', balance: null } : undefined;
    },
  };
}

/**
 * Compares a listed task with the fields of a submission; `unsaid` if it has too few of them, or in another form.
 *
 * @param names - compared fields, under one name in both
 */
export function compareListed(
  item: JsonObject,
  asked: CallFields,
  names: readonly string[],
): ListedTask['matches'] {
  let matches: ListedTask['matches'] = 'yes';
  for (const name of names) {
    const wanted = asked[name];
    if (typeof wanted !== 'string' && typeof wanted !== 'number' && typeof wanted !== 'boolean')
      continue;
    const said = item[name] ?? null;
    if (said === null || typeof said === 'object') matches = 'unsaid';
    else if (String(said) !== String(wanted)) return 'no';
  }
  return matches;
}
