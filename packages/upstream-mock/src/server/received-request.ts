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
    /** Whether its caller has gone; who is told of it, and who no more. */
    readonly destroyed?: boolean;
    once?(event: 'close', gone: () => void): unknown;
    off?(event: 'close', gone: () => void): unknown;
  };
}

/** The part of a file that a request asks for. Several ranges, and those of no known form, are answered with the whole (RFC 9110 §14.2). */
export function wantedRange({ method, headers }: ReceivedRequest): WantedRange | null {
  const { range = '', 'if-range': ifRange } = headers;
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(range.trim()) ?? [];
  if (method !== 'GET' || first + last === '') return null;
  const asked = { ifRange: typeof ifRange === 'string' ? ifRange : null };
  // No last bytes at all are a range that no file has.
  if (first === '') return { ...asked, from: Number(last) === 0 ? Infinity : -Number(last) };
  if (last === '') return { ...asked, from: Number(first) };
  const [from, to] = [Number(first), Number(last)];
  return from <= to ? { ...asked, from, to } : null;
}
