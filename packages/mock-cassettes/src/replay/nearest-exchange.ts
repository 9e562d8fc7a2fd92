import type { Exchange } from '../cassette/read-cassette.ts';
import { leavesOf } from '../json/json-leaves.ts';
import type { RecordedRequest } from '../exchange/seen-request.ts';
import { withoutKeys } from '../secrets/key-shapes.ts';

/** Most exchanges whose bodies are compared, most fields that are named, and the longest shown part of a value. */
const most = { compared: 500, fields: 8, letters: 60 } as const;

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
  const sent = fieldsIn(request, request.body);
  const parts = request.path.split(/[/?&]/);
  const distances = exchanges.map(({ request: { method, path } }) =>
    method === request.method ? pathDistance(parts, path.split(/[/?&]/)) : Infinity,
  );
  const least = distances.reduce((smallest, next) => Math.min(smallest, next), Infinity);
  const [nearest] = exchanges
    .filter((_, at) => distances[at] === least)
    .slice(0, most.compared)
    .map((exchange) => {
      const { body } = exchange.request;
      const recorded = fieldsIn(exchange.request, body === null ? null : textOf(body));
      const differences = differencesOf(recorded, sent);
      const weight = differences.reduce((sum, difference) => sum + weightOf(difference), 0);
      return { exchange, differences, weight };
    })
    .toSorted((one, other) => one.weight - other.weight);
  if (nearest === undefined) return undefined;
  const { number, request: recorded } = nearest.exchange;
  const shown = nearest.differences.slice(0, most.fields).map(inWords);
  const rest = nearest.differences.length - shown.length;
  const more = rest > 0 ? [`${rest} more fields`] : [];
  return `the nearest is exchange ${number}, ${recorded.method} ${recorded.path}; ${[...shown, ...more].join('; ')}`;
}

/** Number of segments and parameters that differ. */
function pathDistance(parts: readonly string[], others: readonly string[]): number {
  const [long, short] = parts.length > others.length ? [parts, others] : [others, parts];
  return long.reduce((sum, part, at) => (part === short[at] ? sum : sum + 1), 0);
}

function fieldsIn(
  { method, path }: Pick<RecordedRequest, 'method' | 'path'>,
  body: string | null,
): ReadonlyMap<string, string> {
  const leaves = [...leavesOf(body ?? '')].map(([name, value]) => [`body.${name}`, value] as const);
  const whole = body === null || leaves.length > 0 ? [] : [['body', body] as const];
  return new Map([['method', method], ['path', path], ...whole, ...leaves]);
}

function differencesOf(
  recorded: ReadonlyMap<string, string>,
  sent: ReadonlyMap<string, string>,
): readonly Difference[] {
  return [...new Set([...recorded.keys(), ...sent.keys()])]
    .map((field) => ({ field, recorded: recorded.get(field), sent: sent.get(field) }))
    .filter((difference) => difference.recorded !== difference.sent);
}

/** Of two texts, the less they have in common at their beginning, the more. */
function weightOf({ recorded, sent }: Difference): number {
  if (recorded === undefined || sent === undefined) return 1;
  return 2 - commonLength(recorded, sent) / Math.max(recorded.length, sent.length, 1);
}

function inWords({ field, recorded, sent }: Difference): string {
  if (recorded === undefined) return `${field} was not recorded`;
  if (sent === undefined) return `${field} is missing`;
  const [now, before] = [withoutKeys(sent), withoutKeys(recorded)];
  // Long texts are shown from where they begin to differ.
  const from = Math.max(0, commonLength(now, before) - 20);
  return `${field} is ${shownFrom(now, from)} and was recorded as ${shownFrom(before, from)}`;
}

function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

function shownFrom(text: string, from: number): string {
  const begin = text.length > most.letters ? from : 0;
  const part = text.slice(begin, begin + most.letters);
  return JSON.stringify(
    `${begin > 0 ? '…' : ''}${part}${begin + part.length < text.length ? '…' : ''}`,
  );
}
