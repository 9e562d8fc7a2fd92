import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { createAdminApi } from '../../src/index.ts';
import { AdminTestApi, credentials } from '../doubles/admin-test-api.ts';

interface Attempt {
  readonly username?: string;
  readonly password?: string;
  readonly from?: string;
}

interface World {
  readonly api: AdminTestApi;
  readonly logIn: (attempt?: Attempt) => Promise<LightMyRequestResponse>;
  /** Number of compared passwords, in total and maximum at once. */
  readonly compared: () => { readonly all: number; readonly atOnce: number };
  /** Number of failures that were written into the store. */
  readonly recorded: () => number;
}

const publicUrl = 'http://localhost:8787';

async function createWorld(): Promise<World> {
  const api = new AdminTestApi();
  const deps = api.deps(publicUrl);
  let [all, now, atOnce] = [0, 0, 0];
  await api.app.register(
    createAdminApi({
      ...deps,
      verifyPassword: async (input) => {
        all += 1;
        now += 1;
        atOnce = Math.max(atOnce, now);
        await new Promise((resolve) => setImmediate(resolve));
        now -= 1;
        return deps.verifyPassword(input);
      },
    }),
  );
  let recorded = 0;
  const record = api.access.recordLoginFailure.bind(api.access);
  api.access.recordLoginFailure = (input) => {
    recorded += 1;
    return record(input);
  };
  return {
    api,
    logIn: ({ from = '192.0.2.1', ...payload } = {}) =>
      api.app.inject({
        method: 'POST',
        url: '/api/v1/auth/login',
        headers: { host: 'localhost:8787' },
        payload: { ...credentials, ...payload },
        remoteAddress: from,
      }),
    compared: () => ({ all, atOnce }),
    recorded: () => recorded,
  };
}

const many = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);

/** Returns the statuses of wrong attempts with another name each, one after the other. */
async function guess(
  { logIn }: World,
  count: number,
  addressOf: (index: number) => string,
): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (const index of many(count)) {
    const attempt = { username: `name-${index}`, password: 'wrong', from: addressOf(index) };
    statuses.push((await logIn(attempt)).statusCode);
  }
  return statuses;
}

const countOf = (statuses: readonly number[], status: number): number =>
  statuses.filter((one) => one === status).length;

describe('a caller who fails again and again', () => {
  it.each([
    ['one IPv4 address', () => '192.0.2.7'],
    [
      'one IPv4 address, written as IPv6 every other time',
      (index: number) => (index % 2 === 0 ? '192.0.2.7' : '::ffff:192.0.2.7'),
    ],
    ['one IPv6 /64', (index: number) => `2001:db8:1:2:${index.toString(16)}::${index}`],
  ])(
    '[guessing.login-caller] has 20 attempts in 15 minutes from %s, whatever the names',
    async (_name, addressOf) => {
      const world = await createWorld();
      const statuses = await guess(world, 60, addressOf);
      expect([countOf(statuses, 401), countOf(statuses, 429)]).toEqual([20, 40]);
      expect(world.compared().all).toBe(20);
      const right = await world.logIn({ from: addressOf(0) });
      expect([right.statusCode, right.headers['retry-after']]).toEqual([429, '900']);
      expect((await world.logIn({ from: '192.0.2.8' })).statusCode).toBe(200);
    },
  );

  it('[guessing.login-caller] has 100 from one IPv6 /48, over all its networks', async () => {
    const world = await createWorld();
    const statuses = await guess(world, 300, (index) => `2001:db8:1:${index.toString(16)}::1`);
    expect([countOf(statuses, 401), countOf(statuses, 429)]).toEqual([100, 200]);
    expect((await world.logIn({ from: '2001:db8:1:ffff::1' })).statusCode).toBe(429);
    expect((await world.logIn({ from: '2001:db8:2::1' })).statusCode).toBe(200);
  });

  it('[guessing.login-bounded] adds no more to the store than its budget', async () => {
    const world = await createWorld();
    await guess(world, 60, () => '192.0.2.7');
    expect(world.recorded()).toBe(40);
    await guess(world, 60, (index) => `2001:db8:1:2::${index}`);
    expect(world.recorded()).toBe(40 + 60);
  });

  it('[guessing.login-caller] may try again when its failures are 15 minutes old, however often it was refused meanwhile', async () => {
    const world = await createWorld();
    await guess(world, 20, () => '192.0.2.7');
    for (let minute = 0; minute < 15; minute += 1) {
      expect((await world.logIn({ from: '192.0.2.7' })).statusCode).toBe(429);
      world.api.clock.advance(60_000);
    }
    expect((await world.logIn({ from: '192.0.2.7' })).statusCode).toBe(200);
  });

  it('[guessing.login-caller] has its whole budget again after a right password', async () => {
    const world = await createWorld();
    await guess(world, 19, () => '192.0.2.7');
    expect((await world.logIn({ from: '192.0.2.7' })).statusCode).toBe(200);
    const statuses = await guess(world, 25, () => '192.0.2.7');
    expect([countOf(statuses, 401), countOf(statuses, 429)]).toEqual([20, 5]);
  });
});

describe('many attempts at once', () => {
  it('[guessing.login-queue] of one caller: a few are looked at, the others refused at once and not counted', async () => {
    const world = await createWorld();
    const responses = await Promise.all(
      many(300).map((index) => world.logIn({ username: `name-${index}`, password: 'wrong' })),
    );
    const { all, atOnce } = world.compared();
    expect(atOnce).toBeLessThanOrEqual(4);
    const statuses = responses.map(({ statusCode }) => statusCode);
    expect(countOf(statuses, 401)).toBe(all);
    expect(countOf(statuses, 503)).toBeGreaterThan(200);
    for (const response of responses.filter(({ statusCode }) => statusCode === 503)) {
      expect([Object.keys(response.json()), response.headers['retry-after']]).toEqual([
        ['detail'],
        '1',
      ]);
    }
    expect((await world.logIn()).statusCode).toBe(200);
  });

  it('[guessing.login-queue] of many callers: 16 are handled at once, and one caller cannot use all permits', async () => {
    const world = await createWorld();
    const flood = many(300).map(() => world.logIn({ password: 'wrong', from: '192.0.2.7' }));
    const neighbour = world.logIn({ from: '192.0.2.8' });
    expect((await neighbour).statusCode).toBe(200);
    await Promise.all(flood);
    const all = await Promise.all(
      many(300).map((index) =>
        world.logIn({ password: 'wrong', from: `198.51.100.${index % 250}` }),
      ),
    );
    expect(world.compared().atOnce).toBeLessThanOrEqual(16);
    expect(
      countOf(
        all.map(({ statusCode }) => statusCode),
        503,
      ),
    ).toBeGreaterThan(200);
  });

  it('[guessing.login-queue] that fail by a fault release their permits', async () => {
    const world = await createWorld();
    const record = world.api.access.recordLoginFailure;
    world.api.access.recordLoginFailure = () => Promise.reject(new Error('the store is broken'));
    for (const index of many(40))
      expect((await world.logIn({ from: `198.51.100.${index}` })).statusCode).toBe(500);
    world.api.access.recordLoginFailure = record;
    expect((await world.logIn()).statusCode).toBe(200);
  });
});
