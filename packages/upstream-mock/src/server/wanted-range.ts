import type { WantedRange } from '../wire/provider-request.ts';
import type { ReceivedRequest } from './received-request.ts';

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
