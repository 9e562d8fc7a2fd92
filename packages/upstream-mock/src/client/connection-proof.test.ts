import { errors } from 'undici';
import { describe, expect, it } from 'vitest';
import { neverConnected } from './connection-proof.ts';
import { NotSent } from './transport.ts';

function systemError(code: string, syscall?: string) {
  return Object.assign(new Error(code), { code, ...(syscall !== undefined && { syscall }) });
}

describe('proof that nothing was sent', () => {
  it.each([
    systemError('ECONNREFUSED', 'connect'),
    systemError('EHOSTUNREACH', 'connect'),
    systemError('ETIMEDOUT', 'connect'),
    systemError('ENOTFOUND', 'getaddrinfo'),
    new AggregateError([
      systemError('ECONNREFUSED', 'connect'),
      systemError('ETIMEDOUT', 'connect'),
    ]),
    new errors.ConnectTimeoutError('too slow'),
    new NotSent('too late'),
  ])('is %s while connecting', (error) => {
    expect(neverConnected(error)).toBe(true);
  });

  it.each([
    systemError('EHOSTUNREACH', 'read'),
    systemError('ECONNRESET', 'read'),
    systemError('EPIPE', 'write'),
    systemError('ECONNREFUSED'),
    new errors.SocketError('other side closed'),
    new AggregateError([]),
    new AggregateError([systemError('ECONNREFUSED', 'connect'), systemError('ECONNRESET', 'read')]),
    new DOMException('given up', 'AbortError'),
    'ECONNREFUSED',
    undefined,
  ])('is not %s later, or without saying when', (error) => {
    expect(neverConnected(error)).toBe(false);
  });
});
