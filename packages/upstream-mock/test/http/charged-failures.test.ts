import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openVerdictBench, type VerdictBench } from '../support/verdict/verdict-bench.ts';

let bench: VerdictBench;
beforeEach(async () => {
  bench = await openVerdictBench({ personalities: ['kling', 'runway'] });
});
afterEach(() => bench.close());

/** A video of 10 credits that is queued for 1 s and runs for 10 s. */
const video = (tokens: string) => ({
  prompt: `a kite [[mock:queue=1s,run=10s,${tokens}]]`,
  duration: 10,
});
const read = async () => (await bench.call(`/v1/generations/${await bench.jobId()}`)).body;

describe('a job that fails and costs', () => {
  it('[mock.charged-failures] charged-failure keeps the charge, and says so', async () => {
    await bench.submit('one', video('charged-failure'));
    bench.advance(11_000);
    expect(await read()).toMatchObject({
      status: 'failed',
      error: { kind: 'internal', charged: true },
    });
    expect(await bench.ledger()).toMatchObject({ failed: 1, charged_credits: 10 });
    expect((await bench.ledger()).jobs).toMatchObject([
      { charged_credits: 10, money: [{ why: 'accepted', credits: -10 }] },
    ]);
  });

  it('[mock.charged-failures] credits-end fails in the middle of the run, and keeps what it ran for', async () => {
    await bench.control('accounts', { key: 'key-1', credits: 10 });
    await bench.submit('one', video('credits-end=25%'));
    bench.advance(1_000 + 2_499);
    expect(await read()).toMatchObject({ status: 'running', progress: 24 });
    bench.advance(1);
    expect(await read()).toMatchObject({
      status: 'failed',
      error: { kind: 'credits', charged: true },
    });
    expect((await bench.ledger()).jobs).toMatchObject([
      {
        charged_credits: 3,
        money: [
          { why: 'accepted', credits: -10 },
          { why: 'failed', credits: 7 },
        ],
      },
    ]);
    expect((await bench.call('/v1/account')).body).toMatchObject({ credits: 7, in_flight: 0 });
  });

  it('[mock.fail] fail gives the charge back, also after the others', async () => {
    await bench.submit('one', video('charged-failure,fail=policy'));
    bench.advance(11_000);
    expect(await read()).toMatchObject({ error: { kind: 'policy', charged: false } });
    expect(await bench.ledger()).toMatchObject({ failed: 1, charged_credits: 0 });
  });

  it('[mock.charged-failures] is told as its price by runway', async () => {
    const wish = { model: 'gen4.5', ratio: '640:360', duration: 2 };
    const headers = { 'x-runway-version': '2024-11-06' };
    await bench.call('/runway/v1/text_to_video', {
      body: { ...wish, promptText: 'a kite [[mock:queue=0s,run=0s,charged-failure]]' },
      headers,
    });
    const { body } = await bench.call(`/runway/v1/tasks/${await bench.jobId()}`, { headers });
    const [job] = (await bench.ledger()).jobs;
    expect(body).toMatchObject({ status: 'FAILED', cost: { credits: job?.charged_credits } });
    expect(job?.charged_credits).toBeGreaterThan(0);
  });
});

describe('a submission of which two jobs come', () => {
  const takeVideo = async (nth: number) => {
    const id = await bench.jobId(nth);
    expect((await bench.call(`/v1/generations/${id}`)).status).toBe(200);
    expect((await bench.call(`/v1/results/${id}`)).status).toBe(200);
  };

  it('[mock.dup-accept] has both in the ledger, names one in the response, and is a fault of the provider', async () => {
    const reported = await bench.submit('one', video('dup-accept'));
    bench.advance(60_000);
    expect(reported.body).toMatchObject({ id: await bench.jobId(0) });
    await takeVideo(0);
    const { accepted, charged_credits: charged, jobs } = await bench.ledger();
    expect([accepted, charged]).toEqual([2, 20]);
    const facts = jobs.map((job) => [job.logical_key, job.attempt, job.answered]);
    expect(facts).toEqual([
      ['id:one', 1, true],
      ['id:one', 1, false],
    ]);
    expect((await bench.verdict()).findings).toMatchObject([
      { code: 'paid-twice', by: 'provider', credits_wasted: 10 },
    ]);
    const [entry] = (await bench.journal()).entries;
    expect(entry).toMatchObject({ job: jobs[0]?.id, attempt: 1, truth: 'accepted' });
  });

  it('[mock.dup-accept] is no lost video of a client that finds both and takes the second', async () => {
    await bench.submit('one', video('dup-accept,lost-response,findable'));
    bench.advance(60_000);
    const search = await bench.call('/v1/generations?correlation_id=one');
    const [first, second] = (await bench.ledger()).jobs.map(({ id }) => id);
    expect(search.body).toMatchObject({ data: [{ id: first }, { id: second }] });
    expect(await bench.found()).toEqual(['paid-twice', 'lost-film']);
    await takeVideo(1);
    expect(await bench.found()).toEqual(['paid-twice']);
  });

  it('[mock.dup-accept] is one attempt: the next is the second, and pays twice', async () => {
    await bench.submit('one', video('dup-accept,response=500@1'));
    await bench.submit('one', video('dup-accept,response=500@1'));
    expect((await bench.ledger()).jobs.map(({ attempt }) => attempt)).toEqual([1, 1, 2, 2]);
    expect(await bench.found()).toContain('paid-twice');
  });
});
