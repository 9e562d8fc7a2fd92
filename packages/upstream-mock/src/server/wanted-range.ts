import type { WantedRange } from '../wire/provider-request.ts';
import type { ReceivedRequest } from './received-request.ts';

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
