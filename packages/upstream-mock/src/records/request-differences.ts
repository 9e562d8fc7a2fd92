import { aliasOf } from '../job/mock-account.ts';
import type { Exchange } from './exchange.ts';

/** A field that two requests do not share. Null where a request has no such field. */
export interface FieldDifference {
  /** `body.input.prompt`, `header.idempotency-key`, `account`, `path` … */
  readonly field: string;
  readonly earlier: string | null;
  readonly later: string | null;
}

/** Bounds of a body that is compared by its fields; others are compared as a whole. */
const deepest = 16;
const mostFields = 2_000;

/** Fields in which two requests differ, in the order of the earlier one [mock.journal.differences]. */
export function differencesOf(earlier: Exchange, later: Exchange): readonly FieldDifference[] {
  const [before, after] = [fieldsOf(earlier), fieldsOf(later)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((field) => {
    const [was = null, is = null] = [before.get(field), after.get(field)];
    return was === is ? [] : [{ field, earlier: was, later: is }];
  });
}

function fieldsOf({ request, attempt, requestBody }: Exchange): ReadonlyMap<string, string> {
  const { userAgent, idempotencyKey, retryCount } = request.client;
  const given: readonly (readonly [field: string, value: string | null | undefined])[] = [
    ['wire', request.wire],
    ['method', request.method],
    ['path', request.path],
    ['account', attempt === null ? null : aliasOf(attempt.account)],
    ['header.user-agent', userAgent],
    ['header.idempotency-key', idempotencyKey],
    ['header.x-stainless-retry-count', retryCount],
    ...bodyFields(requestBody),
  ];
  return new Map(
    given.flatMap(([field, value]) =>
      value === null || value === undefined ? [] : [[field, value]],
    ),
  );
}

/** The leaves of a JSON body by their paths; the whole text of any other. */
function bodyFields(text: string | null): readonly (readonly [field: string, value: string])[] {
  if (text === null) return [];
  const whole = [['body', text]] as const;
  const fields: [field: string, value: string][] = [];
  const open: { readonly field: string; readonly value: unknown; readonly depth: number }[] = [];
  try {
    open.push({ field: 'body', value: JSON.parse(text), depth: 0 });
  } catch {
    return whole;
  }
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { field, value, depth } = next;
    const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    if (depth > deepest || fields.length + open.length + members.length > mostFields) return whole;
    if (members.length === 0) fields.push([field, JSON.stringify(value)]);
    for (const [name, member] of members.toReversed())
      open.push({ field: `${field}.${name}`, value: member, depth: depth + 1 });
  }
  return fields;
}
