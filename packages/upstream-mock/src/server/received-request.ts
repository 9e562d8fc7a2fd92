import type { IncomingHttpHeaders } from 'node:http';
import type { WantedRange } from '../wire/provider-request.ts';

/** A request, whether it came over a connection or was made in this process. To iterate reads its body. */
export interface ReceivedRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined;
  /** Path with query. */
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly socket: {
    readonly localPort?: number | undefined;
    readonly localAddress?: string | undefined;
    /** Of the caller; undefined once the connection is gone. */
    readonly remoteAddress?: string | undefined;
    /** Whether its caller has gone; who is told of it, and who no more. */
    readonly destroyed?: boolean;
    once?(event: 'close', gone: () => void): unknown;
    off?(event: 'close', gone: () => void): unknown;
  };
}

/** What a request says of the file it reads; null where it wants the whole, whatever it has. */
export function wantedRange({ method, headers }: ReceivedRequest): WantedRange | null {
  const { range = '', 'if-range': ifRange, 'if-none-match': ifNoneMatch } = headers;
  const part = method === 'GET' ? partOf(range.trim()) : {};
  const isRead = method === 'GET' || method === 'HEAD';
  const had = isRead && ifNoneMatch !== undefined ? { ifNoneMatch } : {};
  if (part.from === undefined && had.ifNoneMatch === undefined) return null;
  return { ...part, ...had, ifRange: typeof ifRange === 'string' ? ifRange : null };
}

/** Several ranges, and those of no known form, are answered with the whole (RFC 9110 §14.2). */
function partOf(range: string): Pick<WantedRange, 'from' | 'to'> {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(range) ?? [];
  if (first + last === '') return {};
  // No last bytes at all are a range that no file has.
  if (first === '') return { from: Number(last) === 0 ? Infinity : -Number(last) };
  if (last === '') return { from: Number(first) };
  const [from, to] = [Number(first), Number(last)];
  return from <= to ? { from, to } : {};
}
