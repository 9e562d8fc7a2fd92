import type { ExchangeEnd } from '../records/exchange.ts';
import type { ProviderResponse } from '../http/provider-request.ts';
import type { ReceivedRequest } from '../http/received-request.ts';
import type { HungResponses } from '../space/hung-responses.ts';
import { type DecidedReply, decideReply, type ReplyRules } from './decide-reply.ts';
import { faultOf, faultReply, type MockFault } from './mock-fault.ts';
import { BrokenConnection, noSteps, stepsOf } from './slow-body.ts';
import { type RequestLine, requestLine } from './request-line.ts';

/** Handler of calls. */
export interface CallTarget extends ReplyRules {
  /** True during shutdown: connections are not kept alive. */
  readonly closing: () => boolean;
  /** Called with every exception that is no fault a test asked for [mock.internal-faults]. */
  readonly onFault: (fault: MockFault) => void;
  /** Called with every request that has ended. */
  readonly onRequest: ((line: RequestLine) => void) | undefined;
  /** Wall clock in ms. */
  readonly now: () => number;
}

/** The caller of the mock. */
export interface Caller {
  /** Aborted when it has left. */
  readonly signal: AbortSignal | undefined;
  /** Its connection; null in this process, where what was read has been sent. */
  readonly connection: {
    /** Resolves when the connection was reset and is closed. */
    reset(): Promise<void>;
    /** Ends the response with its last piece, and resolves when all of it has been sent. */
    finish(piece: Uint8Array): Promise<void>;
    /** Resolves when a caller that has left without the last byte of a file would have been noticed. */
    pause(): Promise<void>;
  } | null;
}

/** A response. Its body is sent as it is read, and breaks off where the connection would break. */
export interface CallResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Bytes sent at once; in this process without a read, like those in the buffers of a connection. */
const pieceBytes = 64 * 1024;

/**
 * Serves a call. An exception is a 500 in the mock's own shape.
 *
 * @throws BrokenConnection if there is no response; the reason of the signal if the caller has left
 */
export async function serveCall(
  received: ReceivedRequest,
  caller: Caller,
  target: CallTarget,
): Promise<CallResponse> {
  const { signal, connection } = caller;
  const decided = await decideReply(received, target).catch((error: unknown): DecidedReply => {
    if (error !== received.errored) {
      target.onFault(faultOf(received, error));
      return { reply: faultReply };
    }
    target.onRequest?.(requestLine(received, undefined, target.now()));
    throw error;
  });
  const { reply, space, exchange } = decided;
  const sending: Sending = {
    ...caller,
    isFile: exchange?.reachesEnd === true,
    hung: space?.hung,
    ended: endOnce(received, decided, target),
    onFault: (error) => target.onFault(faultOf(received, error)),
  };
  if (reply.kind === 'hang' && space !== undefined) await hang(space.hung, reply.until, sending);
  if (signal?.aborted === true) {
    sending.ended('left');
    throw signal.reason;
  }
  if (reply.kind === 'response') return await send(reply, received.method === 'HEAD', sending);
  sending.ended('reset');
  void connection?.reset();
  throw new BrokenConnection('fetch failed', 'read ECONNRESET', 'ECONNRESET');
}

/** Records the end of a call: only the first end counts. */
function endOnce(
  received: ReceivedRequest,
  decided: DecidedReply,
  { onRequest, now }: Pick<CallTarget, 'onRequest' | 'now'>,
): Sending['ended'] {
  let isOver = false;
  return (end) => {
    decided.ended?.(end);
    if (!isOver) onRequest?.(requestLine(received, decided, now()));
    isOver = true;
  };
}

/** A response on its way. */
interface Sending extends Caller {
  /** True if the body reaches the end of a file. */
  readonly isFile: boolean;
  readonly hung: HungResponses | undefined;
  readonly ended: (end: ExchangeEnd) => void;
  readonly onFault: (error: unknown) => void;
}

/** Resolves when the mock ends the wait, or the caller leaves. */
async function hang(
  hung: HungResponses,
  until: number | null,
  { signal, connection, ended }: Sending,
): Promise<void> {
  const over = new Promise<void>((resolve) => {
    const stop = (end: ExchangeEnd) => {
      signal?.removeEventListener('abort', leave);
      release();
      ended(end);
      resolve();
    };
    const leave = () => stop('left');
    const end = async () => {
      stop('reset');
      await connection?.reset();
    };
    const release = hung.hold({ end }, until);
    if (signal?.aborted === true) leave();
    else signal?.addEventListener('abort', leave);
  });
  await hung.settle();
  await over;
}

async function send(
  reply: ProviderResponse,
  isHead: boolean,
  sending: Sending,
): Promise<CallResponse> {
  const { status, body, cutAfter, announced = body.length } = reply;
  const { connection, isFile, ended } = sending;
  const headers = {
    ...reply.headers,
    'content-type': reply.contentType,
    // In a 304 it would be that of the file (RFC 9110 §8.6).
    ...(status !== 304 && { 'content-length': String(announced) }),
    // Bytes beyond the announced length would be read as the next response.
    ...(announced !== body.length && { connection: 'close' }),
  };
  if (cutAfter !== undefined) ended('cut');
  const isSmall = !isFile && cutAfter === undefined && body.length <= pieceBytes;
  if (connection === null && (isHead || isSmall)) {
    sentOnce(reply, sending)();
    return { status, headers, body: listed(isHead ? null : body.slice(0, announced)) };
  }
  const pieces = piecesOf(isHead ? { ...reply, body: new Uint8Array() } : reply, sending);
  // A generator that has not begun would not notice that its reader leaves.
  await pieces.next();
  await sending.hung?.settle();
  return { status, headers, body: pieces };
}

/** Records that everything has been sent: once, however often it is called. */
function sentOnce({ sent }: ProviderResponse, { ended, onFault }: Sending): () => void {
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    try {
      sent?.();
      ended('sent');
    } catch (error) {
      onFault(error);
    }
  };
}

export async function* listed(piece: Uint8Array | null): AsyncGenerator<Uint8Array> {
  if (piece !== null) yield piece;
}

/** The pieces of a body, each when it is read; those of a slow one when the clock allows it. The first is empty. */
async function* piecesOf(reply: ProviderResponse, sending: Sending): AsyncGenerator<Uint8Array> {
  const { body, cutAfter, announced, drip = [] } = reply;
  const { signal, connection, isFile, ended } = sending;
  const seen = body.subarray(0, cutAfter ?? (connection === null ? announced : body.length));
  const last = isFile && cutAfter === undefined ? Math.max(0, seen.length - 1) : seen.length;
  const gone = () => ended('left');
  const over = sentOnce(reply, sending);
  signal?.addEventListener('abort', gone, { once: true });
  const steps = cutAfter === undefined ? stepsOf(drip, sending) : noSteps;
  try {
    yield new Uint8Array();
    for (let at = 0, part = 0; at < seen.length; ) {
      if (at === last) await connection?.pause();
      signal?.throwIfAborted();
      const partEnd = Math.floor((seen.length * (part + 1)) / (steps.count + 1));
      const end = Math.min(at < last ? last : seen.length, partEnd, at + pieceBytes);
      const piece = seen.slice(at, end);
      if (end < seen.length || connection === null || cutAfter !== undefined) yield piece;
      else {
        // The caller has waited for the last byte: it may ask for the verdict before the mock is told of its arrival.
        if (isFile) over();
        await connection.finish(piece);
      }
      at = end;
      if (at !== partEnd) continue;
      await steps.reach(part);
      part += 1;
    }
    if (cutAfter === 0) yield new Uint8Array();
    if (cutAfter !== undefined)
      throw new BrokenConnection('terminated', 'other side closed', 'UND_ERR_SOCKET');
    if (seen.length === 0) await connection?.finish(seen);
    over();
  } finally {
    signal?.removeEventListener('abort', gone);
    steps.release();
    gone();
  }
}
