import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openVerdictBench, type VerdictBench } from '../../support/verdict/verdict-bench.ts';

let bench: VerdictBench;
beforeEach(async () => {
  bench = await openVerdictBench({ personalities: ['kling', 'openai-videos'] });
});
afterEach(() => bench.close());

/** The parts of entries that say what happened. */
async function reported(query = '') {
  const { entries } = await bench.journal(query);
  return entries.map(({ op, truth, attempt, reported: response, ended }) => [
    op,
    truth,
    attempt,
    response?.kind === 'response' ? response.status : response?.kind,
    ended,
  ]);
}

describe('the journal', () => {
  it('[mock.journal] has each request with what is true and what the caller was told', async () => {
    await bench.submit('one');
    await bench.submit('one', { prompt: 'x [[mock:lost-response]]' });
    await bench.submit('one', { prompt: 'x [[mock:response=500]]' });
    await bench.submit('one', { prompt: 'x [[mock:lost-request]]' });
    await bench.submit('one', { prompt: 'x [[mock:refuse=429]]' });
    expect(await reported()).toEqual([
      ['submit', 'accepted', 1, 202, 'sent'],
      ['submit', 'accepted', 2, 'reset', 'reset'],
      ['submit', 'accepted', 3, 500, 'sent'],
      ['submit', 'lost', 4, 'reset', 'reset'],
      ['submit', 'refused', 5, 429, 'sent'],
    ]);
    const [first, , , , last] = (await bench.journal()).entries;
    const [job] = (await bench.ledger()).jobs;
    expect(first).toMatchObject({
      id: 1,
      at: '2026-01-01T00:00:00.000Z',
      wire: 'mock',
      method: 'POST',
      path: '/v1/generations',
      job: job?.id,
      logical_key: 'id:one',
      retry_after_ms: null,
    });
    expect(last).toMatchObject({ id: 5, job: null, retry_after_ms: 2_000 });
  });

  it('[mock.journal] names what each request asked for, and the key of its job', async () => {
    await bench.submit('one');
    const [job] = (await bench.ledger()).jobs;
    bench.advance(60_000);
    await bench.call(`/v1/generations/${job?.id}`);
    await bench.call('/v1/generations?correlation_id=one');
    await bench.call(`/v1/results/${job?.id}`);
    await bench.call('/v1/account');
    await bench.call('/v1/nothing');
    await bench.control('clock', { advance: 1 });
    const { entries } = await bench.journal();
    expect(entries.map(({ op, logical_key: key }) => [op, key])).toEqual([
      ['submit', 'id:one'],
      ['status', 'id:one'],
      ['search', null],
      ['result', 'id:one'],
      ['account', null],
      ['other', null],
    ]);
  });

  it('[mock.journal] says of a remix the job that came of it, and not the one it was made of', async () => {
    const videos = '/openai-videos/v1/videos';
    const prompt = 'a kite [[mock:queue=0s,run=0s]]';
    await bench.call(videos, { body: { model: 'sora-2', prompt } });
    await bench.call(`${videos}/${await bench.jobId()}/remix`, { body: { prompt: 'a boat' } });
    const { entries } = await bench.journal('?op=submit');
    const jobs = [await bench.jobId(0), await bench.jobId(1)];
    expect(entries.map(({ job }) => job)).toEqual(jobs);
  });

  it('[mock.journal] says that a caller left before an answer came', async () => {
    const gone = new AbortController();
    const path = `${bench.url}/v1/generations`;
    const { ownBody } = await import('../../support/verdict/verdict-bench.ts');
    const body = JSON.stringify(ownBody('one', { prompt: 'x [[mock:response=hang]]' }));
    const headers = { authorization: 'Bearer key-1' };
    const request = fetch(path, { method: 'POST', headers, body, signal: gone.signal });
    await expect.poll(() => reported()).toEqual([['submit', 'accepted', 1, 'hang', null]]);
    gone.abort();
    await expect(request).rejects.toThrow('abort');
    await expect.poll(() => reported()).toEqual([['submit', 'accepted', 1, 'hang', 'left']]);
  });

  it('[mock.journal] is shown by pages, by what was asked and by key', async () => {
    for (const name of ['one', 'two', 'three']) await bench.submit(name);
    await bench.call('/v1/account');
    const first = await bench.journal('?limit=2');
    expect(first.entries.map(({ id }) => id)).toEqual([1, 2]);
    expect(first).toMatchObject({ next: 2, evicted: 0 });
    const second = await bench.journal(`?limit=2&since=${first.next}`);
    expect(second.entries.map(({ id }) => id)).toEqual([3, 4]);
    expect(await bench.journal('?since=4')).toEqual({ entries: [], next: 4, evicted: 0 });
    expect((await bench.journal('?op=account')).entries).toMatchObject([{ id: 4 }]);
    expect((await bench.journal('?key=two')).entries).toMatchObject([{ id: 2 }]);
    for (const query of ['?op=buy', '?since=x', '?limit=0', '?keys=two', '?key=']) {
      expect((await bench.control(`journal${query}`)).status, query).toBe(400);
    }
  });

  it('[mock.journal.bodies] [mock.journal.differences] shows a request with its bodies, and what the client changed', async () => {
    const key = 'sk-4f9a8b7c6d5e4f3a2b1c';
    const headers = { authorization: `Bearer ${key}`, 'idempotency-key': 'wish-1' };
    await bench.submit('one', { prompt: `a kite [[mock:lost-response]]` }, headers);
    await bench.submit('one', { prompt: `a boat for ${key}` }, headers);
    const second = await bench.control('request?request=2');
    expect(second.body).toMatchObject({
      entry: { id: 2, op: 'submit', attempt: 2 },
      compared: {
        request: 1,
        differences: [
          {
            field: 'body.prompt',
            earlier: '"a kite [[mock:lost-response]]"',
            later: '"a boat for ***"',
          },
        ],
      },
    });
    expect(JSON.stringify(second.body)).not.toContain(key);
    expect(JSON.stringify(second.body)).toContain('request_body');
    const first = await bench.control('request?request=1&with=2');
    expect(first.body).toMatchObject({
      request_body: expect.stringContaining('a kite'),
      response_body: null,
      compared: { request: 2 },
    });
    for (const query of [
      'request?request=3',
      'request?request=1&with=9',
      'request',
      'request?id=1',
    ])
      expect((await bench.control(query)).status, query).toBe(400);
  });

  it('[mock.journal] begins at 1 again after a reset', async () => {
    await bench.submit('one');
    await bench.control('reset', {});
    await bench.submit('two');
    expect((await bench.journal()).entries).toMatchObject([{ id: 1, logical_key: 'id:two' }]);
  });

  it('[mock.journal-secrets] has the headers a client shows itself by, and no credential and no value of a query', async () => {
    await bench.submit(
      'one',
      {},
      {
        authorization: 'Bearer canary-key',
        'user-agent': 'OpenAI/JS 7.57.0',
        'x-stainless-retry-count': '1',
        'idempotency-key': 'order-17',
        'x-secret': 'canary-header',
      },
    );
    const headers = { authorization: 'Bearer canary-key' };
    await bench.call('/v1/generations/canary-key?key=canary-key&signature=canary-value', {
      headers,
    });
    await bench.call('/v1/account', {
      headers: { authorization: 'Bearer canary-key', 'user-agent': 'x canary-key' },
    });
    await bench.call('/kling/files/canary.mp4?expires=1&signature=canary-signature', { headers });
    const text = JSON.stringify(await bench.journal());
    for (const secret of ['canary-key', 'canary-value', 'canary-header', 'canary-signature'])
      expect(text).not.toContain(secret);
    expect((await bench.journal()).entries).toMatchObject([
      {
        client: {
          'user-agent': 'OpenAI/JS 7.57.0',
          'x-stainless-retry-count': '1',
          'idempotency-key': 'order-17',
        },
      },
      { path: '/v1/generations/***', query: ['key', 'signature'] },
      { client: { 'user-agent': '***' } },
      { wire: 'kling', query: ['expires', 'signature'] },
    ]);
  });
});
