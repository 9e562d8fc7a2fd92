import { type GatewayPorts, type StorageBundle, StorageUnavailable } from '@filmgate/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectApiError, jsonOf, send } from '../http/response.ts';
import { overlay } from '../fault/overlay.ts';
import { eventually } from '../http/eventually.ts';
import { instant, parked, smallest } from '../http/prompts.ts';
import { taskOf } from '../http/tasks-client.ts';
import { scratchFolder } from './command.ts';
import { type GatewayWorld, startWorld, type WorldOptions } from './gateway-world.ts';

const minute = 60_000;
const accountsSchema = z.object({ data: z.array(z.object({ credits: z.number().nullable() })) });

let folder: Awaited<ReturnType<typeof scratchFolder>>;
let world: GatewayWorld;

async function open(options: Omit<WorldOptions, 'dataDir'> = {}): Promise<GatewayWorld> {
  world = await startWorld({ dataDir: folder.path, ...options });
  return world;
}

beforeEach(async () => {
  folder = await scratchFolder();
});
afterEach(async () => {
  await world.stop();
  await folder.dispose();
});

async function creditsOf({ admin }: GatewayWorld): Promise<number | null> {
  const { data } = accountsSchema.parse(jsonOf(await admin('GET', 'accounts')));
  return data[0]?.credits ?? null;
}

describe('the balance of an account', () => {
  it('[credits.unavailable][errors.retry-after] that was read too long ago is 503 trae_credits_unavailable', async () => {
    const { addUser, addAccount, ahead } = await open();
    const user = await addUser();
    await addAccount({});
    await eventually(async () => ((await creditsOf(world)) === null ? undefined : true), {
      what: 'the balance to be read',
    });
    taskOf(await user.create(smallest(parked('fresh balance'))));
    ahead(31 * minute);
    const response = await user.create(smallest(parked('stale balance')));
    expectApiError(response, { status: 503, code: 'trae_credits_unavailable' });
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  });

  it('[credits.account-follows-upstream] follows what the upstream took', async () => {
    const { addUser, addAccount, admin, running } = await open();
    const user = await addUser();
    const account = await addAccount({});
    const before = await eventually(async () => (await creditsOf(world)) ?? undefined, {
      what: 'the balance to be read',
    });
    const done = taskOf(await user.create(smallest(instant('is charged'))));
    const failing = taskOf(await user.create(smallest(instant('gets it back', 'fail=internal'))));
    await user.completed(done.id);
    await user.failed(failing.id);
    const { charged_credits: charged } = await running.mockLedger();
    expect(charged).toBeGreaterThan(0);
    await admin('POST', `accounts/${account}/test`);
    expect(await creditsOf(world)).toBe(before - charged);
  });
});

describe('an upstream that cannot take work', () => {
  it('[credits.circuit-open][errors.retry-after] is 503 trae_protocol_unavailable once that is evident', async () => {
    const { addUser, addAccount } = await open();
    const user = await addUser();
    await addAccount({ credits: 1_000_000 });
    let asked = 0;
    const refused = await eventually(
      async () => {
        asked += 1;
        const response = await user.create(smallest(instant(`refused ${asked}`, 'refuse=503')));
        return response.status === 202 ? undefined : response;
      },
      { what: 'the circuit to open' },
    );
    expect(asked).toBeGreaterThan(5);
    expectApiError(refused, { status: 503, code: 'trae_protocol_unavailable' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  });
});

/** A store that can be disconnected. */
function cuttable(cut: { now: boolean }, { storage, ...ports }: GatewayPorts): GatewayPorts {
  const guard = <T extends object>(part: T): T =>
    new Proxy(part, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        return (...given: readonly unknown[]): unknown =>
          cut.now
            ? Promise.reject(new StorageUnavailable('cut off by the test', { applied: 'no' }))
            : Reflect.apply(member, target, given);
      },
    });
  const guarded: StorageBundle = {
    ...storage,
    jobs: guard(storage.jobs),
    reader: guard(storage.reader),
    apiUsers: guard(storage.apiUsers),
    accounts: guard(storage.accounts),
    ping: () =>
      cut.now
        ? Promise.reject(new StorageUnavailable('cut off by the test', { applied: 'no' }))
        : storage.ping(),
  };
  return { ...ports, storage: guarded };
}

describe('a store that cannot be reached', () => {
  it('[errors.store-down][health.not-ready][idempotency.refused-keeps-key] is 503 and not ready, and nothing is half-written', async () => {
    const cut = { now: false };
    const { addUser, addAccount, running } = await open({
      wrapPorts: (ports) => cuttable(cut, ports),
    });
    const user = await addUser(1_000_000);
    await addAccount({ credits: 1_000_000 });
    const ready = `${running.tasksUrl}/readyz`;
    expect((await send(ready)).status).toBe(200);

    cut.now = true;
    const body = smallest(parked('while the store is away'));
    const refused = await user.create(body, { key: 'kept-free' });
    expectApiError(refused, { status: 503, code: 'trae_protocol_unavailable' });
    expect((await send(ready)).status).toBe(503);
    expect((await send(`${running.localUrl}/readyz`)).status).toBe(503);
    expect((await send(`${running.localUrl}/healthz`)).status).toBe(200);

    cut.now = false;
    expect((await send(ready)).status).toBe(200);
    expect((await user.request('/v1/videos')).text).toContain('"data":[]');
    taskOf(await user.create(body, { key: 'kept-free' }), 202);
  });
});

describe('a gateway that stops', () => {
  it('[signals.drain-delay] accepts and makes videos for the delay, while it is not ready', async () => {
    const delay = Promise.withResolvers<void>();
    const { addUser, addAccount, running } = await open({
      env: { FILMGATE_DRAIN_DELAY_SECONDS: '77' },
      wrapPorts: (ports) => ({
        ...ports,
        clock: {
          ...ports.clock,
          sleep: (ms, signal) => (ms === 77_000 ? delay.promise : ports.clock.sleep(ms, signal)),
        },
      }),
    });
    const user = await addUser();
    await addAccount({ credits: 1_000_000 });
    const stopped = running.stop();
    expect((await send(`${running.tasksUrl}/readyz`)).status).toBe(503);
    const late = taskOf(await user.create(smallest(instant('accepted during the delay'))), 202);
    await eventually(
      async () => ((await user.read(late.id)).status === 'completed' ? true : undefined),
      { what: 'a video that was ordered during the delay' },
    );
    delay.resolve();
    await stopped;
    await expect(send(`${running.tasksUrl}/healthz`)).rejects.toThrow();
  });

  it('[health.not-ready][signals.drain] is not ready first, and still responds while a submission ends', async () => {
    const held = Promise.withResolvers<void>();
    const sending = Promise.withResolvers<void>();
    const { addUser, addAccount, running } = await open({
      wrapPorts: (ports) => ({
        ...ports,
        upstreams: new Map(
          [...ports.upstreams].map(([name, client]) => [
            name,
            overlay(client, {
              submit: async (input) => {
                sending.resolve();
                await held.promise;
                return client.submit(input);
              },
            }),
          ]),
        ),
      }),
    });
    const user = await addUser();
    await addAccount({ credits: 1_000_000 });
    const first = taskOf(await user.create(smallest(instant('under way'))));
    await sending.promise;
    const stopped = running.stop();
    for (const url of [running.tasksUrl, running.localUrl]) {
      const response = await send(`${url}/readyz`);
      expect([response.status, response.text]).toEqual([503, expect.stringContaining('draining')]);
    }
    const late = taskOf(
      await user.create(smallest(instant('accepted while it stops')), { key: 'late' }),
    );
    expect((await user.read(first.id)).status).toBe('in_progress');
    held.resolve();
    await stopped;

    const again = await open();
    const { data } = z
      .object({ data: z.array(z.object({ id: z.string() })) })
      .parse(jsonOf(await again.admin('GET', 'jobs')));
    expect(data.map(({ id }) => id).toSorted()).toEqual([first.id, late.id].toSorted());
    await eventually(
      async () => {
        const { completed } = await again.running.mockLedger();
        return completed === 2 ? true : undefined;
      },
      { what: 'both jobs to complete after the restart' },
    );
    expect((await again.running.mockLedger()).accepted).toBe(2);
  });
});
