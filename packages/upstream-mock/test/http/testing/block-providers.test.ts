import { connect as connectHttp2 } from 'node:http2';
import { get } from 'node:http';
import { get as getSecurely } from 'node:https';
import { connect, Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { blockProviders, ProviderBlocked } from '../../../src/testing/block-providers.ts';
import { startMockServer } from '../../../src/server/mock-server.ts';

const pending: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of pending.splice(0).toReversed()) await end();
});

function block(...given: Parameters<typeof blockProviders>): void {
  pending.push(blockProviders(...given));
}

function errorOf(client: { on(event: 'error', listener: (error: unknown) => void): unknown }) {
  return new Promise<unknown>((resolve) => void client.on('error', resolve));
}

/** Cause of a failed call. */
async function causeOf(call: Promise<unknown>): Promise<unknown> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof Error ? error.cause : error;
}

const ways: readonly (readonly [string, (host: string) => Promise<unknown>])[] = [
  ['fetch', (host) => causeOf(fetch(`https://${host}/a`))],
  ['fetch without TLS', (host) => causeOf(fetch(`http://${host}/a`))],
  ['http', (host) => errorOf(get(`http://${host}/a`))],
  ['https', (host) => errorOf(getSecurely(`https://${host}/a`))],
  ['http2', (host) => errorOf(connectHttp2(`https://${host}`))],
  ['a socket', (host) => errorOf(connect(443, host))],
  ['a socket with options', (host) => errorOf(connect({ port: 443, host }))],
];

describe('blockProviders', () => {
  it.each(ways)('[mock.block-providers] stops a call to any host by %s', async (_, call) => {
    block({ where: 'a kite' });
    for (const host of ['queue.fal.run', 'API.openai.com', 'new-provider.invalid', '192.0.2.1']) {
      const error = await call(host);
      expect(error).toBeInstanceOf(ProviderBlocked);
      expect(String(error)).toContain(`${host.toLowerCase()} in "a kite"`);
    }
  });

  it('[mock.block-providers] lets allowed hosts be called, and none that only look like one', async () => {
    block({ allow: ['storage.invalid'] });
    const cause = (host: string) => causeOf(fetch(`http://${host}/`));
    expect(await cause('eu.STORAGE.invalid')).not.toBeInstanceOf(ProviderBlocked);
    expect(await cause('notstorage.invalid')).toBeInstanceOf(ProviderBlocked);
    expect(await cause('localhost.storage-not.invalid')).toBeInstanceOf(ProviderBlocked);
  });

  it('[mock.block-providers] advises to allow a host only if it costs nothing', async () => {
    block();
    const reason = await causeOf(fetch('http://storage.invalid/'));
    const advice = "if it costs nothing, allow the host: { allow: ['storage.invalid'] }";
    expect(String(reason)).toContain(advice);
  });

  const addresses = ['localhost', 'a.localhost', '127.0.0.1', '127.8.9.10', '[::1]'];
  it.each(addresses)('[mock.block-providers] lets %s be called', async (host) => {
    block();
    expect(await causeOf(fetch(`http://${host}:1/`))).not.toBeInstanceOf(ProviderBlocked);
    expect(await errorOf(get({ path: '/', port: 1 }))).not.toBeInstanceOf(ProviderBlocked);
  });

  it('[mock.block-providers] lets the mock be called, and ends', async () => {
    const now = () => Date.now();
    const options = { host: '127.0.0.1', port: 0, seed: 'a', speed: 1, control: true, now };
    const mock = await startMockServer(options);
    pending.push(() => mock.close());
    const end = blockProviders();
    const { status } = await fetch(`${mock.url}/_mock/ledger`);
    expect(status).toBe(200);
    end();
    const error = await causeOf(fetch('http://provider.invalid/'));
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(ProviderBlocked);
  });

  it('[mock.block-providers] ends in any order where blocks overlap', async () => {
    const before: unknown = Reflect.get(Socket.prototype, 'connect');
    const endFirst = blockProviders({ allow: ['storage.invalid'], where: 'first' });
    const endSecond = blockProviders({ where: 'second' });
    const reason = async (host: string) => String(await causeOf(fetch(`http://${host}/`)));
    expect(await reason('fal.run')).toContain('in "second"');
    endFirst();
    expect(await reason('fal.run')).toContain('in "second"');
    expect(await reason('storage.invalid')).toContain('in "second"');
    const endThird = blockProviders({ allow: ['storage.invalid'], where: 'third' });
    endSecond();
    endSecond();
    expect(await reason('fal.run')).toContain('in "third"');
    expect(await reason('storage.invalid')).not.toContain('ProviderBlocked');
    endThird();
    expect(Reflect.get(Socket.prototype, 'connect')).toBe(before);
  });
});
