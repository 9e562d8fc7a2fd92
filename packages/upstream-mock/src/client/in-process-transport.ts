import type { PersonalityCall } from '../engine/personality.ts';
import { NotSent, type Transport } from '@filmgate/upstream-http';
import type { ServedReply } from '../records/exchanges.ts';
import { piecesOf } from '../server/deliver.ts';
import { requestFacts } from '../records/request-facts.ts';
import type { HungResponses } from '../space/hung-responses.ts';
import { keepWaiting } from '../space/keep-waiting.ts';
import type { ProviderResponse } from '../http/provider-request.ts';
import { ownWire } from '../job/mock-job.ts';
import type { MockSpace } from '../space/mock-space.ts';

/** Waits are over at once: no call of the mock's own API waits for a result. */
const noWait = { isFull: true, until: async (): Promise<'due'> => 'due' };

/** Calls the mock's own API of a space directly, with the same behaviour as over HTTP, including resets and hangs. */
export function createInProcessTransport({
  own,
  world,
  hung,
}: Pick<MockSpace, 'own' | 'world' | 'hung'>): Transport {
  const { exchanges } = world.requestHistory;
  return {
    async send({ method, path, headers, body, range = null, signal, mayStart }) {
      if (signal.aborted || mayStart?.() === false) throw new NotSent('aborted before sending');
      const bytes = Buffer.from(body ?? []);
      const header = (name: string) => headers[name];
      const call: PersonalityCall = {
        method,
        header,
        headers,
        range,
        wait: noWait,
        url: new URL(path, 'http://mock.invalid'),
        base: '',
        host: '',
        readBody: async () => ({ kind: 'read', bytes }) as const,
      };
      const facts = requestFacts({ method, path, header, isLocal: true }, ownWire);
      const { reply, ended } = await exchanges.serve(facts, () => own.handle(call));
      if (reply.kind === 'reset') {
        ended('reset');
        throw resetError();
      }
      if (reply.kind === 'hang') {
        const end = await keepWaiting({ hung, until: reply.until, signal, ended });
        throw end === 'reset' ? resetError() : new Error('there was no response');
      }
      if (signal.aborted) ended('left');
      signal.throwIfAborted();
      reply.sent?.();
      return { ...headOf(reply), body: bytesOf(reply, { hung, signal, ended }) };
    },
  };
}

function headOf({ status, contentType, announced, body, headers }: ProviderResponse) {
  return {
    status,
    contentType,
    contentEncoding: null,
    contentLength: announced ?? body.length,
    etag: headers?.['etag'] ?? null,
    contentRange: headers?.['content-range'] ?? null,
    location: headers?.['location'] ?? null,
    retryAfter: headers?.['retry-after'] ?? null,
  };
}

function resetError(): Error {
  return new Error('the connection was reset');
}

async function* bytesOf(
  { body, cutAfter, announced, drip = [] }: ProviderResponse,
  {
    hung,
    signal,
    ended,
  }: {
    readonly hung: HungResponses;
    readonly signal: AbortSignal;
    readonly ended: ServedReply['ended'];
  },
): AsyncGenerator<Uint8Array> {
  try {
    const [first = body, ...rest] = piecesOf(body, drip.length + 1);
    yield first.subarray(0, cutAfter ?? announced);
    for (const [index, piece] of rest.entries()) {
      await instant(hung, drip[index] ?? 0, signal);
      yield piece;
    }
    ended(cutAfter === undefined ? 'sent' : 'cut');
    if (cutAfter !== undefined) throw resetError();
  } finally {
    ended('left');
  }
}

/** Resolves when the clock reaches the instant; rejects if the connection ends before. */
async function instant(hung: HungResponses, at: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  signal.throwIfAborted();
  const giveUp = () => reject(resetError());
  signal.addEventListener('abort', giveUp, { once: true });
  const end = async () => giveUp();
  const release = hung.hold({ end, steps: { at: [at], next: resolve } }, null);
  try {
    await hung.settle();
    await promise;
  } finally {
    signal.removeEventListener('abort', giveUp);
    release();
  }
}
