import { expect, it } from 'vitest';
import { isLocalCall } from './foreign-control.ts';

it.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['10.0.0.7', false],
  ['::ffff:192.168.0.7', false],
  ['fe80::1', false],
  [undefined, false],
])('[mock.callbacks.hosts] a call from %s is one of this machine: %s', (remoteAddress, isLocal) => {
  expect(isLocalCall({ headers: {}, socket: { remoteAddress } })).toBe(isLocal);
});

it.each(['forwarded', 'x-forwarded-for', 'x-real-ip'])(
  '[mock.callbacks.hosts] what a proxy passes on with %s is none of this machine',
  (header) => {
    const socket = { remoteAddress: '127.0.0.1' };
    expect(isLocalCall({ headers: { [header]: '127.0.0.1' }, socket })).toBe(false);
  },
);
