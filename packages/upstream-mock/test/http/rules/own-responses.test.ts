import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ruleOf } from '../../support/rule-of.ts';
import { openVerdictBench, type VerdictBench } from '../../support/verdict/verdict-bench.ts';

let bench: VerdictBench;
beforeEach(async () => {
  bench = await openVerdictBench({ personalities: ['openai-videos', 'runway'] });
});
afterEach(() => bench.close());

const make = async (when: object, then: object) => {
  const made = await bench.control('rules', ruleOf({ when }, then));
  expect(made, made.text).toMatchObject({ status: 200, body: { nearest: null } });
};

/** A submission with all that its caller sees. */
async function submit(name: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${bench.url}/openai-videos/v1/videos`, {
    method: 'POST',
    headers: { authorization: 'Bearer key-1', 'content-type': 'application/json', ...headers },
    body: JSON.stringify({
      model: 'sora-2',
      prompt: `${name} [[mock:queue=1s,run=1s]]`,
      seconds: '4',
    }),
  });
  const text = await response.text().catch(() => 'cut');
  return { status: response.status, headers: response.headers, text };
}

describe('a response of a rule', () => {
  it.each([
    [{ status: 503 }, false],
    [{ status: 503, accepted: true }, true],
    [{ status: 202, body: { id: 'x' } }, false],
    [{ status: 429, headers: { 'retry-after': '7' }, body: 'slow down', accepted: true }, true],
    [{ status: 504, body: '<h1>down</h1>', headers: { 'content-type': 'text/html' } }, false],
    [{ status: 409, body: null, accepted: true }, true],
  ])('[mock.rules.own] %j of a submission', async (then, isAccepted) => {
    await make({}, then);
    const seen = await submit('one');
    expect(seen.status).toBe(then.status);
    const { body, headers = {} } = z
      .object({
        body: z.unknown().optional(),
        headers: z.record(z.string(), z.string()).optional(),
      })
      .parse(then);
    const text =
      typeof body === 'string'
        ? body
        : JSON.stringify(body === undefined ? { message: `status ${then.status}` } : body);
    expect(seen.text).toBe(text);
    for (const [name, value] of Object.entries(headers)) expect(seen.headers.get(name)).toBe(value);
    expect((await bench.ledger()).accepted).toBe(isAccepted ? 1 : 0);
  });

  it('[mock.rules.own] without a status is that of the provider, and accepted', async () => {
    await make({ nth: 1 }, { body: { queued: true } });
    await make({ nth: 2 }, { headers: { 'x-trace': 'seven' } });
    await make({ nth: 3 }, { cut: 10 });
    await make({ nth: 4 }, { cut: 10, accepted: false });
    const seen = [];
    for (const name of ['one', 'two', 'three', 'four']) seen.push(await submit(name));
    expect(seen.map(({ status, text }) => [status, text])).toEqual([
      [200, '{"queued":true}'],
      [200, expect.stringContaining('"status":"queued"')],
      [200, 'cut'],
      [200, 'cut'],
    ]);
    expect(seen[1]?.headers.get('x-trace')).toBe('seven');
    const { accepted, jobs } = await bench.ledger();
    expect([accepted, jobs.map(({ answered }) => answered)]).toEqual([3, [false, true, false]]);
  });

  it('[mock.rules.own] changes the response of a fault, whose outcome stays', async () => {
    await make({ nth: 1 }, { fault: 'refuse=429', headers: { 'Retry-After': '7' } });
    await make({ nth: 2 }, { fault: 'response=500', body: { error: '240x240' } });
    await make({ nth: 3 }, { fault: 'response=500', accepted: false });
    const seen = [];
    for (const name of ['one', 'two', 'three']) seen.push(await submit(name));
    expect(seen.map(({ status }) => status)).toEqual([429, 500, 500]);
    expect(seen[0]?.headers.get('retry-after')).toBe('7');
    expect(seen[1]?.text).toBe('{"error":"240x240"}');
    expect((await bench.ledger()).accepted).toBe(1);
  });

  it('[mock.rules.own] is no response to a submission that a limit of the account refuses', async () => {
    await make({}, { status: 503, body: 'down', accepted: true });
    await bench.control('accounts', { key: 'key-1', credits: 0 });
    const seen = await submit('one');
    expect([seen.status, seen.text.includes('down')]).toEqual([429, false]);
  });

  it('[mock.rules.own] comes after its delay by the clock of the space, which a move waits for', async () => {
    await bench.control('clock', { mode: 'frozen' });
    await make({}, { delay: '30s' });
    const waiting = submit('one');
    const clock = async () => (await bench.control('clock')).body;
    await expect.poll(clock).toMatchObject({ waiting: 1 });
    await bench.control('clock', { advance: 29_000 });
    expect(await clock()).toMatchObject({ waiting: 1 });
    await bench.control('clock', { advance: 1_000 });
    expect((await waiting).status).toBe(200);
    expect(await bench.journal()).toMatchObject({ entries: [{ ended: 'sent' }] });
  });

  it('[mock.rules.own] of reads, cancels and downloads leaves the job as it is', async () => {
    await bench.submit('one');
    const id = await bench.jobId();
    await make({ op: 'status', nth: 1 }, { status: 418, body: 'tea' });
    await make({ op: 'status', nth: 2 }, { cut: 5 });
    await make({ op: 'result', nth: 1 }, { status: 200, body: 'no film' });
    await make({ op: 'result', nth: 2 }, { cut: 100 });
    const read = () => bench.call(`/v1/generations/${id}`);
    const tea = await read();
    expect([tea.status, tea.text]).toEqual([418, 'tea']);
    expect((await read()).status).toBe('lost');
    expect((await read()).status).toBe(200);
    bench.advance(60_000);
    const result = () => bench.call(`/v1/results/${id}`);
    expect((await result()).text).toBe('no film');
    expect((await result()).status).toBe('lost');
    expect((await bench.ledger()).jobs).toMatchObject([{ downloads: 0 }]);
    expect((await result()).status).toBe(200);
    expect((await bench.ledger()).jobs).toMatchObject([{ downloads: 1 }]);
  });

  it.each([
    [{ status: 500 }, 'running'],
    [{ status: 500, accepted: true }, 'failed'],
    [{ headers: { 'x-a': 'b' } }, 'failed'],
    [{ body: 'x', accepted: false }, 'running'],
  ])('[mock.rules.own] %j of a cancel leaves the job %s', async (then, state) => {
    const headers = { authorization: 'Bearer key-1', 'x-runway-version': '2024-11-06' };
    const task = {
      model: 'm',
      promptText: 'x [[mock:queue=0s,run=1h]]',
      ratio: '640:360',
      duration: 2,
    };
    await bench.call('/runway/v1/text_to_video', { body: task, headers });
    await make({ op: 'cancel' }, then);
    const url = `${bench.url}/runway/v1/tasks/${await bench.jobId()}`;
    await fetch(url, { method: 'DELETE', headers });
    expect((await bench.ledger()).jobs).toMatchObject([{ state }]);
  });
});

describe('a condition on the request', () => {
  it('[mock.rules.when] fits by method, by a header, and by a pattern in the prompt', async () => {
    await make({ method: 'GET' }, { status: 500 });
    await make({ header: { 'X-Deadline': '30' } }, { status: 501 });
    await make({ header: { 'x-trace': { matches: '^a+$' } } }, { status: 502 });
    await make({ matches: '^a k[ij]te\\b' }, { status: 503 });
    const statuses = [
      await submit('a kite'),
      await submit('A kite'),
      await submit('a kite', { 'x-deadline': '30' }),
      await submit('a kite', { 'x-deadline': '31', 'x-trace': 'aa' }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([503, 200, 501, 502]);
  });

  it('[mock.rules.unused] names the nearest request and what kept it out, until the rule decides', async () => {
    const wanted = [
      [
        { contains: 'KITE' },
        'when.contains is not in the prompt, which has it in other letter case',
      ],
      [
        { contains: '^a kite$' },
        'when.contains is not in the prompt; it looks like a pattern: use when.matches',
      ],
      [{ contains: 'kyte' }, 'when.contains is not in the prompt'],
      [{ matches: '^kite' }, 'when.matches is not found in the prompt'],
      [{ model: 'sora' }, 'when.model differs'],
      [{ personality: 'runway' }, 'when.personality differs'],
      [{ header: { 'x-a': 'b' } }, 'when.header x-a differs or is missing'],
      [{ op: 'cancel' }, 'when.op is cancel, and this was submit'],
      [{ attempt: 2 }, 'when.attempt is 2, and this was attempt 1 of its key'],
      [{ nth: 2 }, 'when.nth is 2, and this was matching submission 1'],
    ] as const;
    for (const [when] of wanted)
      await make(when, { fault: 'response=500', ...(when === wanted[7][0] && { fault: '500' }) });
    await submit('a kite');
    const { rules } = z
      .object({ rules: z.array(z.object({ nearest: z.unknown() })) })
      .parse((await bench.control('rules')).body);
    expect(rules.map(({ nearest }) => nearest)).toEqual(
      wanted.map(([, why]) => ({ request: 1, why })),
    );
    await submit('KITE');
    const [one, two] = z
      .object({ rules: z.array(z.unknown()) })
      .parse((await bench.control('rules')).body).rules;
    expect([one, two]).toMatchObject([
      { decided: 1, nearest: null },
      { decided: 0, nearest: { request: 1 } },
    ]);
  });

  it('[mock.rules.explained] names the token that lost, with its place', async () => {
    await bench.control('rules', ruleOf({ name: 'all', when: {} }, { fault: 'refuse=503' }));
    await bench.submit('one', { prompt: 'a kite [[mock:lost-response,run=1s]]' });
    expect((await bench.control('explain?request=1')).body).toMatchObject({
      decided: 'all',
      tokens: [
        {
          token: 'lost-response',
          from: 'prompt',
          why: 'refuse=503 of rule all is later, and contradicts it',
        },
      ],
    });
  });
});
