import type { Exchange } from '../cassette/read-cassette.ts';
import { leavesOf } from '../exchange/json-leaves.ts';
import type { RecordedRequest } from '../exchange/seen-request.ts';
import { withoutKeys } from '../secrets/key-shapes.ts';

/** Most bodies that are compared for one request. */
const mostBodies = 500;
/** Longest shown part of a value, and most fields that are named. */
const longestValue = 60;
const mostFields = 8;

interface Difference {
  readonly field: string;
  readonly recorded: string | undefined;
  readonly sent: string | undefined;
}

/**
 * The recorded exchange that is most similar to a request, and how they differ, in words; undefined without exchanges.
 * The request has no secrets in it any more.
 */
export function nearestExchange(
  exchanges: readonly Exchange[],
  request: RecordedRequest,
  textOf: (file: string) => string,
): string | undefined {
  const parts = pathParts(request.path);
  const distances = exchanges.map(({ request: { method, path } }) =>
    method === request.method ? pathDistance(parts, path) : Infinity,
  );
  const least = distances.reduce((smallest, next) => Math.min(smallest, next), Infinity);
  const near = exchanges.filter((_, at) => distances[at] === least).slice(0, mostBodies);
  let nearest:
    | { exchange: Exchange; differences: readonly Difference[]; weight: number }
    | undefined;
  for (const exchange of near) {
    const differences = differencesOf(exchange, request, textOf);
    const weight = differences.reduce((sum, difference) => sum + weightOf(difference), 0);
    if (nearest === undefined || weight < nearest.weight)
      nearest = { exchange, differences, weight };
  }
  if (nearest === undefined) return undefined;
  const { exchange, differences } = nearest;
  const shown = differences.slice(0, mostFields).map(inWords);
  const rest = differences.length - shown.length;
  const more = rest > 0 ? [`${rest} more fields`] : [];
  return `the nearest is exchange ${exchange.number}, ${exchange.request.method} ${exchange.request.path}; ${[...shown, ...more].join('; ')}`;
}

function pathParts(path: string): readonly string[] {
  return path.split(/[/?&]/);
}

/** Number of segments and parameters that differ. */
function pathDistance(parts: readonly string[], path: string): number {
  const others = pathParts(path);
  const length = Math.max(parts.length, others.length);
  let distance = 0;
  for (let at = 0; at < length; at += 1) if (parts[at] !== others[at]) distance += 1;
  return distance;
}

function differencesOf(
  { request: { method, path, body: file } }: Exchange,
  sent: RecordedRequest,
  textOf: (file: string) => string,
): readonly Difference[] {
  const body = file === null ? null : textOf(file);
  const [before, now] = [fieldsIn(body), fieldsIn(sent.body)];
  const names = new Set([...before.keys(), ...now.keys()]);
  return [
    { field: 'method', recorded: method, sent: sent.method },
    { field: 'path', recorded: path, sent: sent.path },
    ...[...names].map((field) => ({
      field,
      recorded: before.get(field),
      sent: now.get(field),
    })),
  ].filter(({ recorded, sent: value }) => recorded !== value);
}

function fieldsIn(body: string | null): ReadonlyMap<string, string> {
  if (body === null) return new Map();
  const leaves = leavesOf(body);
  if (leaves.size === 0) return new Map([['body', body]]);
  return new Map([...leaves].map(([name, value]) => [`body.${name}`, value]));
}

/** Of two texts, the less they have in common at their beginning, the more. */
function weightOf({ recorded, sent }: Difference): number {
  if (recorded === undefined || sent === undefined) return 1;
  return 2 - commonLength(recorded, sent) / Math.max(recorded.length, sent.length, 1);
}

function inWords({ field, recorded, sent }: Difference): string {
  if (recorded === undefined) return `${field} was not recorded`;
  if (sent === undefined) return `${field} is missing`;
  // Long texts are shown from where they begin to differ.
  const from = Math.max(0, commonLength(recorded, sent) - 20);
  return `${field} is ${shownFrom(sent, from)} and was recorded as ${shownFrom(recorded, from)}`;
}

function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

function shownFrom(text: string, from: number): string {
  const safe = withoutKeys(text);
  // Positions are those of the text itself, unless keys were replaced in it.
  const begin = safe === text && text.length > longestValue ? from : 0;
  const part = safe.slice(begin, begin + longestValue);
  const [before, after] = [begin > 0 ? '…' : '', begin + part.length < safe.length ? '…' : ''];
  return JSON.stringify(before + part + after);
}
