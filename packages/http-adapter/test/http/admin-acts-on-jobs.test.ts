import { StorageUnavailable } from '@filmgate/core';
import { describe, expect, it, vi } from 'vitest';
import { actedJobs } from '../../src/admin-api/schemas/act-on-jobs.ts';
import { loggedIn, makeJob } from '../doubles/admin-jobs.ts';
import type { Send } from '../doubles/admin-test-api.ts';
import { bodyOf } from '../doubles/body-of.ts';

const url = '/api/v1/admin/jobs/acts';

/** Returns for each job the reason it was skipped, and its state. */
async function became(send: Send, path: string, body: object) {
  const { data } = bodyOf(await send('POST', path, body), actedJobs.strict());
  return data.map(({ id, reason, job }) => [id, reason, job?.state ?? null]);
}

async function someJobs() {
  const { api, send } = await loggedIn();
  await makeJob(api, 'vt_1', { state: 'queued' });
  await makeJob(api, 'vt_2', { state: 'outcome_unknown' });
  await makeJob(api, 'vt_3', { state: 'submitted' });
  await makeJob(api, 'vt_4', { state: 'outcome_unknown' });
  const ids = ['vt_1', 'vt_2', 'vt_3', 'vt_4', 'vt_9'];
  const entries = () =>
    api.access.entries
      .filter(({ action }) => action.startsWith('job.'))
      .map(({ action, target, after }) => ({ action, target, after: JSON.parse(after ?? 'null') }));
  return { api, send, ids, entries };
}

describe('one act on many jobs', () => {
  it.each([
    ['check', ['nothing-to-ask', null, null, null, 'not-found']],
    ['cancel', [null, 'maybe-sent', 'maybe-sent', 'maybe-sent', 'not-found']],
    ['resolve', ['not-unknown', null, 'not-unknown', null, 'not-found']],
  ])(
    'to %s says which it would be done to, with their money, and changes nothing [admin.jobs.acts-preview]',
    async (act, reasons) => {
      const { api, send, ids, entries } = await someJobs();
      const before = [...api.gateway.jobs.values()];
      const response = await send('POST', `${url}/preview`, { act, ids });
      const { data } = bodyOf(response, actedJobs.strict());
      expect(data.map(({ reason }) => reason)).toEqual(reasons);
      expect(data[0]?.job).toMatchObject({ owner: 'user:us_1', price: 20, spend: null });
      expect(data.at(-1)).toEqual({ id: 'vt_9', reason: 'not-found', job: null });
      expect([[...api.gateway.jobs.values()], entries()]).toEqual([before, []]);
    },
  );

  it('is done to each that it fits, and each has its entry with the evidence [admin.jobs.acts] [admin.jobs.acts-audited]', async () => {
    const { send, ids, entries } = await someJobs();
    const note = 'the bill of November';
    const body = { act: 'resolve', ids, outcome: 'not_charged', note };
    expect(await became(send, url, body)).toEqual([
      ['vt_1', 'not-unknown', 'queued'],
      ['vt_2', null, 'failed'],
      ['vt_3', 'not-unknown', 'submitted'],
      ['vt_4', null, 'failed'],
      ['vt_9', 'not-found', null],
    ]);
    const after = { state: 'failed', outcome: 'not_charged', note };
    expect(entries()).toEqual([
      { action: 'job.resolve', target: 'vt_2', after },
      { action: 'job.resolve', target: 'vt_4', after },
    ]);
  });

  it('cancels jobs that were not sent, and queries those that may be at a provider [admin.jobs.acts]', async () => {
    const { send, ids, entries } = await someJobs();
    await send('POST', url, { act: 'cancel', ids });
    await send('POST', url, { act: 'check', ids });
    expect(entries().map(({ action, target }) => `${action} ${target}`)).toEqual([
      'job.cancel vt_1',
      'job.check vt_2',
      'job.check vt_3',
      'job.check vt_4',
    ]);
  });

  it('passes over jobs that changed since the preview, and a second time all of them [admin.jobs.acts-passed-over]', async () => {
    const { api, send, ids, entries } = await someJobs();
    const act = { act: 'resolve', ids: ids.slice(1, 4) };
    expect((await became(send, `${url}/preview`, act)).map(([, reason]) => reason)).toEqual([
      null,
      'not-unknown',
      null,
    ]);
    api.gateway.change('vt_2', { state: 'storing' });
    const body = { ...act, outcome: 'charged', note: 'x' };
    expect(await became(send, url, body)).toEqual([
      ['vt_2', 'not-unknown', 'storing'],
      ['vt_3', 'not-unknown', 'submitted'],
      ['vt_4', null, 'failed'],
    ]);
    expect((await became(send, url, body)).map(([, reason]) => reason)).toEqual(
      Array.from({ length: 3 }, () => 'not-unknown'),
    );
    expect(entries()).toHaveLength(1);
  });

  it('keeps finished acts when the store fails on the way, and resumes when the request is repeated [admin.jobs.acts-cut-short]', async () => {
    const { api, send, ids, entries } = await someJobs();
    const resolve = api.gateway.resolve.bind(api.gateway);
    vi.spyOn(api.gateway, 'resolve').mockImplementation(async (input) => {
      if (input.id === 'vt_4')
        throw new StorageUnavailable('The store is away.', { applied: 'no' });
      return await resolve(input);
    });
    const body = { act: 'resolve', ids, outcome: 'charged', note: 'x' };
    expect((await send('POST', url, body)).statusCode).toBe(503);
    vi.restoreAllMocks();
    const again = await became(send, url, body);
    expect(again.map(([id, reason]) => `${String(id)} ${String(reason)}`)).toEqual([
      'vt_1 not-unknown',
      'vt_2 not-unknown',
      'vt_3 not-unknown',
      'vt_4 null',
      'vt_9 not-found',
    ]);
    expect(entries().map(({ target }) => target)).toEqual(['vt_2', 'vt_4']);
  });

  it.each([
    [{ act: 'resolve', ids: ['a'], outcome: 'charged' }, 'note'],
    [{ act: 'resolve', ids: ['a'], outcome: 'charged', note: ' ' }, 'note'],
    [{ act: 'resolve', ids: ['a'], outcome: 'found', note: 'x' }, 'outcome'],
    [{ act: 'check', ids: [] }, 'ids must be 1 to 100'],
    [{ act: 'check', ids: Array.from({ length: 101 }, (_, at) => `vt_${at}`) }, '1 to 100'],
    [{ act: 'check', ids: ['a', 'a'] }, 'ids must name each job once'],
    [{ act: 'check', ids: ['x'.repeat(257)] }, 'at most 256'],
    [{ act: 'send', ids: ['a'] }, 'must have an act'],
    [{ act: 'check', ids: ['a'], note: 'x' }, 'note'],
  ])('is refused whole where it is wrong: %j [admin.jobs.acts-bounded]', async (body, detail) => {
    const { send } = await loggedIn();
    const response = await send('POST', url, body);
    expect([response.statusCode, response.body]).toEqual([422, expect.stringContaining(detail)]);
  });
});
