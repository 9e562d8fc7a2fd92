import { describe, expect, it } from 'vitest';
import { expectApiError, expectDetail } from './response.ts';
import { eventually } from './eventually.ts';
import { instant, parked, smallest } from './prompts.ts';
import type { ApiUser } from './shapes.ts';
import { taskOf } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();
const exhausted = { status: 429, code: 'api_user_total_limit_exhausted' } as const;

/** Returns the credits that a running task with these fields reserves. */
async function costOf(fields: object): Promise<number> {
  const user = await shared.newUser();
  taskOf(await user.create({ prompt: parked('what does it cost'), ...fields }));
  return (await shared.gateway.usageOf(user.id)).reserved;
}

function total({ used, reserved, held }: ApiUser['usage']): number {
  return used + reserved + held;
}

function usageWhen(id: string, what: string, holds: (usage: ApiUser['usage']) => boolean) {
  const probe = async (): Promise<ApiUser['usage'] | undefined> => {
    const usage = await shared.gateway.usageOf(id);
    return holds(usage) ? usage : undefined;
  };
  return eventually(probe, { what });
}

describe('the cost of a task', () => {
  it.each([
    { resolution: '720p' },
    { resolution: '1080p' },
    { resolution: '720p', model: 'vm_std-2.0_faceok' },
    { resolution: '1080p', model: 'vm_std-2.0_faceok' },
  ])('[quota.cost][quota.reserved] of %j grows with its seconds', async (fields) => {
    const five = await costOf({ ...fields, seconds: 5 });
    expect(five).toBeGreaterThan(0);
    expect(five % 5).toBe(0);
    expect(await costOf({ ...fields, seconds: 15 })).toBe(3 * five);
    expect(await costOf({ ...fields, seconds: 7 })).toBe((five / 5) * 7);
  });
});

describe('a reservation', () => {
  it('[quota.reserved][quota.settled] is made at acceptance and settled at completion', async () => {
    const cost = await costOf({ resolution: '720p' });
    const user = await shared.newUser(cost);
    const task = taskOf(await user.create(smallest(instant('settled'))));
    expect(total(await shared.gateway.usageOf(user.id))).toBe(cost);
    await user.completed(task.id);
    expect(await shared.gateway.usageOf(user.id)).toEqual({ used: cost, reserved: 0, held: 0 });
    expectApiError(await user.create(smallest(parked('one more'))), exhausted);
  });

  it('[quota.refunded][invariants.i5-refund-with-proof] is refunded when the generation fails', async () => {
    const cost = await costOf({ resolution: '720p' });
    const user = await shared.newUser(cost);
    const task = taskOf(await user.create(smallest(instant('released', 'fail=internal'))));
    await user.failed(task.id);
    expect(await shared.gateway.usageOf(user.id)).toEqual({ used: 0, reserved: 0, held: 0 });
    expect((await user.create(smallest(parked('again')))).status).toBe(202);
  });

  it('[quota.held] is held while the outcome is unknown', async () => {
    const cost = await costOf({ resolution: '720p' });
    const user = await shared.newUser(cost);
    const task = taskOf(await user.create(smallest(instant('held', 'lost-response'))));
    const usage = await usageWhen(user.id, 'credits held', ({ held }) => held > 0);
    expect(usage).toEqual({ used: 0, reserved: 0, held: cost });
    expect((await user.read(task.id)).status).toBe('in_progress');
    expectApiError(await user.create(smallest(parked('one more'))), exhausted);
  });
});

describe('a limit', () => {
  it('[quota.never-over][quota.exhausted][invariants.i4-ledger-balanced][errors.no-retry-on-quota] lets 10 of 100 racing requests through when it pays for 10', async () => {
    const cost = await costOf({ resolution: '720p' });
    const limit = 10 * cost + cost - 1;
    const user = await shared.newUser(limit);
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        user.create(smallest(instant(`storm ${index}`)), { key: `storm-${index}` }),
      ),
    );
    const accepted = responses.filter(({ status }) => status === 202);
    expect(accepted).toHaveLength(10);
    for (const response of responses.filter(({ status }) => status !== 202)) {
      expectApiError(response, exhausted);
      expect(response.headers.get('x-should-retry')).toBe('false');
    }
    expect(total(await shared.gateway.usageOf(user.id))).toBe(10 * cost);
    await Promise.all(accepted.map((response) => user.completed(taskOf(response).id)));
    const usage = await shared.gateway.usageOf(user.id);
    expect(usage).toEqual({ used: 10 * cost, reserved: 0, held: 0 });
    expect(total(usage)).toBeLessThanOrEqual(limit);
  });

  it('[quota.exhausted] pays for one task to the last credit, and not with one credit less', async () => {
    const cost = await costOf({ resolution: '720p', seconds: 5 });
    const exact = await shared.newUser(cost);
    const short = await shared.newUser(cost - 1);
    expect((await exact.create(smallest(parked('exact')))).status).toBe(202);
    expectApiError(await short.create(smallest(parked('short'))), exhausted);
    expect(total(await shared.gateway.usageOf(short.id))).toBe(0);
  });

  it('[quota.lowered] stops new tasks when it falls below what is taken, and no running one', async () => {
    const cost = await costOf({ resolution: '720p' });
    const user = await shared.newUser(100 * cost);
    const running = taskOf(await user.create(smallest(parked('runs on'))));
    await shared.gateway.adminSend('PATCH', `api-users/${user.id}`, { total_limit: cost - 1 });
    expectApiError(await user.create(smallest(parked('too late'))), exhausted);
    expect((await user.read(running.id)).status).toBe('in_progress');
    expect((await shared.gateway.usageOf(user.id)).reserved).toBe(cost);
    await shared.gateway.adminSend('PATCH', `api-users/${user.id}`, { total_limit: 2 * cost });
    expect((await user.create(smallest(parked('raised again')))).status).toBe(202);
  });

  it('[quota.limit-values] of 0 allows nothing', async () => {
    const user = await shared.newUser(0);
    expectApiError(await user.create(smallest(parked('nothing'))), exhausted);
    expect((await user.request('/v1/videos')).status).toBe(200);
  });

  it('[quota.limit-values] of null allows everything', async () => {
    const user = await shared.newUser(0);
    await shared.gateway.adminSend('PATCH', `api-users/${user.id}`, { total_limit: null });
    for (let index = 0; index < 5; index += 1) {
      const body = { prompt: parked(`without limit ${index}`), seconds: 15 };
      expect((await user.create(body)).status).toBe(202);
    }
  });

  it.each([1.5, -1, '10', true, {}, [], 1e21])(
    '[quota.limit-values] of %j is refused',
    async (total_limit) => {
      const made = await shared.gateway.adminSend('POST', 'api-users', { name: 'x', total_limit });
      expectDetail(made, made.status === 422 ? 422 : 400);
      const user = await shared.newUser(7);
      const changed = await shared.gateway.adminSend('PATCH', `api-users/${user.id}`, {
        total_limit,
      });
      expectDetail(changed, changed.status === 422 ? 422 : 400);
    },
  );

  it('[quota.exhausted] is named by the message, without any name of a user', async () => {
    const user = await shared.newUser(1);
    const message = expectApiError(await user.create(smallest(parked('why not'))), exhausted);
    expect(message).toMatch(/limit|quota|credit/i);
    expect(message).not.toContain(user.key);
  });
});
