import { unansweredBy } from '@filmgate/core';
import { Agent, buildConnector, Client, type Dispatcher } from 'undici';
import {
  NotMade,
  NotSent,
  type Transport,
  type TransportResponse,
  type TransportCall,
} from './transport.ts';

/**
 * The connection of one submission. Any error before the handover (unknown name, connection refused, TLS failure,
 * timeout, abort) proves that nothing was sent: application data follows the handshake (RFC 8446 §2). Afterwards an
 * error proves nothing: a host can also become unreachable after the request has left.
 */
class OwnConnection {
  readonly connect: buildConnector.connector;
  #isTried = false;
  #isHandedOver = false;
  #isShut = false;

  /** `mayStart` is called when the connection is open. */
  constructor(
    { mayStart = () => true, signal }: Pick<TransportCall, 'mayStart' | 'signal'>,
    connectorOf: ConnectorFactory,
  ) {
    const connect = connectorOf({ timeout: connectTimeoutMs, allowH2: false, signal });
    this.connect = (options, done) => {
      this.#isTried = true;
      connect(options, (...result) => {
        const [error, socket] = result;
        if (error === null && (this.#isShut || !mayStart())) {
          socket.destroy();
          done(new NotSent('the send timeout expired while connecting'), null);
          return;
        }
        if (error === null) this.#isHandedOver = true;
        done(...result);
      });
    };
  }

  /** Returns true if the endpoint's address was looked up. */
  wasTried(): boolean {
    return this.#isTried;
  }

  /** Returns true if a byte may have left. If not, none will leave any more. */
  mayHaveSent(): boolean {
    this.#isShut = true;
    return this.#isHandedOver;
  }
}

const connectTimeoutMs = 10_000;

/**
 * Creates the connector of connections to the endpoint, for example through a proxy. It calls back with a socket once
 * TLS with the endpoint itself is ready and before any byte of a request has left, and with an error otherwise.
 */
export type ConnectorFactory = (options: {
  /** Maximum time until the socket is ready, in ms. */
  readonly timeout: number;
  readonly allowH2: boolean;
  /** Aborts when the connection is no longer wanted. */
  readonly signal: AbortSignal;
}) => buildConnector.connector;

const connectDirectly: ConnectorFactory = ({ timeout, allowH2 }) =>
  buildConnector({ timeout, allowH2 });

/** The caller's signal limits every call. */
const patience = { headersTimeout: 0, bodyTimeout: 0 } as const;

/** The start of every call below a base URL. */
function baseOf(baseUrl: string) {
  const { origin, host, pathname } = new URL(baseUrl);
  return { origin, host, prefix: pathname.replace(/\/$/, '') };
}

/**
 * Sends calls to one endpoint, each submission over a new connection and once. `close` aborts the reads in progress.
 *
 * @param origins - base URLs of reads that name one; a name that is absent has the endpoint's own
 * @param connectorOf - absent = connections are direct
 * @throws TypeError when a base URL is not a URL
 */
export function createHttpTransport(
  baseUrl: string,
  origins: { readonly [name: string]: string } = {},
  connectorOf: ConnectorFactory = connectDirectly,
): Transport & { close(): Promise<void> } {
  const own = baseOf(baseUrl);
  const further = new Map(Object.entries(origins).map(([name, url]) => [name, baseOf(url)]));
  const reads = openReads(connectorOf);
  const call = async (
    dispatcher: Dispatcher,
    { method, body, signal, ...given }: TransportCall,
  ) => {
    const { origin, host, prefix } = further.get(given.origin ?? '') ?? own;
    const path = given.isFromRoot === true ? given.path : `${prefix}${given.path}`;
    const options = { origin, path, method, headers: headersOf(given), body, signal };
    return toResponse(await untilGivenUp(dispatcher.request(options), { signal, host }));
  };
  const submit = async (request: TransportCall) => {
    if (request.signal.aborted) throw new NotSent('aborted before connecting');
    const connection = new OwnConnection(request, connectorOf);
    const { connect } = connection;
    const client = new Client(own.origin, { ...patience, pipelining: 0, connect });
    try {
      return await call(client, request);
    } catch (error) {
      if (connection.mayHaveSent()) throw error;
      const isOurs = !connection.wasTried() && !request.signal.aborted;
      throw isOurs
        ? new NotMade('the request cannot be built', { cause: error })
        : new NotSent('no connection', { cause: error });
    } finally {
      // Settles when the response has been read; the caller must not wait for it here.
      client.close().catch(() => undefined);
    }
  };
  return {
    send: (request) => (request.method === 'GET' ? call(reads.agent, request) : submit(request)),
    close: () => reads.close(),
  };
}

/** Opens the shared connections of reads. */
function openReads(connectorOf: ConnectorFactory) {
  const closing = new AbortController();
  const connect = connectorOf({ timeout: connectTimeoutMs, allowH2: true, signal: closing.signal });
  const agent = new Agent({ ...patience, connections: 64, connect });
  const close = () => {
    closing.abort();
    return agent.destroy();
  };
  return { agent, close };
}

function headersOf({ headers, range = null }: Pick<TransportCall, 'headers' | 'range'>) {
  return {
    accept: '*/*',
    ...headers,
    'accept-encoding': 'identity',
    ...(range !== null && { range: `bytes=${range.from}-`, 'if-range': range.ifRange }),
  };
}

/** Returns the response, unless the signal comes first: undici obeys it only once a request has its connection. */
async function untilGivenUp<Result>(
  response: Promise<Result>,
  { signal, host }: { readonly signal: AbortSignal; readonly host: string },
): Promise<Result> {
  const { promise: givenUp, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(signal.reason);
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([response, givenUp]);
  } catch (error) {
    throw unansweredBy(host, error);
  } finally {
    signal.removeEventListener('abort', giveUp);
    // A late response was aborted by the same signal.
    response.catch(() => undefined);
  }
}

function toResponse({ statusCode, headers, body }: Dispatcher.ResponseData): TransportResponse {
  return {
    status: statusCode,
    contentType: single(headers['content-type']),
    contentEncoding: single(headers['content-encoding']),
    contentLength: lengthOf(single(headers['content-length'])),
    etag: single(headers['etag']),
    contentRange: single(headers['content-range']),
    location: single(headers['location']),
    retryAfter: single(headers['retry-after']),
    retryAfterMs: single(headers['retry-after-ms']),
    body,
  };
}

function single(value: string | readonly string[] | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function lengthOf(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
