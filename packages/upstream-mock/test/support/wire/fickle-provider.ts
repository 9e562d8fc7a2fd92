import type { Transport, TransportResponse, TransportCall } from '@filmgate/upstream-http';

/** Time from acceptance to the end of a job, in ms. */
const runMs = 4_000;

/** A provider's response; `lost` is a broken connection. */
export type Reply =
  | { readonly kind: 'lost' }
  | {
      readonly kind: 'says';
      readonly status: number;
      readonly body: unknown;
      readonly retryAfter?: string;
    };

/** State of the provider during its response. */
export interface Knowledge {
  readonly id: string;
  readonly correlationId: string;
  readonly now: number;
  /** Number of earlier responses to this kind of call. */
  readonly before: number;
  /** A number in 0..1, another one each time. */
  readonly random: () => number;
  readonly good: Reply;
}

type CallKind = 'submit' | 'status' | 'search' | 'result';

/** Deviations of a provider, by the kind of call. */
export type Whims = {
  readonly [K in CallKind]?: (knowledge: Knowledge) => Reply;
};

export function says(status: number, body: unknown, retryAfter?: string): Reply {
  return { kind: 'says', status, body, ...(retryAfter !== undefined && { retryAfter }) };
}

/** A provider that makes every job it is sent and keeps count, whatever it says about it. */
export class FickleProvider implements Transport {
  submissions = 0;
  readonly #whims: Whims;
  readonly #random: () => number;
  readonly #video: Uint8Array;
  readonly #now: () => number;
  readonly #answered = new Map<CallKind, number>();
  #job = { correlationId: '', endsAt: 0 };

  constructor(options: {
    readonly whims: Whims;
    readonly random: () => number;
    readonly video: Uint8Array;
    readonly now: () => number;
  }) {
    this.#whims = options.whims;
    this.#random = options.random;
    this.#video = options.video;
    this.#now = options.now;
  }

  async send(call: TransportCall): Promise<TransportResponse> {
    const kind = kindOf(call);
    if (kind === 'submit') this.#accept(Buffer.from(call.body ?? '').toString());
    const before = this.#answered.get(kind) ?? 0;
    this.#answered.set(kind, before + 1);
    const reply = this.#reply(kind, before);
    if (reply.kind === 'lost') throw new Error('the connection was reset');
    const { status, body, retryAfter = null } = reply;
    const bytes =
      body instanceof Uint8Array ? body : new TextEncoder().encode(JSON.stringify(body));
    const contentLength = bytes.length;
    const unsaid = { contentType: null, contentEncoding: null, contentRange: null, etag: null };
    return { status, contentLength, retryAfter, ...unsaid, body: onePiece(bytes) };
  }

  #accept(body: string): void {
    this.submissions += 1;
    const correlationId = /"correlation_id":"(?<id>[^"]+)"/.exec(body)?.groups?.['id'] ?? '';
    this.#job = { correlationId, endsAt: this.#now() + runMs };
  }

  #reply(kind: CallKind, before: number): Reply {
    const { correlationId, endsAt } = this.#job;
    const id = `gen_${this.submissions}`;
    const now = this.#now();
    const url = `/v1/results/${id}`;
    const status =
      now < endsAt
        ? { id, status: 'running', progress: 50 }
        : { id, status: 'completed', progress: 100, output: { url, media_type: 'video' } };
    const good = {
      submit: says(202, { id, status: 'queued' }),
      status: says(200, status),
      search: says(200, { data: [{ id, correlation_id: correlationId }] }),
      result: says(200, this.#video),
    }[kind];
    const knowledge = { id, correlationId, now, before, random: this.#random, good };
    return this.#whims[kind]?.(knowledge) ?? good;
  }
}

function kindOf({ method, path }: TransportCall): CallKind {
  if (method === 'POST') return 'submit';
  if (path.startsWith('/v1/results/')) return 'result';
  return path.includes('?') ? 'search' : 'status';
}

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
