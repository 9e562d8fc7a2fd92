import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  openVerdictBench,
  ownBody,
  type VerdictBench,
} from '../../support/verdict/verdict-bench.ts';

let bench: VerdictBench;
beforeEach(async () => {
  bench = await openVerdictBench({ personalities: ['openai-videos', 'kling'] });
});
afterEach(() => bench.close());

const sora = { model: 'sora-2', prompt: 'a kite', seconds: '4', size: '720x1280' };

function openAi(given: object = {}, headers: Readonly<Record<string, string>> = {}) {
  return bench.call('/openai-videos/v1/videos', { body: { ...sora, ...given }, headers });
}

/** Actions of a client that gets its video: it reads to the end, and downloads the file. */
async function takeVideo(nth = 0) {
  const id = await bench.jobId(nth);
  bench.advance(60_000);
  expect((await bench.call(`/v1/generations/${id}`)).status).toBe(200);
  expect((await bench.call(`/v1/results/${id}`)).status).toBe(200);
}

async function takeFromOpenAi(nth = 0) {
  const id = await bench.jobId(nth);
  bench.advance(60_000);
  expect((await bench.call(`/openai-videos/v1/videos/${id}`)).status).toBe(200);
  expect((await bench.call(`/openai-videos/v1/videos/${id}/content`)).status).toBe(200);
}

describe('paid-twice', () => {
  it.each(['lost-response', 'response=500', 'response=garbled'])(
    '[mock.verdict.paid-twice] finds a client that sends the same again after %s, and quotes its retry count',
    async (token) => {
      const lost = { prompt: `a kite [[mock:${token},queue=0s,run=0s]]` };
      await openAi(lost, { 'x-stainless-retry-count': '0' });
      await openAi(lost, { 'x-stainless-retry-count': '1' });
      await openAi(lost, { 'x-stainless-retry-count': '2' });
      const { outcome, findings } = await bench.verdict();
      expect(outcome).toBe('found');
      expect(findings).toMatchObject([
        {
          code: 'paid-twice',
          severity: 'error',
          logical_key: expect.stringMatching(/^same:/),
          jobs: [await bench.jobId(0), await bench.jobId(1), await bench.jobId(2)],
          credits_wasted: 16,
          evidence: [1, 2, 3],
          hint: expect.stringContaining('x-stainless-retry-count: 1'),
        },
        { code: 'lost-film', credits_wasted: 8, jobs: [await bench.jobId(0)] },
      ]);
    },
  );

  it('[mock.verdict.paid-twice] finds a named piece of work sent twice, also over another account', async () => {
    const prompt = 'a kite [[mock:lost-response]]';
    await bench.submit('one', { prompt });
    await bench.submit('one', { prompt }, { authorization: 'Bearer key-2' });
    await takeVideo();
    expect(await bench.found()).toEqual(['paid-twice']);
  });

  it('[mock.verdict.paid-twice] calls one job wasted, and no film lost, where the client took the film of its second try', async () => {
    const prompt = { prompt: 'a kite [[mock:lost-response@1,queue=0s,run=0s]]' };
    for (let tries = 0; tries < 2; tries += 1) await openAi(prompt);
    await takeFromOpenAi(1);
    const { findings } = await bench.verdict();
    expect(findings).toMatchObject([{ code: 'paid-twice', credits_wasted: 8 }]);
    expect(findings).toHaveLength(1);
  });

  it('[mock.verdict.paid-twice] does not find work sent again after it failed and cost nothing, and finds it where it cost something', async () => {
    for (const [name, fault] of [
      ['one', 'fail=internal@1'],
      ['two', 'charged-failure@1'],
    ] as const) {
      const prompt = { prompt: `${name} [[mock:queue=1s,run=1s,${fault}]]` };
      await bench.submit(name, prompt);
      bench.advance(2_000);
      const { jobs } = await bench.ledger(`?correlation_id=${name}`);
      await bench.call(`/v1/generations/${jobs[0]?.id}`);
      await bench.submit(name, prompt);
    }
    for (const nth of [1, 3]) await takeVideo(nth);
    expect((await bench.verdict()).findings).toMatchObject([
      { code: 'paid-twice', logical_key: 'id:two', credits_wasted: 1 },
    ]);
  });

  it('[mock.verdict.paid-twice] does not find eight films of one prompt, told or sent side by side', async () => {
    for (let video = 0; video < 4; video += 1) await openAi();
    await Promise.all([openAi(), openAi(), openAi(), openAi()]);
    for (let video = 0; video < 8; video += 1) await takeFromOpenAi(video);
    expect(await bench.verdict()).toMatchObject({ outcome: 'clean', findings: [] });
  });

  it('[mock.verdict.paid-twice] does not find a client that sends again under its key, or what was never accepted', async () => {
    const key = { 'idempotency-key': 'order-1' };
    const lost = { prompt: 'a kite [[mock:lost-response]]' };
    await openAi(lost, key);
    await openAi(lost, key);
    await bench.submit('two', { prompt: 'two [[mock:lost-request]]' });
    await bench.submit('two', { prompt: 'two [[mock:refuse=503]]' });
    bench.advance(5_000);
    await bench.submit('two');
    await takeFromOpenAi(0);
    await takeVideo(1);
    expect(await bench.found()).toEqual([]);
  });
});

describe('lost-film and gave-up', () => {
  it('[mock.verdict.lost-film] finds a film that was paid for and never taken to its end', async () => {
    await bench.submit('one', { prompt: 'one [[mock:lost-response,queue=0s,run=0s]]' });
    await bench.submit('two', { prompt: 'two [[mock:result-cut=1,queue=0s,run=0s]]' });
    const id = await bench.jobId(1);
    await bench.call(`/v1/generations/${id}`);
    expect((await bench.call(`/v1/results/${id}`)).status).toBe('lost');
    expect((await bench.verdict()).findings).toMatchObject([
      { code: 'lost-film', logical_key: 'id:one', credits_wasted: 1, evidence: [1] },
      { code: 'lost-film', logical_key: 'id:two', credits_wasted: 1, evidence: [2] },
    ]);
  });

  it('[mock.verdict.lost-film] does not find videos taken, and jobs that failed or still run; a withheld file is lost by the provider', async () => {
    await bench.submit('one');
    await bench.submit('two', { prompt: 'two [[mock:queue=0s,run=0s,fail=policy]]' });
    await bench.submit('three', { prompt: 'three [[mock:queue=0s,run=0s,result-gone]]' });
    await takeVideo();
    const [failed, gone] = [await bench.jobId(1), await bench.jobId(2)];
    await bench.call(`/v1/generations/${failed}`);
    await bench.call(`/v1/generations/${gone}`);
    expect((await bench.call(`/v1/results/${gone}`)).status).toBe(410);
    await bench.submit('four');
    const { findings, undecided } = await bench.verdict();
    expect(findings).toMatchObject([{ code: 'lost-film', by: 'provider', jobs: [gone] }]);
    expect(undecided).toMatchObject([{ code: 'still-open', logical_key: 'id:four' }]);
  });

  it('[mock.verdict.untraceable] is lost by the wire once a search returned that nobody can look it up', async () => {
    await bench.submit('one', { prompt: 'one [[mock:lost-response,queue=0s,run=0s]]' });
    await bench.submit('two', { prompt: 'two [[mock:lost-response,queue=0s,run=0s,findable]]' });
    expect(await bench.found()).toEqual(['lost-film', 'lost-film']);
    bench.advance(60_000);
    const search = (name: string) => bench.call(`/v1/generations?correlation_id=${name}`);
    expect([(await search('one')).status, (await search('two')).status]).toEqual([501, 200]);
    expect((await bench.verdict()).findings).toMatchObject([
      { code: 'lost-film', by: 'wire', logical_key: 'id:one', credits_wasted: 1 },
      { code: 'lost-film', by: 'client', logical_key: 'id:two', credits_wasted: 1 },
    ]);
  });

  it('[mock.verdict.lost-film] does not find a film whose caller still waits to be told', async () => {
    const gone = new AbortController();
    const body = JSON.stringify(ownBody('one', { prompt: 'x [[mock:response=hang,run=0s]]' }));
    const headers = { authorization: 'Bearer key-1' };
    const sent = { method: 'POST', headers, body, signal: gone.signal };
    const request = fetch(`${bench.url}/v1/generations`, sent);
    await expect.poll(async () => (await bench.ledger()).accepted).toBe(1);
    bench.advance(60_000);
    expect(await bench.found()).toEqual([]);
    gone.abort();
    await expect(request).rejects.toThrow('abort');
    await expect.poll(() => bench.found()).toEqual(['lost-film']);
  });

  it('[mock.verdict.gave-up] finds a client that knew the id and stopped before the end', async () => {
    await bench.submit('one');
    await bench.call(`/v1/generations/${await bench.jobId()}`);
    expect(await bench.found()).toEqual([]);
    bench.advance(60_000);
    expect(await bench.found()).toEqual(['lost-film', 'gave-up']);
    await takeVideo();
    expect(await bench.found()).toEqual([]);
  });
});

describe('a client that knows its work by its own name alone', () => {
  it.each([
    ['/kling/tasks?external_task_ids=mine', '/kling/text-to-video/kling-v3'],
    ['/kling/v1/videos/text2video/mine', '/kling/v1/videos/text2video'],
  ])('[mock.verdict.gave-up] is not found if it reads to the end at %s', async (read, submit) => {
    const prompt = 'a kite [[mock:queue=1s,run=1s,fail=policy]]';
    const own = { external_task_id: 'mine' };
    await bench.call(submit, { body: { prompt, ...own, options: own } });
    await bench.call(read);
    bench.advance(2_000);
    expect(await bench.found()).toEqual(['gave-up']);
    expect((await bench.call(read)).text).toContain('failed');
    expect(await bench.found()).toEqual([]);
    expect((await bench.ledger()).jobs).toMatchObject([{ reads: 2 }]);
  });
});

describe('a provider that makes two jobs of one submission', () => {
  it('[mock.verdict.paid-twice] [mock.dup-accept] is to blame, and not its client that takes the video of the other job', async () => {
    await openAi({ prompt: 'a kite [[mock:dup-accept,queue=1s,run=1s]]' });
    const [reported, other] = [await bench.jobId(0), await bench.jobId(1)];
    await bench.call(`/openai-videos/v1/videos/${reported}`);
    await takeFromOpenAi(1);
    const doubled = [
      { code: 'paid-twice', by: 'provider', jobs: [reported, other], credits_wasted: 8 },
    ];
    expect((await bench.verdict()).findings).toMatchObject(doubled);
    const { jobs } = await bench.ledger(`?id=${other}`);
    const sha256 = jobs[0]?.result_sha256;
    expect((await bench.control('stored', { key: other, sha256 })).status).toBe(200);
    expect((await bench.verdict()).findings).toMatchObject(doubled);
    await bench.control('stored', { key: other, sha256: '0'.repeat(64) });
    expect(await bench.found()).toEqual(['paid-twice', 'kept-bad-bytes']);
  });
});

describe('statements', () => {
  const lost = { prompt: 'one [[mock:response=500,queue=0s,run=0s]]' };

  it('[mock.verdict.believed-a-500] finds a client that takes accepted work for failed', async () => {
    await bench.submit('one', lost);
    expect(await bench.control('gave-up', { key: 'one' })).toMatchObject({
      status: 200,
      body: { logical_keys: ['id:one'] },
    });
    expect(await bench.found()).toEqual(['lost-film', 'believed-a-500']);
  });

  it('[mock.verdict.believed-a-500] does not find one that gave up what was refused or has failed', async () => {
    await bench.submit('one', { prompt: 'one [[mock:refuse=400]]' });
    await bench.submit('two', {
      prompt: 'two [[mock:response=500,queue=0s,run=0s,fail=policy]]',
    });
    for (const key of ['one', 'two']) await bench.control('gave-up', { key });
    expect(await bench.verdict()).toMatchObject({ outcome: 'clean', findings: [], undecided: [] });
  });

  it('[mock.verdict.kept-bad-bytes] finds a client that keeps a damaged file, and not one that keeps the whole', async () => {
    await bench.submit('one', { prompt: 'one [[mock:queue=0s,run=0s,truncate=60%]]' });
    const id = await bench.jobId();
    await bench.call(`/v1/generations/${id}`);
    const file = await fetch(`${bench.url}/v1/results/${id}`, {
      headers: { authorization: 'Bearer key-1' },
    });
    const damaged = createHash('sha256')
      .update(Buffer.from(await file.arrayBuffer()))
      .digest('hex');
    expect(await bench.undecided()).toEqual(['kept-bad-bytes']);
    await bench.control('stored', { key: id, sha256: damaged });
    const { findings, undecided } = await bench.verdict();
    expect(findings).toMatchObject([{ code: 'kept-bad-bytes', jobs: [id] }]);
    expect(undecided).toEqual([]);
    const [job] = (await bench.ledger()).jobs;
    await bench.control('stored', { key: 'one', sha256: String(job?.result_sha256) });
    expect(await bench.found()).toEqual([]);
  });

  it('[mock.verdict.undecided] asks for a statement only after bad bytes, or a response that proves nothing about a job', async () => {
    await bench.submit('one', { prompt: 'one [[mock:response=500]]' });
    await bench.submit('two', { prompt: 'two [[mock:lost-response]]' });
    await bench.submit('three', { prompt: 'three [[mock:queue=0s,run=0s,truncate=60%]]' });
    await bench.submit('four');
    await takeVideo(2);
    await takeVideo(3);
    const unstated = async () =>
      (await bench.verdict('?ignore=still-open')).undecided.map(({ code, logical_key: key }) => [
        code,
        key,
      ]);
    expect(await unstated()).toEqual([['kept-bad-bytes', 'id:three']]);
    await bench.control('reset', {});
    await bench.submit('one', { prompt: 'one [[mock:response=500,queue=1h]]' });
    await bench.submit('two', { prompt: 'two [[mock:lost-response,queue=1h]]' });
    expect(await unstated()).toEqual([['believed-a-500', 'id:one']]);
  });

  it('[mock.verdict.statements] of a key nobody used, or with other fields, are refused', async () => {
    const sha256 = '0'.repeat(64);
    for (const [path, given, status] of [
      ['stored', { key: 'none', sha256 }, 404],
      ['gave-up', { key: 'none' }, 404],
      ['stored', { key: 'none', sha256: 'abc' }, 400],
      ['stored', { key: 'none', sha256, file: 'a.mp4' }, 400],
      ['gave-up', {}, 400],
    ] as const)
      expect((await bench.control(path, given)).status, path).toBe(status);
  });
});

describe('key-reused', () => {
  it('[mock.verdict.key-reused] finds one key for two wishes', async () => {
    const key = { 'idempotency-key': 'order-1' };
    await openAi({}, key);
    expect((await openAi({ prompt: 'a cliff' }, key)).status).toBe(409);
    await takeFromOpenAi();
    expect(await bench.found()).toEqual(['key-reused']);
  });

  it('[mock.verdict.key-reused] does not find a key for each, or one that a refusal left free', async () => {
    await openAi({}, { 'idempotency-key': 'order-1' });
    const second = { 'idempotency-key': 'order-2' };
    expect((await openAi({ prompt: 'a kite [[mock:refuse=400]]' }, second)).status).toBe(400);
    await openAi({ prompt: 'a cliff' }, second);
    await takeFromOpenAi(0);
    await takeFromOpenAi(1);
    expect(await bench.found()).toEqual([]);
  });
});

describe('refusals', () => {
  it('[mock.verdict.retried-for-good] finds the same submission after a refusal for good', async () => {
    const refused = { prompt: 'one [[mock:refuse=400]]' };
    for (const name of ['one', 'one']) await bench.submit(name, refused);
    expect(await bench.found()).toEqual(['retried-for-good']);
  });

  it('[mock.verdict.retried-for-good] says at least how many times, where it does not remember all', async () => {
    const refused = { prompt: 'one [[mock:refuse=400]]' };
    const whyAfter = async (count: number) => {
      for (let sent = 0; sent < count; sent += 1) await bench.submit('one', refused);
      return (await bench.verdict()).findings[0]?.why;
    };
    expect(await whyAfter(3)).toContain('sent again twice');
    expect(await whyAfter(130)).toMatch(/sent again at least \d+ times/);
  });

  it('[mock.verdict.retried-for-good] does not find another wish, or the same after the account may do more', async () => {
    await bench.control('accounts', { key: 'key-1', credits: 0 });
    expect((await bench.submit('one')).status).toBe(402);
    await bench.control('accounts', { key: 'key-1', credits: 10 });
    expect((await bench.submit('one')).status).toBe(202);
    await bench.submit('two', { prompt: 'two [[mock:refuse=400]]' });
    await bench.submit('two', { prompt: 'two, mended' });
    await takeVideo(0);
    await takeVideo(1);
    expect(await bench.found()).toEqual([]);
  });

  it('[mock.verdict.retried-for-good] does not find the same after a failed job gave its credits back', async () => {
    await bench.control('accounts', { key: 'key-1', credits: 1 });
    await bench.submit('one', { prompt: 'one [[mock:queue=1s,run=1s,fail=internal]]' });
    expect((await bench.submit('two')).status).toBe(402);
    const wrong = { prompt: 'three [[mock:refuse=400]]' };
    await bench.submit('three', wrong);
    bench.advance(2_000);
    await bench.call(`/v1/generations/${await bench.jobId()}`);
    expect((await bench.submit('two')).status).toBe(202);
    expect(await bench.found()).toEqual([]);
    await bench.submit('three', wrong);
    expect(await bench.found()).toEqual(['retried-for-good']);
  });

  it('[mock.verdict.ignored-retry-after] finds a submission or a read before the wait was over', async () => {
    const busy = { prompt: 'one [[mock:refuse=429]]' };
    await bench.submit('one', busy);
    bench.advance(1_000);
    await bench.submit('one', busy);
    await bench.submit('two', { prompt: 'two [[mock:reads=429:1]]' });
    const id = await bench.jobId();
    await bench.call(`/v1/generations/${id}`);
    await bench.call(`/v1/generations/${id}`);
    await takeVideo();
    expect(await bench.found()).toEqual(['ignored-retry-after', 'ignored-retry-after']);
  });

  it('[mock.verdict.ignored-retry-after] does not find a client that waits', async () => {
    const busy = { prompt: 'one [[mock:refuse=429]]' };
    await bench.submit('one', busy);
    bench.advance(2_000);
    await bench.submit('one', busy);
    await bench.submit('two', { prompt: 'two [[mock:reads=429:1]]' });
    await bench.call(`/v1/generations/${await bench.jobId()}`);
    await takeVideo();
    expect(await bench.found()).toEqual([]);
  });

  it('[mock.verdict.over-concurrency] finds submissions of an account that knows it is full, and not those after the wait', async () => {
    const single = { authorization: 'Bearer single-key' };
    await bench.submit('one', {}, single);
    expect((await bench.submit('two', {}, single)).status).toBe(429);
    bench.advance(1_000);
    expect((await bench.submit('three', {}, single)).status).toBe(429);
    expect(await bench.found()).toEqual([]);
    expect((await bench.submit('four', {}, single)).status).toBe(429);
    expect(await bench.found()).toEqual(['over-concurrency']);
  });
});

describe('reads', () => {
  it('[mock.verdict.polled-too-fast] finds a loop without a pause, and not one with pauses', async () => {
    await bench.submit('one', { prompt: 'one [[mock:queue=1h]]' });
    await bench.submit('two', { prompt: 'two [[mock:queue=1h]]' });
    const [hasty, calm] = [await bench.jobId(0), await bench.jobId(1)];
    for (let read = 0; read < 8; read += 1) {
      bench.advance(200);
      await bench.call(`/v1/generations/${calm}`);
    }
    expect(await bench.found()).toEqual([]);
    for (let read = 0; read < 80; read += 1) await bench.call(`/v1/generations/${hasty}`);
    expect((await bench.verdict()).findings).toMatchObject([
      { code: 'polled-too-fast', jobs: [hasty] },
    ]);
  });

  it('[mock.verdict.polled-after-end] finds reads on and on after the end, and not those for a new link', async () => {
    for (const name of ['one', 'two']) await bench.submit(name);
    await takeVideo(0);
    await takeVideo(1);
    const [patient, restless] = [await bench.jobId(0), await bench.jobId(1)];
    for (let read = 0; read < 3; read += 1) {
      await bench.call(`/v1/generations/${patient}`);
      await bench.call(`/v1/results/${patient}`);
    }
    expect(await bench.found()).toEqual([]);
    for (let read = 0; read < 3; read += 1) await bench.call(`/v1/generations/${restless}`);
    expect((await bench.verdict()).findings).toMatchObject([
      { code: 'polled-after-end', jobs: [restless] },
    ]);
  });

  it('[mock.verdict.wrong-account] finds a job asked for with the key of another account', async () => {
    await bench.submit('one');
    await takeVideo();
    expect(await bench.found()).toEqual([]);
    const id = await bench.jobId();
    const headers = { authorization: 'Bearer key-2' };
    expect((await bench.call(`/v1/generations/${id}`, { headers })).status).toBe(404);
    expect((await bench.verdict()).findings).toMatchObject([
      { code: 'wrong-account', logical_key: 'id:one', jobs: [id], evidence: [4] },
    ]);
  });

  it('[mock.verdict.leaked-credential] finds a key in a URL, and not one in a header', async () => {
    await bench.call('/v1/account');
    expect(await bench.found()).toEqual([]);
    await bench.call('/v1/account?api_key=key-1');
    await bench.call('/v1/generations/key-1');
    const headers = { authorization: 'Bearer sk-0123456789' };
    await bench.call('/v1/account?sk-0123456789', { headers });
    await bench.call('/v1/results/of-sk-0123456789.mp4', { headers });
    const pair = { authorization: 'Key id-1:sk-0123456789' };
    await bench.call('/v1/results/sk-0123456789', { headers: pair });
    expect((await bench.verdict()).findings).toMatchObject([
      { code: 'leaked-credential', evidence: [2, 3, 4, 5, 6] },
    ]);
    expect(JSON.stringify(await bench.journal())).not.toContain('sk-0123456789');
  });

  it('[mock.verdict.used-expired-url] finds a link used on after its end, and not one that is renewed', async () => {
    const prompt = 'a kite [[mock:queue=0s,run=0s,url-expires=10s]]';
    await bench.call('/kling/text-to-video/kling-v3', {
      body: { prompt, settings: { duration: 5 } },
    });
    const id = await bench.jobId();
    const link = async () => {
      const read = await bench.call(`/kling/tasks?task_ids=${id}`);
      return String(/http:[^"]*\/files\/[^"]*/.exec(read.text)?.[0]).slice(bench.url.length);
    };
    const old = await link();
    bench.advance(10_000);
    expect((await bench.call(old)).status).toBe(403);
    expect((await bench.call(await link())).status).toBe(200);
    expect(await bench.found()).toEqual([]);
    expect((await bench.call(old)).status).toBe(403);
    expect((await bench.verdict()).findings).toMatchObject([
      { code: 'used-expired-url', jobs: [id] },
    ]);
  });
});

describe('a verdict', () => {
  it('[mock.verdict] as text says the same to a person, by Accept', async () => {
    const prompt = 'one [[mock:lost-response,queue=0s,run=0s]]';
    for (const name of ['one', 'one']) await bench.submit(name, { prompt });
    const ask = () => fetch(`${bench.url}/_mock/verdict`, { headers: { accept: 'text/plain' } });
    const response = await ask();
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const text = await response.text();
    expect(text).toMatch(
      /^found: space default: 2 requests, 2 jobs, 2 credits\n2 findings, 2 credits wasted\npaid-twice \(error, by client\) id:one\n/,
    );
    expect(text).toContain('request 2: POST /v1/generations at 2026-01-01T00:00:00.000Z');
    await bench.control('reset', {});
    expect(await (await ask()).text()).toMatch(
      /^undecided: space default: 0 requests, 0 jobs, 0 credits\nundecided: nothing-seen \(by test\): no request came/,
    );
    expect((await bench.control('verdict?key=one')).status).toBe(400);
  });

  it('[mock.verdict.long] shows the gravest findings, as many as are asked for, and counts the others', async () => {
    for (const name of ['one', 'two', 'three'])
      await bench.submit(name, { prompt: `${name} [[mock:lost-response,queue=0s,run=0s]]` });
    await bench.call('/v1/account?api_key=key-1');
    const { body } = await bench.control('verdict?limit=2');
    expect(body).toMatchObject({
      outcome: 'found',
      findings: [{ code: 'lost-film' }, { code: 'lost-film' }],
      more: { findings: 2, undecided: 0 },
    });
    const text = await fetch(`${bench.url}/_mock/verdict?limit=2`, {
      headers: { accept: 'text/plain' },
    });
    expect(await text.text()).toMatch(/\nnot shown: 2 more findings, 0 more undecided\n/);
    expect((await bench.verdict()).findings).toHaveLength(4);
    expect((await bench.control('verdict?limit=0')).status).toBe(400);
  });
});

it('[mock.verdict.lost-film] names the guard of the AI SDK, which downloads nothing from this machine', async () => {
  const headers = { 'user-agent': 'ai/7.0.173 ai-sdk/fal/3.0.41 runtime/node.js/20' };
  await bench.submit('one', {}, headers);
  await bench.submit('two');
  bench.advance(60_000);
  for (const nth of [0, 1]) await bench.call(`/v1/generations/${await bench.jobId(nth)}`);
  const { findings } = await bench.verdict();
  expect(findings.map(({ code, hint }) => [code, hint.includes('--results data')])).toEqual([
    ['lost-film', true],
    ['lost-film', false],
  ]);
});
