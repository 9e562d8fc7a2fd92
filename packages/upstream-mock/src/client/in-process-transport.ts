import { NotSent, type Transport } from '@filmgate/upstream-http';
import type { HungResponses } from '../space/hung-responses.ts';
import type { ProviderResponse } from '../wire/provider-request.ts';
import type { MockProvider } from '../wire/provider.ts';

/** Calls the provider's own handler: the same behaviour as over HTTP, resets and hangs included. */
export function createInProcessTransport(
  provider: MockProvider,
  hung: Pick<HungResponses, 'hold' | 'settle'>,
): Transport {
  return {
    async send({ method, path, headers, body, range = null, signal, mayStart }) {
      if (signal.aborted || mayStart?.() === false) throw new NotSent('given up before sending');
      const parsed: unknown = body === null ? null : JSON.parse(Buffer.from(body).toString());
      const reply = await provider.handle({
        method,
        path,
        key: headers['authorization']?.replace(/^Bearer /, '') ?? null,
        body: parsed,
        range,
      });
      if (reply.kind === 'reset') throw resetError();
      if (reply.kind === 'hang') return hang(hung, reply.until, signal);
      signal.throwIfAborted();
      reply.sent?.();
      return {
        status: reply.status,
        contentType: reply.contentType,
        contentEncoding: null,
        contentLength: reply.body.length,
        etag: reply.headers?.['etag'] ?? null,
        contentRange: reply.headers?.['content-range'] ?? null,
        retryAfter: reply.headers?.['retry-after'] ?? null,
        body: bytesOf(reply),
      };
    },
  };
}

/** Until the caller gives up, or the mock ends it. */
async function hang(
  hung: Pick<HungResponses, 'hold' | 'settle'>,
  until: number | null,
  signal: AbortSignal,
): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  const end = async () => reject(resetError());
  const release = hung.hold({ end }, until);
  const giveUp = () => {
    release();
    reject(new Error('no answer came'));
  };
  if (signal.aborted) giveUp();
  else signal.addEventListener('abort', giveUp, { once: true });
  await hung.settle();
  return promise;
}

function resetError(): Error {
  return new Error('the connection was reset');
}

async function* bytesOf({ body, cutAfter }: ProviderResponse): AsyncGenerator<Uint8Array> {
  yield cutAfter === undefined ? body : body.subarray(0, cutAfter);
  if (cutAfter !== undefined) throw resetError();
}
