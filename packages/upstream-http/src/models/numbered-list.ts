import type { FindRule, ListedTask, PreparedCall } from '../engine/provider-description.ts';
import { countIn, type JsonObject, objectIn, objectsIn } from '../json/json-fields.ts';

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
    read: ({ status, body }, call, page) => {
      const said = status === 200 ? objectIn(body) : undefined;
      const items = objectsIn(said?.[names.items]);
      const total = countIn(said?.['total']) ?? Number.POSITIVE_INFINITY;
      if (items === undefined) return undefined;
      const tasks = items.map((item) => listed(item, call));
      if (!tasks.every((task) => task !== undefined)) return undefined;
      const number = Number(numberIn.exec(page.path)?.[1] ?? 1);
      const pages = countIn(said?.['total_page']) ?? Math.ceil(total / pageSize);
      const isLast = items.length === 0 || number >= pages;
      return { tasks, next: isLast ? null : pageRead(number + 1, call) };
    },
  };
}

/** Returns the fields of a submission, where it is JSON. */
export function askedIn({ body }: PreparedCall): { readonly [field: string]: unknown } {
  return body.kind === 'json' && isFields(body.value) ? body.value : {};
}

/**
 * Compares a listed task with the fields of a submission; `unsaid` if it has too few of them, or in another form.
 *
 * @param names - compared fields, under one name in both
 */
export function compareListed(
  item: JsonObject,
  asked: { readonly [field: string]: unknown },
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

export function isFields(value: unknown): value is { readonly [field: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
