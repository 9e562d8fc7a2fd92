import type { IncomingHttpHeaders } from 'node:http';
import type { WantedRange } from './provider-request.ts';

/** A request over a connection or from this process. Iterating reads its body. */
export interface ReceivedRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined;
  /** Path with query. */
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** The error that ended it before its end. */
  readonly errored?: Error | null;
  readonly socket: {
    readonly localPort?: number | undefined;
    readonly localAddress?: string | undefined;
    /** Address of the caller; undefined once the connection is closed. */
    readonly remoteAddress?: string | undefined;
    /** True if its caller has disconnected; `once` and `off` add and remove a listener of that. */
    readonly destroyed?: boolean;
    once?(event: 'close', gone: () => void): unknown;
    off?(event: 'close', gone: () => void): unknown;
  };
}

/** Requested range of a file; null if the whole is requested unconditionally. */
export function wantedRange({ method, headers }: ReceivedRequest): WantedRange | null {
  const { range = '', 'if-range': ifRange, 'if-none-match': ifNoneMatch } = headers;
  const part = method === 'GET' ? partOf(range.trim()) : {};
  const isRead = method === 'GET' || method === 'HEAD';
  const had = isRead && ifNoneMatch !== undefined ? { ifNoneMatch } : {};
  if (part.from === undefined && had.ifNoneMatch === undefined) return null;
  return { ...part, ...had, ifRange: typeof ifRange === 'string' ? ifRange : null };
}

/** Several ranges, and unknown forms, get the whole file (RFC 9110 §14.2). */
function partOf(range: string): Pick<WantedRange, 'from' | 'to'> {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(range) ?? [];
  if (first + last === '') return {};
  // A suffix range of length 0 is satisfiable for no file.
  if (first === '') return { from: Number(last) === 0 ? Infinity : -Number(last) };
  if (last === '') return { from: Number(first) };
  const [from, to] = [Number(first), Number(last)];
  return from <= to ? { from, to } : {};
}
