import { Agent, Client, type Dispatcher } from 'undici';
import { connectIfAllowed, neverConnected } from './connection-proof.ts';
import { NotSent, type Transport, type TransportAnswer, type TransportCall } from './transport.ts';

const connectTimeoutMs = 10_000;
/** The caller's signal bounds every call. */
const patience = { headersTimeout: 0, bodyTimeout: 0 } as const;

/**
 * A client of `filmgate-mock serve`. Every submission gets a connection of its own, used for nothing
 * before or after, and is sent once.
 *
 * @throws TypeError when the base URL is no URL
 */
export function createHttpTransport(baseUrl: string): Transport & { close(): Promise<void> } {
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/\/$/, '');
  const reads = new Agent({ ...patience, connections: 64, connect: { timeout: connectTimeoutMs } });
  const call = async (
    dispatcher: Dispatcher,
    { method, path, key, body, range, signal }: TransportCall,
  ) => {
    const headers = {
      accept: '*/*',
      authorization: `Bearer ${key}`,
      ...(body !== null && { 'content-type': 'application/json' }),
      ...(range && { range: `bytes=${range.from}-`, 'if-range': range.ifRange }),
    };
    if (signal.aborted) throw new NotSent('given up before connecting');
    try {
      const options = { origin, path: `${prefix}${path}`, method, headers, body, signal };
      return toAnswer(await dispatcher.request(options));
    } catch (error) {
      if (neverConnected(error)) throw new NotSent('no connection', { cause: error });
      throw error;
    }
  };
  return {
    async send(request) {
      if (request.method === 'GET') return call(reads, request);
      const connect = connectIfAllowed(request.mayStart ?? (() => true), connectTimeoutMs);
      const own = new Client(origin, { ...patience, pipelining: 0, connect });
      try {
        return await call(own, request);
      } finally {
        // Settles when the answer has been read; the caller must not wait for it here.
        own.close().catch(() => undefined);
      }
    },
    close: () => reads.close(),
  };
}

function toAnswer({ statusCode, headers, body }: Dispatcher.ResponseData): TransportAnswer {
  return {
    status: statusCode,
    contentType: single(headers['content-type']),
    contentLength: lengthOf(single(headers['content-length'])),
    etag: single(headers['etag']),
    contentRange: single(headers['content-range']),
    body,
  };
}

function single(value: string | readonly string[] | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function lengthOf(text: string | null): number | null {
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}
