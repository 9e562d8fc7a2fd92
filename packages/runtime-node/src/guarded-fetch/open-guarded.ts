import { lookup } from 'node:dns/promises';
import { Client, type Dispatcher } from 'undici';
import type { OutboundProxy } from '../proxy/outbound-proxy.ts';
import type { AllowedHosts } from './parse-allowed-hosts.ts';
import { createGuardedConnector, type ResolveHost } from './guarded-connector.ts';
import { explainFailure } from './explain-failure.ts';
import { GuardedFetchError, type GuardedFetchRefusal, refuse } from './guarded-fetch-refusal.ts';
import { checkHead, notFollowed, single, tooLarge } from './check-head.ts';
import { type FetchTarget, checkUrl } from './check-url.ts';

export interface GuardedFetchOptions {
  readonly allowedHosts: AllowedHosts;
  /** Maximum size of the body, counted as it arrives, in bytes. */
  readonly maxBytes: number;
  /** Total timeout, from the call to the last byte, name resolution included. */
  readonly timeoutMs: number;
  /** Idle timeout: for the connection, for the head of the response, and between two pieces of its body. */
  readonly idleTimeoutMs: number;
  /** Defaults to the machine's resolver. */
  readonly resolveHost?: ResolveHost;
  /** Certificate authorities (PEM) trusted instead of Node's; for on-premises hosts. */
  readonly certificateAuthorities?: readonly string[];
  /** Proxy for https URLs. It is given checked addresses instead of names. Absent = every host is reached directly. */
  readonly proxy?: OutboundProxy;
  /**
   * True if the proxy may resolve the name of a listed host that has no address here. Its address is then not checked,
   * so the name must not be a caller's choice. Without effect for `any-public`.
   */
  readonly namesToProxy?: boolean;
}

/** A valid response with an unread body. */
export interface OpenedResponse {
  readonly kind: 'opened';
  /** Content type claimed by the server, lower case, without parameters; null when it claims none. Sniff the bytes. */
  readonly contentType: string | null;
  /** Announced by the server, in bytes; null when it announces none. The body is cut off at the limit in any case. */
  readonly contentLength: number | null;
  /** Offset of the body's first byte in the whole: 0, or the requested one. */
  readonly startsAt: number;
  /** The strong entity tag of the bytes (RFC 9110 §8.8.3); null without one. */
  readonly validator: string | null;
  /**
   * Bytes of the body, readable once. Throws {@link GuardedFetchError} when they end early, stall, or exceed the limit.
   * Leaving the loop closes the connection.
   */
  readonly body: AsyncIterable<Uint8Array>;
  /** Closes the connection; for a caller that does not read the body. */
  close(): Promise<void>;
}

/** Options of one fetch. */
export interface GuardedCall {
  readonly signal?: AbortSignal;
  /** Maximum number of redirects, each to a URL that is checked as the first one; absent = none. */
  readonly redirects?: number;
  /** Requests the bytes after this offset, as long as the entity tag still matches (RFC 9110 §13.1.5). */
  readonly resume?: { readonly offset: number; readonly validator: string };
}

/** Opens an untrusted URL. */
export type OpenGuarded = (
  url: string,
  call?: GuardedCall,
) => Promise<OpenedResponse | GuardedFetchRefusal>;

/** State of one running fetch. */
interface Exchange {
  readonly target: FetchTarget;
  readonly options: GuardedFetchOptions;
  readonly client: Client;
  readonly deadline: AbortSignal;
  readonly call: GuardedCall;
  close(): Promise<void>;
}

/** Target of a response that redirects. */
interface Redirect {
  readonly kind: 'redirect';
  readonly to: string;
}

/**
 * Creates the streaming form of the guarded fetch, for results too large for memory. Every hop has its own connection,
 * closed at its end: HTTP/1.1, no redirect followed unless requested, no proxy but the given one, no cookies, no
 * credentials, no retry. The total timeout closes unread responses.
 */
export function createOpenGuarded(options: GuardedFetchOptions): OpenGuarded {
  return async (url, call = {}) => {
    const deadline = AbortSignal.timeout(options.timeoutMs);
    let from = url;
    for (let left = call.redirects ?? 0; ; left -= 1) {
      const target = checkUrl(from, options.allowedHosts);
      if (target.kind === 'refused') return target;
      if (call.signal?.aborted === true) return refuse('aborted', 'The download was aborted.');
      const outcome = await openHop({ target, options, call, deadline });
      if (outcome.kind !== 'redirect') return outcome;
      const next = URL.parse(outcome.to, target.url.href);
      if (left <= 0 || next === null) return notFollowed(target.host);
      from = next.href;
    }
  };
}

type HopStart = Pick<Exchange, 'target' | 'options' | 'call' | 'deadline'>;

async function openHop(start: HopStart): Promise<OpenedResponse | Redirect | GuardedFetchRefusal> {
  const exchange = startExchange(start);
  try {
    return await request(exchange);
  } catch (error) {
    await exchange.close();
    return explainFailure(error, exchange, 'unreachable');
  }
}

function startExchange({ target, options, call, deadline }: HopStart): Exchange {
  const signal = call.signal === undefined ? deadline : AbortSignal.any([call.signal, deadline]);
  const { resolveHost = resolveBySystem, idleTimeoutMs, certificateAuthorities, proxy } = options;
  const client = new Client(target.url.origin, {
    connect: createGuardedConnector({
      target,
      resolveHost,
      connectTimeoutMs: idleTimeoutMs,
      signal,
      ...(certificateAuthorities === undefined ? {} : { certificateAuthorities }),
      ...(proxy !== undefined && { proxy }),
      namesToProxy: options.allowedHosts !== 'any-public' && options.namesToProxy === true,
    }),
    allowH2: false,
    headersTimeout: idleTimeoutMs,
    bodyTimeout: idleTimeoutMs,
  });
  // undici observes a request's signal only after the connection; destroying the client ends every phase.
  const giveUp = (): void => void client.destroy();
  signal.addEventListener('abort', giveUp, { once: true });
  const close = (): Promise<void> => {
    signal.removeEventListener('abort', giveUp);
    return client.destroy();
  };
  return { target, options, client, deadline, call, close };
}

async function request(
  exchange: Exchange,
): Promise<OpenedResponse | Redirect | GuardedFetchRefusal> {
  const { target, options, client, call } = exchange;
  const response = await client.request({
    method: 'GET',
    reset: true,
    path: target.url.pathname + target.url.search,
    headers: headersOf(call),
  });
  response.body.on('error', ignoreUnlessRead);
  const head = checkHead(response, {
    host: target.host,
    maxBytes: options.maxBytes,
    offset: call.resume?.offset ?? 0,
  });
  if (head.kind !== 'body') {
    await exchange.close();
    return head;
  }
  const { headers } = response;
  const etag = single(headers['etag']);
  return {
    kind: 'opened',
    contentType: single(headers['content-type'])?.split(';')[0]?.trim().toLowerCase() ?? null,
    contentLength: head.wholeLength,
    startsAt: head.startsAt,
    validator: etag?.startsWith('"') === true ? etag : null,
    body: limitedBody(response, exchange, head.startsAt),
    close: () => exchange.close(),
  };
}

function headersOf({ resume }: GuardedCall): { readonly [name: string]: string } {
  return {
    accept: '*/*',
    'accept-encoding': 'identity',
    'user-agent': 'filmgate',
    ...(resume !== undefined && {
      range: `bytes=${resume.offset}-`,
      'if-range': resume.validator,
    }),
  };
}

async function* limitedBody(
  response: Dispatcher.ResponseData,
  exchange: Exchange,
  startsAt: number,
): AsyncGenerator<Uint8Array> {
  const { target, options } = exchange;
  let received = startsAt;
  try {
    for await (const chunk of response.body) {
      const bytes = asBytes(chunk);
      received += bytes.length;
      if (received > options.maxBytes)
        throw new GuardedFetchError(tooLarge(target.host, options.maxBytes));
      yield bytes;
    }
  } catch (error) {
    throw new GuardedFetchError(explainFailure(error, exchange, 'interrupted'));
  } finally {
    await exchange.close();
  }
}

function asBytes(chunk: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  throw new TypeError('the response body is not bytes');
}

/** Prevents an unhandled error when an unread body fails; a reader gets the error from its own read. */
function ignoreUnlessRead(): void {}

async function resolveBySystem(hostname: string): Promise<readonly string[]> {
  const results = await lookup(hostname, { all: true });
  return results.map(({ address }) => address);
}
