import type { ResponseDifference } from './response-differences.ts';
import type { Exchange } from './cassette.ts';
import type { Cassette } from './cassette-folder.ts';
import type { KnownSecrets } from './known-secrets.ts';
import { videoFacts } from './video-facts.ts';
import { acceptedId } from './recorded-response.ts';
import { isAcceptance, RecordedExchanges } from './recorded-exchanges.ts';
import {
  fieldsOf,
  jsonIn,
  keptPathOf,
  type SeenRequest,
  withoutSecrets,
} from './recorded-request.ts';

/** Result of comparing one request. */
export interface ComparedResponse {
  /** The request, without ids and secrets. */
  readonly what: string;
  /** Null where the cassette lacks the request. */
  readonly differences: readonly ResponseDifference[] | null;
}

/**
 * Differences between a provider and a cassette in status, fields and their types. Values differ between calls and are
 * not compared. A job may be read at another age than in the recording, so the most similar of several recorded
 * responses is used.
 */
export class CassetteDrift {
  readonly #cassette: Cassette;
  readonly #exchanges: ReadonlyMap<string, RecordedExchanges>;
  /** Names in the cassette, by the ids the provider returned now. */
  readonly #jobs = new Map<string, string>();
  /** Number of times each submission was made. */
  readonly #made = new Map<string, number>();

  constructor(cassette: Cassette, upstreams: readonly string[]) {
    this.#cassette = cassette;
    this.#exchanges = new Map(
      upstreams.map((upstream) => [upstream, new RecordedExchanges(cassette, upstream)]),
    );
  }

  compare(
    {
      upstream,
      seen,
      secrets,
    }: {
      readonly upstream: string;
      readonly seen: SeenRequest;
      readonly secrets: KnownSecrets;
    },
    { response, bytes }: { readonly response: Response; readonly bytes: Buffer },
  ): ComparedResponse {
    const named = (text: string) => withoutSecrets(text, secrets, (id) => this.#jobs.get(id));
    const what = `${seen.method} ${named(keptPathOf(seen.url))}`;
    const found = this.#exchanges.get(upstream)?.find(seen, named);
    if (found === undefined || found.exchanges.length === 0) return { what, differences: null };
    const body = jsonIn(bytes.toString())?.value;
    this.#learn(found, acceptedId(seen, response, body));
    const isVideo = videoFacts(bytes, response.headers.get('content-type') ?? '') !== undefined;
    const all = found.exchanges.map((exchange) =>
      this.#differences(exchange, { status: response.status, body, isVideo }),
    );
    const [least = []] = all.toSorted((one, other) => one.length - other.length);
    return { what, differences: least };
  }

  #learn(
    { request, exchanges }: { readonly request: string; readonly exchanges: readonly Exchange[] },
    id: string | undefined,
  ): void {
    const accepted = exchanges.filter(isAcceptance);
    const made = this.#made.get(request) ?? 0;
    const name = accepted[Math.min(made, accepted.length - 1)]?.job ?? undefined;
    if (id === undefined || name === undefined) return;
    this.#made.set(request, made + 1);
    this.#jobs.set(id, name);
  }

  #differences(
    { response }: Exchange,
    seen: { readonly status: number; readonly body: unknown; readonly isVideo: boolean },
  ): readonly ResponseDifference[] {
    const status: readonly ResponseDifference[] =
      response.status === seen.status
        ? []
        : [{ kind: 'changed', text: `status ${response.status} is now ${seen.status}` }];
    if ('video' in response.body)
      return seen.isVideo ? status : [...status, { kind: 'changed', text: 'body: a video before' }];
    const recorded = jsonIn(this.#cassette.body(response.body.file).toString())?.value;
    return [...status, ...shapeDifferences(recorded, seen.body, 'body')];
  }
}

/** Compares fields and types; of lists only the first items. Null matches any type. */
function shapeDifferences(
  recorded: unknown,
  seen: unknown,
  at: string,
): readonly ResponseDifference[] {
  if (recorded === null || seen === null) return [];
  if (Array.isArray(recorded) && Array.isArray(seen))
    return recorded.length === 0 || seen.length === 0
      ? []
      : shapeDifferences(recorded[0], seen[0], `${at}.0`);
  const types = [typeOf(recorded), typeOf(seen)];
  if (types[0] !== types[1])
    return [{ kind: 'changed', text: `${at}: ${types[0]} is now ${types[1]}` }];
  if (types[0] !== 'an object') return [];
  const [before, now] = [new Map(fieldsOf(recorded)), new Map(fieldsOf(seen))];
  return [
    ...[...before].flatMap(([name, value]): readonly ResponseDifference[] =>
      now.has(name)
        ? shapeDifferences(value, now.get(name), `${at}.${name}`)
        : [{ kind: 'missing', text: `${at}.${name}` }],
    ),
    ...[...now.keys()]
      .filter((name) => !before.has(name))
      .map((name) => ({ kind: 'new', text: `${at}.${name}` }) as const),
  ];
}

function typeOf(value: unknown): string {
  if (value === undefined) return 'no JSON';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
