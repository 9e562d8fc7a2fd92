import { createHash } from 'node:crypto';
import type { Exchange } from './cassette.ts';
import type { Cassette } from './cassette-folder.ts';
import { recordedRequest, type SeenRequest } from './recorded-request.ts';

/** Recordings of a request. */
export interface FoundExchanges {
  /** Digest of the request; equal for equal requests. */
  readonly request: string;
  /** Exchanges of this request in recorded order; empty if not recorded. */
  readonly exchanges: readonly Exchange[];
  /** The body as a cassette stores it; null without one. */
  readonly body: string | null;
}

/** Recorded exchanges of one upstream, by request. */
export class RecordedExchanges {
  readonly #cassette: Cassette;
  readonly #byRequest = new Map<string, Exchange[]>();

  constructor(cassette: Cassette, upstream: string) {
    this.#cassette = cassette;
    for (const line of cassette.lines) {
      if (line.kind !== 'exchange' || line.upstream !== upstream) continue;
      const key = keyOf(line.request);
      const same = this.#byRequest.get(key);
      if (same === undefined) this.#byRequest.set(key, [line]);
      else same.push(line);
    }
  }

  /** @param hide - replaces ids of jobs and secrets */
  find(seen: SeenRequest, hide: (text: string) => string): FoundExchanges {
    const { body, ...request } = recordedRequest(seen, hide);
    const file = body === null ? null : this.#cassette.fileOf(body);
    const key = keyOf({ ...request, body: file });
    const digest = createHash('sha256').update(key).digest('hex').slice(0, 16);
    return { request: digest, exchanges: this.#byRequest.get(key) ?? [], body };
  }

  *all(): Iterable<Exchange> {
    for (const same of this.#byRequest.values()) yield* same;
  }
}

export function isAcceptance({ request, job, since, response }: Exchange): boolean {
  return job !== null && since === 0 && request.method === 'POST' && response.status < 300;
}

/** Returns true for a submission that the provider accepted or refused. */
export function isSubmission(exchange: Exchange): boolean {
  const { request, job, response } = exchange;
  const isRefusal = request.method === 'POST' && job === null && response.status >= 400;
  return isRefusal || isAcceptance(exchange);
}

function keyOf({ method, path, body }: Exchange['request']): string {
  return `${method} ${path} ${body ?? ''}`;
}
