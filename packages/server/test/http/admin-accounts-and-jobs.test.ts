import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectDetail, jsonOf } from './response.ts';
import { eventually } from './eventually.ts';
import { jobOf, nativeClient } from './native-client.ts';
import { instant, parked, smallest } from './prompts.ts';
import {
  type Account,
  accountResponseSchema,
  accountSchema,
  adminJobSchema,
  adminListOf,
  jobListOf,
} from './shapes.ts';
import type { Gateway } from './start-gateway.ts';
import { taskOf } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();
const jobList = jobListOf(adminJobSchema);
const accountList = adminListOf(accountSchema);

async function accountsOf(gateway: Gateway): Promise<readonly Account[]> {
  return accountList.parse(jsonOf(await gateway.adminFetch('accounts'))).data;
}

const accounts = () => accountsOf(shared.gateway);

describe('accounts', () => {
  it('[admin.accounts.record][admin.accounts.secret] show the promised fields, and never the secret', async () => {
    const secret = 'a-secret-nobody-may-see';
    const made = await shared.gateway.addAccount({
      label: 'shown',
      secret,
      concurrency: 3,
      credits: 50,
    });
    expect(made).toMatchObject({
      label: 'shown',
      endpoint: 'mock',
      families: ['*'],
      enabled: true,
      concurrency: 3,
      busy: 0,
      credits: 50,
      cooling_until: null,
      error_streak: 0,
      has_secret: true,
    });
    const response = await shared.gateway.adminFetch('accounts');
    expect(response.text).not.toContain(secret);
    expect((await accounts()).find(({ id }) => id === made.id)).toEqual(made);
    const renewed = await shared.gateway.adminSend('PATCH', `accounts/${made.id}`, {
      secret: `${secret}-2`,
    });
    expect(renewed.status).toBe(200);
    expect(renewed.text).not.toContain(secret);
  });

  it('[pool.secret-form] are kept with the secret that was meant, or refused', async () => {
    const { gateway } = shared;
    const { id } = await gateway.addAccount({ label: 'by a script' });
    const fields = { label: 'of a file', secret: 'key-of-a-file\n' };
    const added = await gateway.adminSend('POST', 'accounts', fields);
    expect(jsonOf(added)).toMatchObject({ test: { result: 'ready' } });
    for (const secret of ['key-\nof-a-file', 'key\u0000', '\n']) {
      const made = await gateway.adminSend('POST', 'accounts', { label: 'broken', secret });
      expectDetail(made, 422);
      const changed = await gateway.adminSend('PATCH', `accounts/${id}`, { secret });
      expectDetail(changed, 422);
      for (const { text } of [made, changed]) {
        expect(text).toMatch(/secret (?:contains a line break|must not be empty)/);
        expect(text).not.toContain('of-a-file');
      }
    }
  });

  it('[admin.accounts.manage] can be changed and tested', async () => {
    const { id } = await shared.gateway.addAccount({ label: 'changed' });
    const change = { enabled: false, concurrency: 9, label: 'renamed' };
    const response = await shared.gateway.adminSend('PATCH', `accounts/${id}`, change);
    expect(accountResponseSchema.parse(jsonOf(response))).toMatchObject(change);
    expect((await accounts()).find((account) => account.id === id)).toMatchObject(change);
    const tested = await shared.gateway.adminFetch(`accounts/${id}/test`, { method: 'POST' });
    expect(tested.status, tested.text).toBe(200);
  });

  it('[admin.accounts.manage][admin.errors-detail] refuse bad fields, double labels and unknown ids', async () => {
    await shared.gateway.addAccount({ label: 'only one' });
    const bad = [{}, { label: '' }, { label: 'x', endpoint: 'nobody', families: ['*'] }];
    for (const body of bad) {
      const response = await shared.gateway.adminSend('POST', 'accounts', body);
      expect([400, 422]).toContain(response.status);
      expectDetail(response, response.status);
    }
    const double = {
      label: 'only one',
      endpoint: 'mock',
      families: ['*'],
      concurrency: 1,
      secret: 's',
    };
    const received = await shared.gateway.adminSend('POST', 'accounts', double);
    expect([400, 409, 422]).toContain(received.status);
    expectDetail(received, received.status);
    expectDetail(
      await shared.gateway.adminSend('PATCH', 'accounts/nobody', { enabled: true }),
      404,
    );
    expectDetail(await shared.gateway.adminFetch('accounts/nobody', { method: 'DELETE' }), 404);
  });

  it('[admin.accounts.delete-drains] go at once when nothing runs on them', async () => {
    const { id } = await shared.gateway.addAccount({ label: 'goes', enabled: false });
    const response = await shared.gateway.adminFetch(`accounts/${id}`, { method: 'DELETE' });
    expect(response.status).toBeLessThan(300);
    await eventually(
      async () => ((await accounts()).some((account) => account.id === id) ? undefined : true),
      { what: 'the account to go' },
    );
  });
});

describe('jobs', () => {
  let taskId = '';
  let doneId = '';
  let nativeId = '';
  let ownerId = '';

  beforeAll(async () => {
    const user = await shared.newUser();
    ownerId = user.id;
    taskId = taskOf(await user.create(smallest(parked('console fox 88aa')))).id;
    doneId = taskOf(await user.create(smallest(instant('console done 88aa')))).id;
    const native = nativeClient(shared.gateway.tasksUrl, shared.gateway.upstreamApiKey);
    nativeId = jobOf(
      await native.create({ plugin: 'std', prompt: parked('console native 88aa') }),
    ).id;
    await user.completed(doneId);
  });

  async function idsOf(query: string): Promise<readonly string[]> {
    const response = await shared.gateway.adminFetch(`jobs?${query}`);
    expect(response.status, response.text).toBe(200);
    return jobList.parse(jsonOf(response)).data.map(({ id }) => id);
  }

  it('[admin.jobs.all-owners][admin.list-shape][surfaces.one-core] of users and of the native API are listed together', async () => {
    expect(await idsOf('limit=100')).toEqual(expect.arrayContaining([taskId, doneId, nativeId]));
  });

  it('[admin.jobs.filters] can be filtered by text, state, model and owner', async () => {
    expect([...(await idsOf('text=88aa'))].toSorted()).toEqual(
      [taskId, doneId, nativeId].toSorted(),
    );
    expect(await idsOf('text=88aa&state=completed')).toEqual([doneId]);
    expect([...(await idsOf(`owner=${encodeURIComponent(ownerId)}`))].toSorted()).toEqual(
      [taskId, doneId].toSorted(),
    );
    expect(await idsOf('text=88aa&model=vm_std-2.0_faceok')).toEqual([]);
    expect(await idsOf('text=88aa&model=vm_std-2.0')).toHaveLength(3);
  });

  it('[admin.jobs.filters] can be filtered by account, by its id or label', async () => {
    const by = async (account: string) =>
      (await idsOf(`text=88aa&account=${encodeURIComponent(account)}`)).toSorted();
    await eventually(
      async () =>
        (await idsOf('text=88aa&state=queued,prepared')).length === 0 ? true : undefined,
      { what: 'every job to have its account' },
    );
    const found: string[] = [];
    for (const { id, label } of await accounts()) {
      const ids = await by(id);
      expect(await by(label)).toEqual(ids);
      found.push(...ids);
    }
    expect(found.toSorted()).toEqual([taskId, doneId, nativeId].toSorted());
    expect(await by('no such account')).toEqual([]);
  });

  it('[admin.jobs.filters] can be filtered by time', async () => {
    const whole = jobListOf(z.object({ id: z.string(), created_at: z.string() }));
    const { data } = whole.parse(jsonOf(await shared.gateway.adminFetch('jobs?text=88aa')));
    const instants = data.map(({ created_at: at }) => Date.parse(at));
    const after = new Date(Math.max(...instants) + 1).toISOString();
    const before = new Date(Math.min(...instants)).toISOString();
    const ids = [taskId, doneId, nativeId].toSorted();
    expect(await idsOf(`text=88aa&from=${after}`)).toEqual([]);
    expect([...(await idsOf(`text=88aa&from=${before}&to=${after}`))].toSorted()).toEqual(ids);
    expect(await idsOf(`text=88aa&to=${before}`)).toEqual([]);
  });

  it('[admin.jobs.filters] can be read page by page', async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const response = await shared.gateway.adminFetch(`jobs?text=88aa&limit=1${query}`);
      const page = jobList.parse(jsonOf(response));
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect([...seen].toSorted()).toEqual([taskId, doneId, nativeId].toSorted());
  });

  it.each(['state=nonsense', 'limit=0', 'limit=many', 'cursor=nonsense'])(
    '[admin.errors-detail] the query %s is refused',
    async (query) => {
      const response = await shared.gateway.adminFetch(`jobs?${query}`);
      expect([400, 422]).toContain(response.status);
      expectDetail(response, response.status);
    },
  );

  it('[admin.jobs.trail] show what happened, and on which account', async () => {
    const response = await shared.gateway.adminFetch(`jobs/${doneId}`);
    expect(response.status).toBe(200);
    expect(response.text).toContain('completed');
    expect(response.text).toContain('account-chosen');
    expect(response.text).toMatch(/"account":"(plenty|shown)"/);
    expect(response.text).not.toContain('secret-of-plenty');
  });

  it('[admin.jobs.trail][admin.errors-detail] that do not exist are 404', async () => {
    expectDetail(await shared.gateway.adminFetch('jobs/vt_00000000000000000000000000'), 404);
    const check = await shared.gateway.adminFetch('jobs/nothing/check', { method: 'POST' });
    expectDetail(check, 404);
  });

  it('[admin.jobs.check][invariants.i1-one-submission] can be checked without a new submission', async () => {
    for (const id of [taskId, doneId]) {
      const response = await shared.gateway.adminFetch(`jobs/${id}/check`, { method: 'POST' });
      expect(response.status, response.text).toBe(200);
    }
    expect((await shared.gateway.mock.ledger('console done 88aa')).accepted).toBe(1);
    expect((await shared.gateway.mock.ledger('console fox 88aa')).accepted).toBeLessThanOrEqual(1);
  });
});
