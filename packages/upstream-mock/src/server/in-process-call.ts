import type { ExchangeEnd } from '../records/exchange.ts';
import type { ProviderResponse } from '../http/provider-request.ts';
import type { ReceivedRequest } from '../http/received-request.ts';
import type { HungResponses } from '../space/hung-responses.ts';
import { keepWaiting } from '../space/keep-waiting.ts';
import { type DecidedReply, decideReply } from './decide-reply.ts';
import { piecesOf } from './deliver.ts';
import { lastByteOf } from './last-byte.ts';
import { faultOf, faultReply } from './mock-fault.ts';
import { requestLine } from './request-line.ts';
import type { RequestTarget } from './serve-request.ts';

/** A call from this process. */
export interface InProcessCall extends Pick<ReceivedRequest, 'headers'> {
  readonly method: string;
  /** Path with query. */
  readonly url: string;
  readonly body: Uint8Array | null;
  readonly signal: AbortSignal | undefined;
}

/** The response to a call of this process. */
export interface InProcessResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Breaks off where the connection would break. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** The error of `fetch` if a connection breaks. */
export function failedFetch(message: string, code?: string): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) });
}

/** The error of a body whose connection breaks. */
function brokenOff(): TypeError {
  const cause = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });
  return new TypeError('terminated', { cause });
}

/** Bytes sent without a read, like those in the buffers of a connection. */
const pieceBytes = 64 * 1024;

/**
 * Calls the mock without a connection, and needs no timer.
 *
 * @throws what `fetch` throws if the connection breaks or its signal is aborted
 */
export async function callInProcess(
  call: InProcessCall,
  target: RequestTarget,
): Promise<InProcessResponse> {
  const { method, signal } = call;
  const received = receive(call);
  const decided = await decideReply(received, target).catch((error: unknown): DecidedReply => {
    target.onFault(faultOf(received, error));
    return { reply: faultReply };
  });
  const { reply, space, exchange } = decided;
  const sending = {
    signal,
    isWhole: method !== 'HEAD',
    isFile: exchange?.reachesEnd === true,
    hung: space?.hung,
    ended: endOnce(received, decided, target),
    onFault: (error: unknown) => target.onFault(faultOf(received, error)),
  };
  const { ended } = sending;
  if (reply.kind === 'hang' && space !== undefined)
    await keepWaiting({ hung: space.hung, until: reply.until, signal, ended });
  if (signal?.aborted === true) {
    ended('left');
    throw signal.reason;
  }
  if (reply.kind === 'response') return await responseOf(reply, sending);
  ended('reset');
  throw failedFetch('read ECONNRESET', 'ECONNRESET');
}

/** Records the end of a call: only the first end counts. */
function endOnce(
  received: ReceivedRequest,
  decided: DecidedReply,
  { onRequest, now }: Pick<RequestTarget, 'onRequest' | 'now'>,
): Sending['ended'] {
  let isOver = false;
  return (end) => {
    decided.ended?.(end);
    if (!isOver) onRequest?.(requestLine(received, decided, now()));
    isOver = true;
  };
}

/** A response on its way. */
interface Sending {
  readonly signal: AbortSignal | undefined;
  /** False if only the head is sent. */
  readonly isWhole: boolean;
  /** True if the body reaches the end of a file. */
  readonly isFile: boolean;
  readonly hung: HungResponses | undefined;
  readonly ended: (end: ExchangeEnd) => void;
  readonly onFault: (error: unknown) => void;
}

async function responseOf(reply: ProviderResponse, sending: Sending): Promise<InProcessResponse> {
  const { status, body, cutAfter, announced = body.length } = reply;
  const { isWhole, isFile, ended } = sending;
  const headers = {
    ...reply.headers,
    'content-type': reply.contentType,
    ...(status !== 304 && { 'content-length': String(announced) }),
  };
  if (cutAfter !== undefined) ended('cut');
  const isBuffered = !isFile && cutAfter === undefined && body.length <= pieceBytes;
  if (!isWhole || isBuffered) {
    leave(reply, sending);
    return { status, headers, body: listed(isWhole ? body.slice(0, announced) : null) };
  }
  const pieces = piecesFrom(reply, sending);
  // A generator that has not begun would not notice that its reader leaves.
  await pieces.next();
  return { status, headers, body: pieces };
}

/** Called when everything has been sent. */
function leave(reply: ProviderResponse, { ended, onFault }: Sending): void {
  try {
    reply.sent?.();
    ended('sent');
  } catch (error) {
    onFault(error);
  }
}

async function* listed(piece: Uint8Array | null): AsyncGenerator<Uint8Array> {
  if (piece !== null) yield piece;
}

function receive({ method, url, headers, body, signal }: InProcessCall): ReceivedRequest {
  return {
    method,
    url,
    headers,
    socket: {
      remoteAddress: '127.0.0.1',
      get destroyed() {
        return signal?.aborted ?? false;
      },
      once: (_, gone) => signal?.addEventListener('abort', gone, { once: true }),
      off: (_, gone) => signal?.removeEventListener('abort', gone),
    },
    [Symbol.asyncIterator]: () => listed(body),
  };
}

/** The pieces of a body, each when it is read; those of a slow one when the clock allows it. The first is empty. */
async function* piecesFrom(reply: ProviderResponse, sending: Sending): AsyncGenerator<Uint8Array> {
  const { body, cutAfter, announced, drip = [] } = reply;
  const { isFile, hung, signal, ended } = sending;
  const gone = () => ended('left');
  signal?.addEventListener('abort', gone, { once: true });
  try {
    yield new Uint8Array();
    const seen = body.subarray(0, cutAfter ?? announced);
    const last = isFile ? lastByteOf(seen.length) : seen.length;
    let at = 0;
    for (const [index, part] of piecesOf(seen, drip.length + 1).entries()) {
      const instant = drip[index - 1];
      if (instant !== undefined && hung !== undefined) await clockReaches(instant, hung, signal);
      for (const end = at + part.length; at < end; ) {
        signal?.throwIfAborted();
        const piece = seen.slice(at, Math.min(at < last ? last : end, end, at + pieceBytes));
        at += piece.length;
        if (at === seen.length && cutAfter === undefined) leave(reply, sending);
        yield piece;
      }
    }
    if (cutAfter !== undefined) throw brokenOff();
    if (seen.length === 0) leave(reply, sending);
  } finally {
    signal?.removeEventListener('abort', gone);
    gone();
  }
}

/** Rejects if the connection ends before. */
async function clockReaches(
  instant: number,
  hung: HungResponses,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  signal?.throwIfAborted();
  const leave = () => reject(signal?.reason);
  signal?.addEventListener('abort', leave, { once: true });
  const end = async () => reject(brokenOff());
  const release = hung.hold({ end, steps: { at: [instant], next: resolve } }, null);
  try {
    await hung.settle();
    await promise;
  } finally {
    signal?.removeEventListener('abort', leave);
    release();
  }
}
