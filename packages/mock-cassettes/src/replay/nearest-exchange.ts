import type { Exchange } from '../cassette/cassette-folder.ts';
import { leavesOf } from '../json/json-leaves.ts';
import type { RecordedRequest } from '../exchange/seen-request.ts';
import { withoutKeys } from '../secrets/key-shapes.ts';

/** Most exchanges whose bodies are compared, most fields that are named, and the longest shown part of a value. */
const most = { compared: 500, fields: 8, letters: 60 } as const;

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
      const differing = [...new Set([...recorded.keys(), ...sent.keys()])].filter(
        (field) => recorded.get(field) !== sent.get(field),
      );
      const weightOf = (field: string) => weightBetween(recorded.get(field), sent.get(field));
      const weight = differing.reduce((sum, field) => sum + weightOf(field), 0);
      return { exchange, recorded, differing, weight };
    })
    .toSorted((one, other) => one.weight - other.weight);
  if (nearest === undefined) return undefined;
  const { exchange, recorded, differing } = nearest;
  const { method, path } = exchange.request;
  const shown = differing
    .slice(0, most.fields)
    .map((field) => inWords(field, recorded.get(field), sent.get(field)));
  const rest = differing.length - shown.length;
  const more = rest > 0 ? [`${rest} more fields`] : [];
  return `the nearest is exchange ${exchange.number}, ${method} ${path}; ${[...shown, ...more].join('; ')}`;
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

/** Of two texts, the less they have in common at their beginning, the more. */
function weightBetween(recorded: string | undefined, sent: string | undefined): number {
  if (recorded === undefined || sent === undefined) return 1;
  return 2 - commonLength(recorded, sent) / Math.max(recorded.length, sent.length, 1);
}

function inWords(field: string, recorded: string | undefined, sent: string | undefined): string {
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
