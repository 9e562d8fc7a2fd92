import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openVerdictBench, type VerdictBench } from '../../support/verdict/verdict-bench.ts';

let bench: VerdictBench;
beforeEach(async () => {
  bench = await openVerdictBench({ personalities: ['openai-videos', 'kling', 'ark'] });
});
afterEach(() => bench.close());

/** Key and attempt of each accepted job. */
async function attempts(query = '') {
  const { jobs } = await bench.ledger(query);
  return jobs.map(({ logical_key: key, attempt }) => [key, attempt]);
}

function openAi(prompt: string, headers: Readonly<Record<string, string>> = {}) {
  const body = { model: 'sora-2', prompt, seconds: '4', size: '720x1280' };
  return bench.call('/openai-videos/v1/videos', { body, headers });
}

describe('an attempt', () => {
  it('[mock.attempts] is counted under the client’s own id, refused and lost ones, too', async () => {
    const refused = await bench.submit('one', { prompt: 'x [[mock:refuse=429]]' });
    const lost = await bench.submit('one', { prompt: 'x [[mock:lost-request]]' });
    await bench.submit('one');
    await bench.submit('two');
    await bench.submit('one');
    expect([refused.status, lost.status]).toEqual([429, 'lost']);
    expect(await attempts()).toEqual([
      ['id:one', 3],
      ['id:two', 1],
      ['id:one', 4],
    ]);
  });

  it('[mock.attempts] goes by the idempotency key first, whatever the own id is', async () => {
    await bench.submit('one', {}, { 'idempotency-key': 'order-17' });
    await bench.submit('two', {}, { 'idempotency-key': 'order-17' });
    await openAi('a kite', { 'idempotency-key': 'order-18' });
    expect(await attempts()).toEqual([
      ['idempotency:order-17', 1],
      ['idempotency:order-17', 2],
      ['idempotency:order-18', 1],
    ]);
    const again = await openAi('a kite', { 'idempotency-key': 'order-18' });
    expect(again.status).toBe(200);
    expect(await attempts('?key=order-18')).toEqual([['idempotency:order-18', 1]]);
    const { entries } = await bench.journal('?key=order-18');
    expect(entries.map(({ attempt, truth }) => [attempt, truth])).toEqual([
      [1, 'accepted'],
      [2, 'repeated'],
    ]);
  });

  it('[mock.attempts] without either goes by account and what was asked for', async () => {
    for (const prompt of ['a kite', 'a kite', 'a cliff']) await openAi(prompt);
    await openAi('a kite', { authorization: 'Bearer key-2' });
    const [first, second, other, stranger] = await attempts();
    expect(first).toEqual([expect.stringMatching(/^same:[\da-f]{16}$/), 1]);
    expect(second).toEqual([first?.[0], 2]);
    expect([other, stranger]).toEqual([
      [expect.not.stringContaining(String(first?.[0])), 1],
      [expect.not.stringContaining(String(first?.[0])), 1],
    ]);
  });

  it('[mock.attempts] over kling has its own id only where the client gave one', async () => {
    const body = { prompt: 'a kite', settings: { duration: 5 } };
    const options = { external_task_id: 'film-9' };
    const path = '/kling/text-to-video/kling-v3';
    expect((await bench.call(path, { body: { ...body, options } })).status).toBe(200);
    expect((await bench.call(path, { body })).status).toBe(200);
    expect(await attempts()).toEqual([
      ['id:film-9', 1],
      [expect.stringMatching(/^same:/), 1],
    ]);
  });
});

describe('the ledger entry of a job', () => {
  it('[mock.ledger-uses] has reads, whole downloads, the digest and the money', async () => {
    await bench.submit('one', { prompt: 'one [[mock:queue=1s,run=1s,result-cut=1,reads=500:1]]' });
    await bench.submit('two', { prompt: 'two [[mock:queue=1s,run=1s,fail=policy]]' });
    const [one] = (await bench.ledger('?key=one')).jobs;
    const id = String(one?.id);
    expect(one).toMatchObject({ reads: 0, downloads: 0, result_sha256: null });
    await bench.call(`/v1/generations/${id}`);
    bench.advance(2_000);
    await bench.call(`/v1/generations/${id}`);
    expect((await bench.call(`/v1/results/${id}`)).status).toBe('lost');
    expect((await bench.ledger('?key=one')).jobs[0]).toMatchObject({ reads: 2, downloads: 0 });
    await bench.call(`/v1/results/${id}`);
    const { jobs } = await bench.ledger();
    expect(jobs).toMatchObject([
      {
        downloads: 1,
        result_sha256: expect.stringMatching(/^[\da-f]{64}$/),
        charged_credits: 1,
        money: [{ at: '2026-01-01T00:00:00.000Z', why: 'accepted', credits: -1 }],
      },
      {
        downloads: 0,
        charged_credits: 0,
        money: [
          { why: 'accepted', credits: -1 },
          { at: '2026-01-01T00:00:02.000Z', why: 'failed', credits: 1 },
        ],
      },
    ]);
  });

  it('[mock.ledger-uses] counts what a stranger asks for as no read', async () => {
    await bench.submit('one');
    const [job] = (await bench.ledger()).jobs;
    const headers = { authorization: 'Bearer key-2' };
    expect((await bench.call(`/v1/generations/${job?.id}`, { headers })).status).toBe(404);
    expect((await bench.ledger()).jobs).toMatchObject([{ reads: 0 }]);
  });
});

describe('a ledger file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'filmgate-attempts-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('[mock.attempts] keeps keys, attempts and downloads', async () => {
    const ledgerFile = join(folder, 'ledger.ndjson');
    const first = await openVerdictBench({ ledgerFile });
    await first.submit('one', { prompt: 'x [[mock:lost-request]]' });
    await first.submit('one', { prompt: 'one [[mock:queue=0s,run=0s]]' });
    await first.submit('two', {}, { 'idempotency-key': 'order-17' });
    const [job] = (await first.ledger()).jobs;
    await first.call(`/v1/results/${job?.id}`);
    const before = (await first.ledger()).jobs;
    await first.close();

    const second = await openVerdictBench({ ledgerFile });
    const after = (await second.ledger()).jobs;
    expect(after).toEqual(before.map((entry) => ({ ...entry, result_sha256: null })));
    expect(after).toMatchObject([
      { logical_key: 'id:one', attempt: 2, downloads: 1 },
      { logical_key: 'idempotency:order-17', attempt: 1, downloads: 0 },
    ]);
    await second.submit('one');
    await second.close();
  });
});
