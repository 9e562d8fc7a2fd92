import { describe, expect, it } from 'vitest';
import { jsonOf } from './response.ts';
import { eventually } from './eventually.ts';
import { instant, smallest } from './prompts.ts';
import { type Account, accountResponseSchema, accountSchema, adminListOf } from './shapes.ts';
import type { Gateway } from './start-gateway.ts';
import { taskOf } from './tasks-client.ts';
import { unfinishedVideos } from './unfinished-videos.ts';
import { useGateway } from './use-gateway.ts';

const accountList = adminListOf(accountSchema);

async function accountsOf(gateway: Gateway): Promise<readonly Account[]> {
  return accountList.parse(jsonOf(await gateway.adminFetch('accounts'))).data;
}

describe('an account with work', () => {
  const videos = unfinishedVideos();
  const draining = useGateway(() => ({ wrapPorts: videos.wrapPorts }));

  it('[admin.accounts.delete-drains] takes no new work once deleted, and goes when its work is done', async () => {
    const { tasks, gateway } = draining;
    const task = taskOf(await tasks.create(smallest(instant('to be finished'))));
    const [account] = await accountsOf(gateway);
    await eventually(
      async () => ((await gateway.mock.ledger('to be finished')).accepted > 0 ? true : undefined),
      { what: 'the task to be sent' },
    );
    await gateway.adminFetch(`accounts/${account?.id}`, { method: 'DELETE' });
    const refused = await tasks.create(smallest(instant('too late for it')));
    expect(refused.status).not.toBe(200);
    expect((await gateway.mock.ledger('too late for it')).accepted).toBe(0);
    videos.finish();
    await tasks.completed(task.id);
    await eventually(async () => ((await accountsOf(gateway)).length === 0 ? true : undefined), {
      what: 'the account to go',
    });
    expect((await gateway.mock.ledger('too late for it')).accepted).toBe(0);
  });
});

describe('a disabled account', () => {
  const videos = unfinishedVideos();
  const disabled = useGateway(() => ({ wrapPorts: videos.wrapPorts }));

  it('[admin.accounts.disable] finishes its work, takes no new work, and stays', async () => {
    const { tasks, gateway } = disabled;
    const task = taskOf(await tasks.create(smallest(instant('under way'))));
    const [account] = await accountsOf(gateway);
    await eventually(
      async () => ((await gateway.mock.ledger('under way')).accepted > 0 ? true : undefined),
      { what: 'the task to be sent' },
    );
    const path = `accounts/${account?.id}`;
    const response = await gateway.adminSend('PATCH', path, { enabled: false });
    expect(accountResponseSchema.parse(jsonOf(response))).toMatchObject({
      state: 'disabled',
      busy: 1,
    });
    const refused = await tasks.create(smallest(instant('new for it')));
    expect(refused.status).toBe(409);
    videos.finish();
    await tasks.completed(task.id);
    expect(await accountsOf(gateway)).toMatchObject([{ state: 'disabled', busy: 0 }]);
    await gateway.adminSend('PATCH', path, { enabled: true });
    expect(await accountsOf(gateway)).toMatchObject([{ state: 'ready' }]);
    expect((await gateway.mock.ledger('new for it')).accepted).toBe(0);
  });
});
