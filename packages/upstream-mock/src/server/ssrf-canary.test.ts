import { expect, it, onTestFinished } from 'vitest';
import { openWorld } from '../../test/support/open-world.ts';
import { textReply } from '../http/provider-request.ts';
import { SsrfCanaries } from './ssrf-canary.ts';

/** A request that reached the mock at this address, and has no body. */
function reached(localAddress: string, localPort: number) {
  async function* body() {}
  const socket = { localAddress, localPort };
  return { headers: {}, socket, [Symbol.asyncIterator]: body };
}

it('[mock.verdict.followed-to-private] a private address at which no port can be had spoils no other one, nor the end', async () => {
  const ssrfCanaries = new SsrfCanaries(() => undefined);
  onTestFinished(() => ssrfCanaries.close());
  const space = { name: 'default', world: openWorld() };
  const reply = { ...textReply(302, 'text/plain', ''), ssrfCanary: { job: 'gen_1', isSeen: true } };
  const lead = (address: string) => ssrfCanaries.lead(reached(address, 1), reply, space);
  // Private, and of no network card.
  const away = '10.255.255.254';
  const [failed, seen] = await Promise.allSettled([lead(away), ssrfCanaries.has(reached(away, 1))]);
  expect(failed.status).toBe('rejected');
  expect(seen).toEqual({ status: 'fulfilled', value: false });
  await expect(lead(away)).rejects.toThrow('EADDRNOTAVAIL');
  expect(await ssrfCanaries.has(reached(away, 1))).toBe(false);
  expect(await lead('127.0.0.1')).toMatchObject({
    headers: { location: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/latest/) },
  });
});
