import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openVerdictBench, type VerdictBench } from '../../support/verdict/verdict-bench.ts';

let bench: VerdictBench;
beforeEach(async () => {
  bench = await openVerdictBench({ personalities: ['openai-videos', 'runway'] });
});
afterEach(() => bench.close());

const quick = '[[mock:queue=0s,run=0s]]';

async function take(nth: number): Promise<void> {
  const id = await bench.jobId(nth);
  for (const path of [`/v1/generations/${id}`, `/v1/results/${id}`])
    expect((await bench.call(path)).status).toBe(200);
}

async function buy(name: string, nth: number): Promise<void> {
  await bench.submit(name, { prompt: `${name} ${quick}` });
  await take(nth);
}

/** A submission to openai-videos, over an account. */
function order(prompt: string, { key = 'key-1', wire = 'openai-videos', headers = {} } = {}) {
  const sora = { model: 'sora-2', prompt, seconds: '4', size: '720x1280' };
  const gen = { model: 'gen4.5', promptText: prompt, ratio: '1280:720', duration: 5 };
  return bench.call(wire === 'runway' ? '/runway/v1/text_to_video' : '/openai-videos/v1/videos', {
    body: wire === 'runway' ? gen : sora,
    headers: { authorization: `Bearer ${key}`, 'x-runway-version': '2024-11-06', ...headers },
  });
}

async function takeVideo(nth: number, key = 'key-1'): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const id = await bench.jobId(nth);
  for (const path of [`/${id}`, `/${id}/content`])
    expect((await bench.call(`/openai-videos/v1/videos${path}`, { headers })).status).toBe(200);
}

describe('nothing seen', () => {
  it('[mock.verdict.nothing-seen] is undecided without a request, and of requests that reached no route', async () => {
    expect(await bench.verdict()).toMatchObject({
      outcome: 'undecided',
      summary: 'space default: 0 requests, 0 jobs, 0 credits',
      undecided: [{ code: 'nothing-seen', by: 'test', logical_key: null }],
    });
    for (let time = 0; time < 5; time += 1) await bench.call('/sora/v1/videos', { body: {} });
    const { outcome, seen, undecided } = await bench.verdict();
    expect([outcome, seen]).toEqual([
      'undecided',
      { requests: 5, submissions: 0, jobs: 0, credits: 0 },
    ]);
    expect(undecided[0]?.why).toMatch(
      /^5 requests came, and no submission among them; the last one was POST \/sora\/v1\/videos with status 404/,
    );
  });

  it('[mock.verdict.nothing-seen] is clean for a test that wants no job', async () => {
    expect((await bench.verdict('?jobs=0')).outcome).toBe('clean');
    await buy('one', 0);
    expect((await bench.verdict('?jobs=0')).findings).toMatchObject([{ code: 'paid-twice' }]);
  });

  it('[mock.spaces.read] of an unknown or dropped space there is no verdict, and reading creates none', async () => {
    await bench.control('s/suite-1/clock', {});
    const unknown = await bench.control('s/suite1/verdict');
    expect(unknown).toMatchObject({ status: 404, body: { error: { kind: 'unknown_space' } } });
    expect(unknown.text).toContain('did you mean suite-1');
    await fetch(`${bench.url}/_mock/s/suite-1`, { method: 'DELETE' });
    const dropped = await bench.control('s/suite-1/verdict');
    expect(dropped).toMatchObject({ status: 410, body: { error: { kind: 'dropped_space' } } });
    expect(dropped.text).toContain(
      'dropped at 2026-01-01T00:00:00.000Z; its outcome was undecided',
    );
    expect((await bench.control('spaces')).body).toMatchObject({ spaces: [{ name: 'default' }] });
    await bench.control('s/suite-1/clock', {});
    expect((await bench.control('s/suite-1/verdict')).body).toMatchObject({
      remarks: [{ code: 'dropped-space' }],
    });
  });
});

describe('all spaces', () => {
  it('[mock.verdict.all] have the worst outcome of those that exist or were dropped', async () => {
    const all = async (query = '') => (await bench.control(`verdicts${query}`)).body;
    expect(await all()).toMatchObject({ outcome: 'undecided', spaces: [{ space: 'default' }] });
    const one = { body: { correlation_id: 'x' } };
    await bench.call('/s/one/v1/generations', one);
    expect(await all()).toMatchObject({ spaces: [{ space: 'one' }], dropped: [] });
    await buy('two', 0);
    await fetch(`${bench.url}/_mock/s/one`, { method: 'DELETE' });
    expect(await all()).toMatchObject({
      outcome: 'undecided',
      spaces: [{ space: 'default', outcome: 'clean' }],
      dropped: [{ space: 'one', outcome: 'undecided', at: '2026-01-01T00:00:00.000Z' }],
    });
    const text = await fetch(`${bench.url}/_mock/verdicts`, { headers: { accept: 'text/plain' } });
    expect(await text.text()).toMatch(
      /^undecided: 1 space, 1 dropped\nclean: space default: .*\ndropped: space one at .*: undecided\n$/,
    );
    expect((await bench.control('verdicts?limit=0')).status).toBe(400);
  });
});

describe('open results', () => {
  it('[mock.verdict.still-open] is undecided of a paid job until it has ended, with the time of its end', async () => {
    await bench.submit('one');
    expect(await bench.verdict()).toMatchObject({
      outcome: 'undecided',
      undecided: [
        {
          code: 'still-open',
          by: 'client',
          logical_key: 'id:one',
          ends_at: '2026-01-01T00:00:02.000Z',
        },
      ],
    });
    bench.advance(2_000);
    expect((await bench.verdict()).outcome).toBe('found');
    await take(0);
    expect((await bench.verdict()).outcome).toBe('clean');
  });

  it('[mock.verdict.rule-unused] is undecided of each rule that decided nothing', async () => {
    await bench.control('rules', {
      name: 'lost',
      when: { contains: 'kyte' },
      then: { fault: 'lost-response' },
    });
    await buy('a kite', 0);
    expect(await bench.verdict()).toMatchObject({
      outcome: 'undecided',
      undecided: [{ code: 'rule-unused', by: 'test', why: expect.stringContaining('rule lost') }],
    });
    expect((await bench.verdict('?ignore=rule-unused')).outcome).toBe('clean');
  });
});

describe('how many jobs were wanted', () => {
  it('[mock.verdict.paid-twice] [mock.verdict.missing-job] puts more than wanted side by side, with the parts in which they differ', async () => {
    await order('a kite [[mock:lost-response,queue=0s,run=0s]]', {
      headers: { 'idempotency-key': 'a' },
    });
    await order(`a red kite ${quick}`, { key: 'key-2', headers: { 'idempotency-key': 'b' } });
    await takeVideo(1, 'key-2');
    const { outcome, findings } = await bench.verdict('?jobs=1');
    expect(outcome).toBe('found');
    expect(findings).toMatchObject([
      { code: 'paid-twice', by: 'client', credits_wasted: 8, evidence: [1, 2] },
    ]);
    expect(findings[0]?.why).toMatch(
      /^2 jobs were accepted and 1 wanted; they differ in key, account, prompt: video_\w+ of request 1 \(idempotency:a, openai-videos, sora-2, "a kite"\); /,
    );
    expect(JSON.stringify(findings)).not.toContain('key-2');
    expect((await bench.verdict('?jobs=2')).findings).toMatchObject([{ code: 'lost-film' }]);
    expect((await bench.verdict('?jobs=3')).findings).toMatchObject([
      { code: 'lost-film' },
      { code: 'missing-job', why: '2 jobs were accepted and 3 wanted' },
    ]);
  });

  it('[mock.verdict.paid-twice] does not count a job that failed and cost nothing', async () => {
    await bench.submit('one', { prompt: 'one [[mock:queue=1s,run=1s,fail=internal]]' });
    bench.advance(2_000);
    await bench.call(`/v1/generations/${await bench.jobId()}`);
    await buy('two', 1);
    expect((await bench.verdict('?jobs=1')).outcome).toBe('clean');
  });
});

describe('after a response that proved nothing', () => {
  const lost = 'a kite [[mock:lost-response,queue=0s,run=0s]]';
  const unclear = 'a kite [[mock:response=500,queue=0s,run=0s]]';

  it.each([
    ['another key', { headers: { 'idempotency-key': 'b' } }, 'a kite', 'key'],
    ['another account', { key: 'key-2' }, 'a kite', 'account'],
    ['other words', {}, 'a red kite', 'prompt'],
    ['another provider', { wire: 'runway' }, 'a kite', 'wire, model'],
  ])(
    '[mock.verdict.paid-again] is likely found of a submission with %s in a space of one test, and a remark elsewhere',
    async (_, given, prompt, differing) => {
      await order(unclear, {
        headers: { 'idempotency-key': 'a' },
      });
      await order(`${prompt} ${quick}`, { headers: { 'idempotency-key': 'a-2' }, ...given });
      const { findings } = await bench.verdict('?single_test=true');
      const again = findings.find(({ code }) => code === 'paid-again');
      expect(again).toMatchObject({ by: 'client', likely: true, severity: 'error' });
      expect(again?.why).toContain(`with another key`);
      for (const part of differing.split(', ')) expect(again?.why).toContain(part);
      const shared = await bench.verdict();
      expect(shared.findings.map(({ code }) => code)).not.toContain('paid-again');
      expect(shared.remarks).toMatchObject([{ code: 'paid-again' }]);
    },
  );

  it.each([
    ['a list', '/openai-videos/v1/videos'],
    ['a read', undefined],
  ])(
    '[mock.verdict.settled] %s that shows the job settles it: the next equal submission is a new order',
    async (_, path) => {
      await order(lost);
      await bench.call(path ?? `/openai-videos/v1/videos/${await bench.jobId(0)}`);
      await takeVideo(0);
      await order(`a kite ${quick}`);
      await takeVideo(1);
      expect((await bench.verdict()).outcome).toBe('clean');
      expect((await bench.verdict('?single_test=true')).outcome).toBe('clean');
    },
  );

  it('[mock.verdict.settled] is no list that shows other jobs only', async () => {
    await order(`a cliff ${quick}`);
    await order(lost);
    await bench.call('/openai-videos/v1/videos?limit=1&order=asc');
    await order(`a kite ${quick}`);
    expect(await bench.found()).toContain('paid-twice');
  });
});

describe('exceptions', () => {
  it('[mock.verdict.exceptions] are read from the question, and a wrong one is refused with the nearest', async () => {
    for (const name of ['one', 'one'])
      await bench.submit(name, { prompt: `${name} [[mock:lost-response,queue=0s,run=0s]]` });
    const outcome = async (query: string) => (await bench.verdict(query)).outcome;
    expect(await outcome('')).toBe('found');
    expect(await outcome('?ignore=paid-twice,lost-film')).toBe('clean');
    expect(await outcome('?expect=paid-twice:1,lost-film')).toBe('clean');
    expect((await bench.verdict('?expect=paid-twice:2,lost-film')).missing).toEqual([
      { code: 'paid-twice', expected: 2, found: 1 },
    ]);
    expect(await outcome('?by=provider,wire')).toBe('clean');
    for (const [query, message] of [
      ['ignore=payed-twice', 'did you mean paid-twice'],
      ['expect=paid-twice:0', 'a number follows the colon'],
      ['by=clients', 'did you mean client'],
      ['jobs=many', 'jobs'],
      ['strict=yes', 'strict'],
    ]) {
      const refused = await bench.control(`verdict?${query}`);
      expect([refused.status, refused.text.includes(String(message))], query).toEqual([400, true]);
    }
  });

  it('[mock.verdict.outcome] a warning alone is clean, and found if strict', async () => {
    const busy = { prompt: 'one [[mock:refuse=429]]' };
    for (const name of ['one', 'one']) await bench.submit(name, busy);
    expect(await bench.verdict()).toMatchObject({
      outcome: 'clean',
      findings: [{ code: 'ignored-retry-after', severity: 'warning' }],
    });
    expect((await bench.verdict('?strict=true')).outcome).toBe('found');
  });
});
