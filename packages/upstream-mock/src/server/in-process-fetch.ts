import { keepWaiting } from '../space/keep-waiting.ts';
import type { ProviderResponse } from '../http/provider-request.ts';
import { type DecidedReply, decideReply } from './decide-reply.ts';
import { lastByteOf } from './last-byte.ts';
import { faultOf, faultReply } from './mock-fault.ts';
import type { ReceivedRequest } from '../http/received-request.ts';
import { requestLine } from './request-line.ts';
import type { RequestTarget } from './serve-request.ts';

const mostRedirects = 20;
/** Bytes sent without a read, like those in the buffers of a connection. */
const pieceBytes = 64 * 1024;
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);
const redirecting: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

type Ended = NonNullable<DecidedReply['ended']>;

type Caller = Pick<RequestTarget, 'onFault'> & {
  readonly received: ReceivedRequest;
  readonly signal: AbortSignal | undefined;
};

/**
 * A `fetch` that calls a mock of this process without a connection: with the same responses, and the same errors where
 * the connection would break. It needs no timer, so it works where those are faked, and reaches only the mock
 * [mock.test-api.fetch].
 *
 * @param origin - of the mock
 */
export function createInProcessFetch(origin: string, target: RequestTarget): typeof fetch {
  return async (wanted, init) => {
    const given = wanted instanceof Request ? wanted.signal : undefined;
    const signal = init?.signal ?? given;
    let request = new Request(wanted, init);
    for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
      const response = await fetchOnce(request, { origin, target, signal });
      const next = redirected(request, response);
      if (next === undefined) return reported(response, request.url, redirects > 0);
      request = next;
    }
    throw failed(new Error('redirect count exceeded'));
  };
}

async function fetchOnce(
  request: Request,
  {
    origin,
    target,
    signal,
  }: {
    readonly origin: string;
    readonly target: RequestTarget;
    readonly signal: AbortSignal | undefined;
  },
): Promise<Response> {
  const url = new URL(request.url);
  if (url.origin !== origin)
    throw failed(new Error(`this fetch only calls ${origin}, not ${url.origin}`));
  if (target.closing()) throw failed(coded('the mock was stopped', 'ECONNREFUSED'));
  const received = await receive(request, url, signal);
  signal?.throwIfAborted();
  const caller = { received, signal, onFault: target.onFault };
  const decided = await decideReply(received, target).catch((error: unknown): DecidedReply => {
    target.onFault(faultOf(received, error));
    return { reply: faultReply };
  });
  return await deliver({ ...decided, ended: endOnce(decided, received, target) }, caller);
}

/** Records the end of a call: only the first end counts. */
function endOnce(
  decided: DecidedReply,
  received: ReceivedRequest,
  { onRequest, now }: Pick<RequestTarget, 'onRequest' | 'now'>,
): Ended {
  let isOver = false;
  return (end) => {
    decided.ended?.(end);
    if (!isOver) onRequest?.(requestLine(received, decided, now()));
    isOver = true;
  };
}

async function deliver(
  { reply, space, exchange, ended }: DecidedReply & { readonly ended: Ended },
  caller: Caller,
): Promise<Response> {
  const { signal } = caller;
  if (reply.kind === 'hang' && space !== undefined)
    await keepWaiting({ hung: space.hung, until: reply.until, signal, ended });
  if (signal?.aborted === true) {
    ended('left');
    throw signal.reason;
  }
  const endsFile = exchange?.reachesEnd === true;
  if (reply.kind === 'response') return responseOf({ ...reply, endsFile }, caller, ended);
  ended('reset');
  throw failed(coded('read ECONNRESET', 'ECONNRESET'));
}

async function receive(
  request: Request,
  url: URL,
  signal: AbortSignal | undefined,
): Promise<ReceivedRequest> {
  const { method, headers } = request;
  const body = request.body === null ? [] : [new Uint8Array(await request.arrayBuffer())];
  return {
    method,
    url: url.pathname + url.search,
    headers: { ...Object.fromEntries(headers), host: url.host },
    socket: {
      remoteAddress: '127.0.0.1',
      get destroyed() {
        return signal?.aborted ?? false;
      },
      once: (_, gone) => signal?.addEventListener('abort', gone, { once: true }),
      off: (_, gone) => signal?.removeEventListener('abort', gone),
    },
    async *[Symbol.asyncIterator]() {
      yield* body;
    },
  };
}

/** `endsFile`: true if the body reaches the end of a file. */
type FileResponse = ProviderResponse & { readonly endsFile: boolean };

function responseOf(
  reply: FileResponse,
  { received, signal, onFault }: Caller,
  ended: Ended,
): Response {
  const { status, body, cutAfter, announced = body.length } = reply;
  const headers = {
    ...reply.headers,
    'content-type': reply.contentType,
    ...(status !== 304 && { 'content-length': String(announced) }),
  };
  const left = () => {
    try {
      reply.sent?.();
      ended('sent');
    } catch (error) {
      onFault(faultOf(received, error));
    }
  };
  if (received.method === 'HEAD' || bodiless.has(status)) {
    left();
    return new Response(null, { status, headers });
  }
  if (cutAfter !== undefined) ended('cut');
  const given = { left, signal, gone: () => ended('left') };
  const seen = { ...reply, body: body.subarray(0, announced) };
  return new Response(streamOf(seen, given), { status, headers });
}

interface StreamEvents {
  /** Called when everything has been sent. */
  readonly left: () => void;
  readonly gone: () => void;
  readonly signal: AbortSignal | undefined;
}

/** A body whose first piece is sent at once, unless it ends a file, and further ones when they are read. */
function streamOf(
  { body, cutAfter, endsFile }: FileResponse,
  { left, gone, signal }: StreamEvents,
): ReadableStream<Uint8Array> {
  const end = cutAfter ?? body.length;
  const last = endsFile ? lastByteOf(end) : end;
  let at = 0;
  let giveUp = () => {};
  const source = {
    start(controller: ReadableStreamDefaultController<Uint8Array>) {
      giveUp = () => {
        gone();
        controller.error(signal?.reason);
      };
      signal?.addEventListener('abort', giveUp, { once: true });
    },
    pull(controller: ReadableStreamDefaultController<Uint8Array>) {
      // An error that came with the last piece would discard it.
      if (at === end && cutAfter !== undefined) {
        controller.error(brokenOff());
        return;
      }
      const piece = body.slice(at, Math.min(at < last ? last : end, at + pieceBytes));
      at += piece.length;
      if (piece.length > 0) controller.enqueue(piece);
      if (at < end || cutAfter !== undefined) return;
      signal?.removeEventListener('abort', giveUp);
      controller.close();
      left();
    },
    cancel: gone,
  };
  return new ReadableStream<Uint8Array>(source, { highWaterMark: endsFile ? 0 : 1 });
}

/** The request of a redirect; undefined if the response is final. */
function redirected(request: Request, { status, headers }: Response): Request | undefined {
  const location = headers.get('location');
  if (!redirecting.has(status) || location === null || request.redirect === 'manual')
    return undefined;
  if (request.redirect === 'error') throw failed(new Error('unexpected redirect'));
  const { method, signal } = request;
  const asked = method === 'HEAD' ? 'HEAD' : 'GET';
  return new Request(new URL(location, request.url), {
    method: asked,
    headers: request.headers,
    signal,
  });
}

/** Sets the properties of a response that its constructor does not accept. */
function reported(response: Response, url: string, isRedirected: boolean): Response {
  return Object.defineProperties(response, {
    url: { value: url },
    redirected: { value: isRedirected },
  });
}

/** The error of `fetch` if a connection breaks. */
function failed(cause: Error): TypeError {
  return new TypeError('fetch failed', { cause });
}

/** The error of a body whose connection breaks. */
function brokenOff(): TypeError {
  return new TypeError('terminated', { cause: coded('other side closed', 'UND_ERR_SOCKET') });
}

function coded(message: string, code: string): Error {
  return Object.assign(new Error(message), { code });
}
