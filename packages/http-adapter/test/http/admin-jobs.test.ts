import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  adminJob,
  adminJobDetail,
  cancelledJob,
  checkedJob,
  lookedUpWork,
  resolvedJob,
} from '../../src/admin-api/schemas/job.ts';
import { pageOf } from '../../src/admin-api/schemas/page.ts';
import { loggedIn, makeJob } from '../doubles/admin-jobs.ts';
import type { Send } from '../doubles/admin-test-api.ts';
import { bodyOf } from '../doubles/body-of.ts';

const url = '/api/v1/admin/jobs';
const idOnly = z.object({ id: z.string() });
const jobsPage = pageOf(adminJob.strict())
  .extend({ unreadable: z.tuple([]) })
  .strict();

const idsBy = (send: Send) => async (query: string) =>
  bodyOf(await send('GET', `${url}?${query}`), pageOf(adminJob.strict())).data.map(({ id }) => id);

describe('jobs', () => {
  it('of all owners are listed and filtered [admin.jobs.all-owners] [admin.jobs.filters]', async () => {
    const { api, send } = await loggedIn();
    await makeJob(api, 'vt_1', { state: 'failed' });
    await makeJob(api, 'ui-2', { owner: 'admin', surface: 'workbench', state: 'outcome_unknown' });
    await makeJob(api, 'vt_3', { accountId: 'ac_1' });
    const read = async (query: string) => bodyOf(await send('GET', `${url}?${query}`), jobsPage);
    const ids = async (query: string) => (await read(query)).data.map(({ id }) => id);
    expect(await ids('')).toEqual(['vt_3', 'ui-2', 'vt_1']);
    expect(await ids('state=failed,outcome_unknown')).toEqual(['ui-2', 'vt_1']);
    expect(await ids('owner=admin')).toEqual(['ui-2']);
    expect(await ids('account=ac_1')).toEqual(['vt_3']);
    expect(await ids('text=OF%20VT_1')).toEqual(['vt_1']);
    expect((await read('limit=2')).next_cursor).toBe('ui-2');
    expect(await ids('limit=2&cursor=ui-2')).toEqual(['vt_1']);
  });

  it.each([
    ['state=unknown', 'state must be one or more of queued'],
    ['state=failed,', 'state must be one or more of queued'],
    ['from=yesterday', String.raw`from must be an ISO 8601 timestamp, not \"yesterday\"`],
    ['limit=201', 'limit must be'],
    ['cursor=vt_9', 'cursor does not belong'],
    [`text=${'a+'.repeat(33)}`, 'text must have at most 32 words'],
    ['stat=failed', 'this path supports state, model, owner'],
  ])('?%s is refused by name [admin.parameters-known]', async (query, detail) => {
    const { send } = await loggedIn();
    const response = await send('GET', `${url}?${query}`);
    expect([response.statusCode, response.body]).toEqual([422, expect.stringContaining(detail)]);
  });

  it.each(['api-users?nmae=x', 'audit-log?actr=x', 'request-logs?q=x', 'accounts?limit=1'])(
    'and so is what any other list does not take: %s [admin.parameters-known]',
    async (path) => {
      const { send } = await loggedIn();
      const response = await send('GET', `/api/v1/admin/${path}`);
      expect([response.statusCode, response.body]).toEqual([
        422,
        expect.stringContaining('Unknown query parameter'),
      ]);
    },
  );

  it('are found by the words of their prompts, in any order [admin.jobs.words]', async () => {
    const { api, send } = await loggedIn();
    await makeJob(api, 'vt_1', {}, 'A lighthouse on a rock at dusk');
    await makeJob(api, 'vt_2', {}, 'a lighthouse at dawn');
    const ids = idsBy(send);
    expect(await ids('text=DUSK+lighthouse')).toEqual(['vt_1']);
    expect(await ids('text=%20lighthouse%20')).toEqual(['vt_2', 'vt_1']);
    expect(await ids('text=vt_2%20')).toEqual(['vt_2']);
    expect(await ids('text=%20')).toEqual(['vt_2', 'vt_1']);
  });

  it('are found by the names that the list shows [admin.jobs.filters-by-name]', async () => {
    const { api, send } = await loggedIn();
    const users: string[] = [];
    for (const name of ['ios-app', 'twice', 'Twice']) {
      const made = await send('POST', '/api/v1/admin/api-users', { name });
      users.push(bodyOf(made, z.object({ api_user: idOnly })).api_user.id);
    }
    const [id = '', ...others] = users;
    await makeJob(api, 'vt_1', { owner: `user:${id}` });
    await makeJob(api, 'ui-2', { owner: 'admin', surface: 'workbench' });
    const ids = idsBy(send);
    for (const owner of ['ios-app', 'IOS-App', id, `user:${id}`])
      expect(await ids(`owner=${owner}`)).toEqual(['vt_1']);
    expect(await ids('owner=nobody')).toEqual([]);
    const several = await send('GET', `${url}?owner=twice`);
    expect([several.statusCode, others.every((one) => several.body.includes(one))]).toEqual([
      422,
      true,
    ]);
    for (const model of ['vm_std-2.0', 'vm_std', 'VM_', 'standard 2', 'Standard'])
      expect(await ids(`model=${encodeURIComponent(model)}`)).toEqual(['ui-2', 'vt_1']);
    expect(await ids('model=vm_std-2.0_faceok')).toEqual([]);
    expect(await ids('model=std')).toEqual([]);
  });

  it('show their trail, without the provider’s handles [admin.jobs.trail]', async () => {
    const { api, send } = await loggedIn();
    await send('POST', '/api/v1/admin/accounts', { label: 'one' });
    const [accountId = null] = api.accounts.loadsById.keys();
    await makeJob(api, 'vt_1', { accountId });
    const entry = { what: 'account-refused', detail: { reason: 'rate_limited' }, money: [] };
    api.trail.push({ at: api.clock.now(), ...entry });
    const response = await send('GET', `${url}/vt_1`);
    const detail = bodyOf(response, adminJobDetail.strict());
    expect(detail.job).toMatchObject({ id: 'vt_1', owner: 'user:us_1', account: 'one', price: 20 });
    const at = '2026-01-02T03:04:05.678Z';
    expect(detail.trail).toEqual([{ at, by: 'runner', actor: null, ...entry }]);
    expect(detail.accounts).toEqual([{ id: accountId, label: 'one' }]);
    expect(detail.submissions).toMatchObject([{ correlation_id: 'co_1', has_handle: true }]);
    expect(response.body).not.toContain('secret');
    expect((await send('GET', `${url}/vt_9`)).statusCode).toBe(404);
  });

  it('name the API user they belong to, and no other owner [admin.jobs.owner-names]', async () => {
    const { api, send } = await loggedIn();
    await send('POST', '/api/v1/admin/api-users', { name: 'Anna' });
    const { data } = bodyOf(await send('GET', '/api/v1/admin/api-users'), pageOf(idOnly));
    const owner = `user:${data[0]?.id ?? ''}`;
    await makeJob(api, 'vt_1', { owner });
    await makeJob(api, 'vt_2', { owner: 'user:us_gone' });
    await makeJob(api, 'ui-3', { owner: 'admin', surface: 'workbench' });
    const page = bodyOf(await send('GET', url), pageOf(adminJob.strict()));
    expect(page.data.map(({ owner_name }) => owner_name)).toEqual([null, null, 'Anna']);
    const { job } = bodyOf(await send('GET', `${url}/vt_1`), adminJobDetail.strict());
    expect(job).toMatchObject({ owner, owner_name: 'Anna' });
  });

  it('report what a waiting one waits for, with the numbers behind it [admin.jobs.waiting-for]', async () => {
    const { api, send } = await loggedIn();
    await makeJob(api, 'vt_1');
    for (const label of ['full', 'cooling', 'poor'])
      await send('POST', '/api/v1/admin/accounts', { label, families: ['*'] });
    const changes = [
      { busy: 2, account: { concurrency: 2, credits: null, creditsCheckedAt: 1 } },
      { account: { condition: 'cooling', coolingUntil: api.clock.now() + 60_000 } },
      {
        heldCredits: 5,
        reservedCredits: 3,
        account: { credits: 20, creditsSource: 'operator' },
      },
    ] as const;
    for (const [index, [id, load]] of [...api.accounts.loadsById].entries()) {
      const { account = {}, ...counts } = changes[index] ?? {};
      const known = {
        creditsCheckedAt: 1,
        condition: 'ready',
        concurrency: 9,
        ...account,
      } as const;
      api.accounts.loadsById.set(id, {
        ...load,
        ...counts,
        account: { ...load.account, ...known },
      });
    }
    const detail = bodyOf(await send('GET', `${url}/vt_1`), adminJobDetail.strict());
    expect(detail.waiting_for).toMatchObject([
      { account: 'full', reason: 'busy', busy: 2, concurrency: 2, until: null, unit: 'credits' },
      { account: 'cooling', reason: 'cooling', until: '2026-01-02T03:05:05.678Z' },
      {
        account: 'poor',
        reason: 'credits-reserved',
        credits_free: 12,
        unit: 'credits',
        until: null,
      },
    ]);
  });

  it('give their video, in part too, whatever its owner [admin.jobs.content]', async () => {
    const { api, send } = await loggedIn();
    await makeJob(api, 'vt_1', { owner: 'user:us_2' });
    await makeJob(api, 'vt_2');
    api.gateway.complete('vt_1', Buffer.from('movie'));
    const response = await send('GET', `${url}/vt_1/content`);
    expect([response.statusCode, response.headers['content-type'], response.body]).toEqual([
      200,
      'video/mp4',
      'movie',
    ]);
    const headers = { host: 'localhost:8787', cookie: await api.login(), range: 'bytes=1-2' };
    const part = await api.app.inject({ url: `${url}/vt_1/content`, headers });
    expect([part.statusCode, part.body]).toEqual([206, 'ov']);
    headers.range = 'bytes=9-';
    const outside = await api.app.inject({ url: `${url}/vt_1/content`, headers });
    expect(outside.json()).toEqual({ detail: 'The file has 5 bytes.' });
    for (const id of ['vt_2', 'vt_9'])
      expect((await send('GET', `${url}/${id}/content`)).statusCode).toBe(404);
    expect((await api.as('')('GET', `${url}/vt_1/content`)).statusCode).toBe(401);
    await api.log.until('result_sent', 3);
    expect(api.gateway.openFiles).toBe(0);
  });

  it('count the submissions that may have left [admin.jobs.attempts]', async () => {
    const { api, send } = await loggedIn();
    const handle = { version: 1, value: {} } as const;
    const cases = [
      ['queued', { state: 'queued' }, 0],
      ['tried', { state: 'queued', refusals: 1 }, 1],
      ['prepared', { state: 'prepared', refusals: 1 }, 1],
      ['sent', { state: 'dispatching', refusals: 1 }, 2],
      ['accepted', { state: 'polling', handle }, 1],
      ['unknown', { state: 'outcome_unknown', unknownSince: 1 }, 1],
      ['refused', { state: 'failed', refusals: 3 }, 3],
    ] as const;
    for (const [id, changes] of cases) await makeJob(api, id, changes);
    const { data } = bodyOf(await send('GET', url), pageOf(adminJob.strict()));
    expect(data.map(({ id, attempts }) => [id, attempts]).toReversed()).toEqual(
      cases.map(([id, , attempts]) => [id, attempts]),
    );
  });

  it('show their result', async () => {
    const { api, send } = await loggedIn();
    await makeJob(api, 'vt_1');
    api.gateway.complete('vt_1', Buffer.from('movie'));
    const { job } = bodyOf(await send('GET', `${url}/vt_1`), adminJobDetail.strict());
    expect(job).toMatchObject({ state: 'completed', result: { size: 5, width: 1920 } });
  });

  it('are checked [admin.jobs.check]', async () => {
    const { api, send } = await loggedIn();
    await makeJob(api, 'vt_1');
    const checked = bodyOf(await send('POST', `${url}/vt_1/check`), checkedJob.strict());
    expect(checked).toMatchObject({ job: { id: 'vt_1' }, checked: 'record' });
    expect(api.access.entries.at(-1)).toMatchObject({ action: 'job.check', target: 'vt_1' });
    expect((await send('POST', `${url}/vt_9/check`)).statusCode).toBe(404);
  });

  it('are resolved once, on the record [admin.jobs.resolve] [admin.jobs.resolve-once]', async () => {
    const { api, send } = await loggedIn();
    await makeJob(api, 'vt_1', { state: 'outcome_unknown' });
    const rule = (body: object) => send('POST', `${url}/vt_1/resolve`, body);
    expect((await rule({ outcome: 'maybe', note: 'x' })).statusCode).toBe(422);
    expect((await rule({ outcome: 'charged', note: ' ' })).statusCode).toBe(422);
    const note = 'the bill shows nothing';
    const resolved = bodyOf(await rule({ outcome: 'not_charged', note }), resolvedJob.strict());
    expect(resolved.job).toMatchObject({
      state: 'failed',
      error: { code: 'outcome_ruled_not_charged' },
    });
    const { after } = api.access.entries.at(-1) ?? {};
    expect(JSON.parse(after ?? '')).toEqual({ state: 'failed', outcome: 'not_charged', note });
    expect((await rule({ outcome: 'charged', note: 'x' })).statusCode).toBe(409);
    const unknown = await send('POST', `${url}/vt_9/resolve`, { outcome: 'charged', note: 'x' });
    expect(unknown.statusCode).toBe(404);
  });

  it('are looked up and found by their provider’s id, on the record [admin.jobs.look-up] [admin.jobs.resolve-found]', async () => {
    const { api, send } = await loggedIn();
    await makeJob(api, 'vt_1', { state: 'outcome_unknown' });
    const field = { field: 'seconds', asked: '5', reported: 8 };
    api.gateway.works.set('video-7', { id: 'video-7', createdAt: 5_000, compared: [field] });
    const post = (path: string, body: object) => send('POST', `${url}/vt_1/${path}`, body);
    for (const body of [{}, { upstream_id: ' ' }, { upstream_id: 'x'.repeat(501) }])
      expect((await post('look-up', body)).statusCode).toBe(422);
    expect((await post('look-up', { upstream_id: 'video-8' })).statusCode).toBe(409);
    const looked = bodyOf(
      await post('look-up', { upstream_id: ' video-7' }),
      lookedUpWork.strict(),
    );
    expect(looked).toMatchObject({
      job: { state: 'outcome_unknown' },
      work: { upstream_id: 'video-7', created_at: '1970-01-01T00:00:05.000Z', compared: [field] },
      sent_between: { from: '1970-01-01T00:00:00.000Z', to: '1970-01-01T00:00:10.000Z' },
    });
    expect(api.access.entries.at(-1)).toMatchObject({ action: 'job.look-up', target: 'vt_1' });
    const note = 'seen on its page';
    expect((await post('resolve', { outcome: 'found', note })).statusCode).toBe(422);
    const unknown = await post('resolve', { outcome: 'found', note, upstream_id: 'video-8' });
    expect([unknown.statusCode, unknown.headers['x-error-code']]).toEqual([409, 'not_adoptable']);
    const found = { outcome: 'found', note, upstream_id: 'video-7' };
    const { job } = bodyOf(await post('resolve', found), resolvedJob.strict());
    expect(job.state).toBe('submitted');
    const { after } = api.access.entries.at(-1) ?? {};
    expect(JSON.parse(after ?? '')).toEqual({ state: 'submitted', ...found });
    expect((await post('resolve', found)).statusCode).toBe(409);
    expect((await post('look-up', { upstream_id: 'video-7' })).statusCode).toBe(409);
  });

  it('show the candidates of an unknown one when they are checked [admin.jobs.candidates]', async () => {
    const { api, send } = await loggedIn();
    await makeJob(api, 'vt_1', { state: 'outcome_unknown' });
    api.gateway.candidates = [{ id: 'video-7', createdAt: null, compared: [], source: 'response' }];
    const { candidates } = bodyOf(await send('POST', `${url}/vt_1/check`), checkedJob.strict());
    expect(candidates).toEqual([
      { upstream_id: 'video-7', created_at: null, compared: [], source: 'response' },
    ]);
  });

  it('are cancelled while they were not sent, on the record [admin.jobs.cancel]', async () => {
    const { api, send } = await loggedIn();
    await makeJob(api, 'vt_1', { state: 'queued' });
    await makeJob(api, 'vt_2', { state: 'dispatching' });
    const { job } = bodyOf(await send('POST', `${url}/vt_1/cancel`), cancelledJob.strict());
    expect(job).toMatchObject({ state: 'failed', error: { code: 'cancelled_by_operator' } });
    expect(api.access.entries.at(-1)).toMatchObject({ action: 'job.cancel', target: 'vt_1' });
    const sent = await send('POST', `${url}/vt_2/cancel`);
    expect([sent.statusCode, sent.headers['x-error-code']]).toEqual([409, 'maybe_sent']);
    expect((await send('POST', `${url}/vt_9/cancel`)).statusCode).toBe(404);
  });
});
