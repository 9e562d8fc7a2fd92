import { lookup } from 'node:dns/promises';
import { Client, type Dispatcher } from 'undici';
import type { AllowedHosts } from './allowed-host.ts';
import { createGuardedConnector, type ResolveHost } from './guarded-connector.ts';
import { GuardedFetchError, type GuardedFetchRefusal, refuse } from './guarded-fetch-refusal.ts';
import { type FetchTarget, judgeUrl } from './judge-url.ts';

export interface GuardedFetchOptions {
  readonly allowedHosts: AllowedHosts;
  /** Bytes of body accepted, counted as they arrive. */
  readonly maxBytes: number;
  /** From the call to the last byte, name resolution included. */
  readonly timeoutMs: number;
  /** For the connection, for the head of the answer, and between two pieces of its body. */
  readonly idleTimeoutMs: number;
  /** Defaults to the machine's resolver. */
  readonly resolveHost?: ResolveHost;
  /** Certificate authorities (PEM) trusted instead of Node's; for on-premises hosts. */
  readonly certificateAuthorities?: readonly string[];
}

/** An answer with status 200 whose body is still to be read. */
export interface OpenedResponse {
  readonly kind: 'opened';
  /** What the server claims, lower case and without parameters; null when it claims nothing. Sniff the bytes. */
  readonly contentType: string | null;
  /** Bytes announced; null when the server did not say. The body is cut off at the limit either way. */
  readonly contentLength: number | null;
  /**
   * The bytes, to be read once. Throws {@link GuardedFetchError} when they end early, stall, or are too many.
   * Leaving the loop closes the connection.
   */
  readonly body: AsyncIterable<Uint8Array>;
  /** Closes the connection; for a caller that does not read the body. */
  close(): Promise<void>;
}

/** Opens an untrusted URL. */
export type OpenGuarded = (
  url: string,
  call?: { readonly signal?: AbortSignal },
) => Promise<OpenedResponse | GuardedFetchRefusal>;

/** One fetch under way. */
interface Exchange {
  readonly target: FetchTarget;
  readonly options: GuardedFetchOptions;
  readonly client: Client;
  readonly deadline: AbortSignal;
  readonly callerSignal: AbortSignal | undefined;
  close(): Promise<void>;
}

/**
 * The streaming form of the guarded fetch, for results too large for memory. Every call has a connection of
 * its own, closed at its end: HTTP/1.1, no redirect followed, no proxy variables, no cookies, no credentials,
 * no retry. Unread answers are closed by the total timeout.
 */
export function createOpenGuarded(options: GuardedFetchOptions): OpenGuarded {
  return async (url, call = {}) => {
    const target = judgeUrl(url, options.allowedHosts);
    if (target.kind === 'refused') return target;
    if (call.signal?.aborted === true) return refuse('aborted', 'The fetch was given up.');
    const exchange = startExchange({ target, options, callerSignal: call.signal });
    try {
      return await request(exchange);
    } catch (error) {
      await exchange.close();
      return explain(error, exchange, 'unreachable');
    }
  };
}

type ExchangeStart = Pick<Exchange, 'target' | 'options' | 'callerSignal'>;

function startExchange({ target, options, callerSignal }: ExchangeStart): Exchange {
  const deadline = AbortSignal.timeout(options.timeoutMs);
  const signal = callerSignal === undefined ? deadline : AbortSignal.any([callerSignal, deadline]);
  const { resolveHost = resolveBySystem, idleTimeoutMs, certificateAuthorities } = options;
  const client = new Client(target.url.origin, {
    connect: createGuardedConnector({
      target,
      resolveHost,
      connectTimeoutMs: idleTimeoutMs,
      signal,
      ...(certificateAuthorities === undefined ? {} : { certificateAuthorities }),
    }),
    allowH2: false,
    headersTimeout: idleTimeoutMs,
    bodyTimeout: idleTimeoutMs,
  });
  // undici heeds a request's signal only once it is connected; destroying the client ends every phase.
  const giveUp = (): void => void client.destroy();
  signal.addEventListener('abort', giveUp, { once: true });
  const close = (): Promise<void> => {
    signal.removeEventListener('abort', giveUp);
    return client.destroy();
  };
  return { target, options, client, deadline, callerSignal, close };
}

async function request(exchange: Exchange): Promise<OpenedResponse | GuardedFetchRefusal> {
  const { target, options, client } = exchange;
  const response = await client.request({
    method: 'GET',
    reset: true,
    path: target.url.pathname + target.url.search,
    headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'filmgate' },
  });
  response.body.on('error', ignoreUnlessRead);
  const contentLength = announcedLength(response);
  const refusal = judgeHead(response, {
    host: target.host,
    contentLength,
    maxBytes: options.maxBytes,
  });
  if (refusal !== undefined) {
    await exchange.close();
    return refusal;
  }
  const contentType =
    single(response.headers['content-type'])?.split(';')[0]?.trim().toLowerCase() ?? null;
  return {
    kind: 'opened',
    contentType,
    contentLength,
    body: limitedBody(response, exchange),
    close: () => exchange.close(),
  };
}

interface HeadLimits {
  readonly host: string;
  readonly contentLength: number | null;
  readonly maxBytes: number;
}

function judgeHead(
  response: Dispatcher.ResponseData,
  limits: HeadLimits,
): GuardedFetchRefusal | undefined {
  const { statusCode, headers } = response;
  const { host, contentLength, maxBytes } = limits;
  if (statusCode >= 300 && statusCode < 400) {
    return refuse(
      'redirected',
      `The host "${host}" answered with a redirect, which is not followed.`,
    );
  }
  if (statusCode !== 200)
    return refuse('status-not-ok', `The host "${host}" answered with status ${statusCode}.`);
  if ((single(headers['content-encoding']) ?? 'identity').trim().toLowerCase() !== 'identity') {
    return refuse(
      'encoded',
      `The host "${host}" answered with compressed content, which was not asked for.`,
    );
  }
  return contentLength !== null && contentLength > maxBytes ? tooLarge(host, maxBytes) : undefined;
}

async function* limitedBody(
  response: Dispatcher.ResponseData,
  exchange: Exchange,
): AsyncGenerator<Uint8Array> {
  const { target, options } = exchange;
  let received = 0;
  try {
    for await (const chunk of response.body) {
      const bytes = asBytes(chunk);
      received += bytes.length;
      if (received > options.maxBytes)
        throw new GuardedFetchError(tooLarge(target.host, options.maxBytes));
      yield bytes;
    }
  } catch (error) {
    throw new GuardedFetchError(explain(error, exchange, 'interrupted'));
  } finally {
    await exchange.close();
  }
}

/** What a failure of the network means to the caller; causes we set ourselves come first. */
function explain(
  error: unknown,
  exchange: Exchange,
  otherwise: 'unreachable' | 'interrupted',
): GuardedFetchRefusal {
  const { target, callerSignal, deadline } = exchange;
  if (callerSignal?.aborted === true) return refuse('aborted', 'The fetch was given up.');
  if (deadline.aborted || isTimeout(error)) {
    return refuse('timed-out', `The host "${target.host}" did not answer in time.`);
  }
  if (error instanceof GuardedFetchError) return error.refusal;
  return otherwise === 'unreachable'
    ? refuse('unreachable', `The host "${target.host}" could not be reached.`)
    : refuse('interrupted', `The host "${target.host}" broke off its answer.`);
}

const TIMEOUT_CODES: ReadonlySet<string> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);

function isTimeout(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    TIMEOUT_CODES.has(error.code)
  );
}

function tooLarge(host: string, maxBytes: number): GuardedFetchRefusal {
  return refuse('too-large', `The host "${host}" sent more than ${maxBytes} bytes.`);
}

function announcedLength(response: Dispatcher.ResponseData): number | null {
  const text = single(response.headers['content-length']);
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

function asBytes(chunk: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  throw new TypeError('the response body is not bytes');
}

/** An unread body that fails must not become an unhandled error; a reader gets the error by its own read. */
function ignoreUnlessRead(): void {}

async function resolveBySystem(hostname: string): Promise<readonly string[]> {
  const answers = await lookup(hostname, { all: true });
  return answers.map(({ address }) => address);
}
