import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  openPersonalityServer,
  type PersonalityServer,
} from '../../support/personalities/personality-server.ts';
import { wireHabits } from '../../support/personalities/wire-habits.ts';
import { ruleOf } from '../../support/rule-of.ts';
import { openVerdictBench, type VerdictBench } from '../../support/verdict/verdict-bench.ts';

describe("a rule about reads on the mock's own wire", () => {
  let bench: VerdictBench;
  beforeEach(async () => {
    bench = await openVerdictBench({ personalities: ['fal', 'runway'] });
  });
  afterEach(() => bench.close());

  const make = async (rule: object, fault: string) => {
    const made = await bench.control('rules', ruleOf(rule, { fault }));
    expect(made.status).toBe(200);
  };
  const status = async (nth = 0) =>
    (await bench.call(`/v1/generations/${await bench.jobId(nth)}`)).status;
  const result = async () => bench.call(`/v1/results/${await bench.jobId()}`);

  it.each([
    ['lost', 'lost'],
    ['500', 500],
    ['502', 502],
    ['408', 408],
    ['413', 413],
    ['504', 504],
    ['html', 200],
    ['garbled', 200],
    ['error-in-200', 200],
    ['401', 401],
    ['403', 403],
    ['404', 404],
    ['429', 429],
    ['503', 503],
  ])('[mock.rules.reads] %s befalls the read it fits and no other', async (fault, seen) => {
    await make({ when: { op: 'status', nth: 2 } }, fault);
    await bench.submit('one');
    expect(await status()).toBe(200);
    const { status: disturbed, text } = await bench.call(`/v1/generations/${await bench.jobId()}`);
    expect([disturbed, text.includes('"status":"')]).toEqual([seen, false]);
    expect(await status()).toBe(200);
  });

  it('[mock.rules.reads] hang keeps a reader waiting until its time is over', async () => {
    await make({ when: { op: 'status' }, times: 1 }, 'hang:30s');
    await bench.control('clock', { mode: 'frozen' });
    await bench.submit('one');
    const reading = status();
    const clock = async () => (await bench.control('clock')).body;
    await expect.poll(clock).toMatchObject({ waiting: 1 });
    await bench.control('clock', { advance: 30_000 });
    expect(await reading).toBe('lost');
  });

  it('[mock.rules.when] fits a read by what its job is', async () => {
    await bench.submit('one', { prompt: 'a kite', model: 'vm_pro' });
    await bench.submit('two');
    for (const [when, expected] of [
      [{ key: 'one' }, [500, 200]],
      [{ key: 'id:two' }, [200, 500]],
      [{ contains: 'kite' }, [500, 200]],
      [{ model: 'vm_pro' }, [500, 200]],
      [{ account: 'key-1' }, [500, 500]],
      [{ account: 'key-2' }, [200, 200]],
      [{ personality: 'runway' }, [200, 200]],
      [{ attempt: 2 }, [200, 200]],
    ] as const) {
      await make({ name: 'one', when: { op: 'status', ...when } }, '500');
      expect([await status(0), await status(1)]).toEqual(expected);
      const headers = { authorization: 'Bearer key-1' };
      await fetch(`${bench.url}/_mock/rules`, { method: 'DELETE', headers });
    }
  });

  it('[mock.rules.when] fits from an instant on and before another', async () => {
    const between = { from: '2026-01-01T00:00:10Z', to: '2026-01-01T00:00:20.000Z' };
    await make({ name: 'outage', when: { op: 'status', between } }, '503');
    await make(
      { name: 'lost', when: { between: { to: between.from } }, times: 1 },
      'lost-response',
    );
    expect((await bench.submit('one')).status).toBe('lost');
    const seen = [await status()];
    for (const ms of [9_999, 1, 9_999, 1]) {
      bench.advance(ms);
      seen.push(await status());
    }
    expect(seen).toEqual([200, 200, 503, 503, 200]);
    expect((await bench.control('rules')).body).toMatchObject({
      rules: [{ when: { between: { from: '2026-01-01T00:00:10.000Z', to: between.to } } }, {}],
    });
    const { body } = await bench.control('explain?request=2');
    expect(body).toMatchObject({
      passed: [{ name: 'outage', why: expect.stringContaining('between') }],
    });
  });

  it.each([
    ['lost', 'lost'],
    ['500', 500],
    ['403', 403],
    ['404', 404],
    ['410', 410],
    ['url-403=1', 403],
    ['result-gone', 410],
    ['result-cut=1', 'lost'],
    ['html-body', 200],
  ])('[mock.rules.reads] %s befalls one read of a result', async (fault, seen) => {
    await make({ when: { op: 'result' }, times: 1 }, fault);
    await bench.submit('one');
    bench.advance(60_000);
    await status();
    expect((await result()).status).toBe(seen);
    expect((await bench.ledger()).jobs).toMatchObject([{ downloads: 0 }]);
    expect((await result()).status).toBe(200);
    expect((await bench.ledger()).jobs).toMatchObject([{ downloads: 1 }]);
    expect(await bench.found()).toEqual([]);
  });

  it('[mock.rules.reads] a result is damaged for one read, and whole for the next', async () => {
    await make({ when: { op: 'result' }, times: 1 }, 'truncate=50%,wrong-duration');
    await bench.submit('one');
    bench.advance(60_000);
    const [damaged, whole] = [await result(), await result()];
    expect([damaged.status, whole.status]).toEqual([200, 200]);
    expect(damaged.text).not.toBe(whole.text);
    expect((await result()).text).toBe(whole.text);
  });

  it('[mock.rules.reads] spends nothing of the job’s own tokens', async () => {
    await make({ when: { op: 'status' }, times: 2 }, '504');
    await bench.submit('one', { prompt: 'a kite [[mock:reads=500:1]]' });
    const seen = [];
    for (let read = 0; read < 4; read += 1) seen.push(await status());
    expect(seen).toEqual([504, 504, 500, 200]);
  });

  it('[mock.rules.reads] a search goes wrong, also one that finds nothing', async () => {
    await make({ when: { op: 'search', key: 'one' }, times: 2 }, '500');
    const search = async (name: string) =>
      (await bench.call(`/v1/generations?correlation_id=${name}`)).status;
    expect([await search('two'), await search('one')]).toEqual([200, 500]);
    await bench.submit('one', { prompt: 'a kite [[mock:findable]]' });
    expect([await search('one'), await search('one')]).toEqual([500, 200]);
  });

  it('[mock.rules.explained] is named in the journal, and asked for by the request', async () => {
    await make({ name: 'second', when: { op: 'status', nth: 2 } }, '500');
    await bench.submit('one');
    await status();
    await status();
    await result();
    const { entries } = await bench.journal();
    const why = 'matching status 2 of this rule, attempt 1 of its key';
    expect(entries.map(({ rule }) => rule)).toEqual([null, null, { name: 'second', why }, null]);
    expect((await bench.control('explain?request=2')).body).toMatchObject({
      decided: null,
      passed: [{ name: 'second', why: 'when.nth is 2, and this was matching status 1' }],
    });
    expect((await bench.control('explain?request=3')).body).toMatchObject({ decided: 'second' });
    expect((await bench.control('explain?request=4')).body).toMatchObject({
      why: 'there was no rule about result',
    });
  });
});

describe("a rule about reads on providers' wires", () => {
  let server: PersonalityServer;
  beforeAll(async () => {
    server = await openPersonalityServer();
  });
  afterAll(() => server.close());

  const make = (when: object, fault: string) =>
    fetch(`${server.url}/_mock/rules`, {
      method: 'POST',
      body: JSON.stringify(ruleOf({ when, times: 1 }, { fault })),
    });

  it.each(wireHabits.map((habits) => ({ title: habits.name, ...habits })))(
    '[mock.rules.reads] $title: reads go wrong in its own words',
    async (habits) => {
      const { name, errors } = habits;
      const personality = name;
      const { body } = await server.call(name, habits.submission('a film [[mock:queue=1h]]'));
      const id = habits.acceptedId(body) ?? '';
      const read = () => server.call(name, habits.status(id));
      for (const [fault, kind] of [
        ['401', 'login'],
        ['429', 'rate_limited'],
        ['503', 'unavailable'],
      ] as const) {
        await make({ op: 'status', personality }, fault);
        const response = await read();
        expect(habits.code(response.body)).toBe(errors.refusals[kind]);
        expect(habits.reported(response.body)).toBeUndefined();
      }
      await make({ op: 'status', personality }, '404');
      expect((await read()).status).toBe((await server.call(name, habits.status('1'))).status);
      expect(habits.reported((await read()).body)?.state).toBe(habits.words.queued);
      if (habits.list === null) return;
      const list = habits.list('own-id');
      await make({ op: name === 'kling' ? 'search' : 'list', personality }, '500');
      expect((await server.call(name, list)).status).toBe(500);
      expect((await server.call(name, list)).status).toBe(200);
    },
  );

  it('[mock.rules.reads] a cancel that goes wrong has canceled nothing', async () => {
    const { body } = await server.call('runway', {
      path: '/v1/text_to_video',
      body: { model: 'm', promptText: 'a boat [[mock:queue=1h]]', ratio: '640:360', duration: 2 },
    });
    const { id } = z.object({ id: z.string() }).parse(body);
    const task = { path: `/v1/tasks/${id}` };
    await make({ op: 'cancel', personality: 'runway' }, '504');
    const cancel = () => server.call('runway', { ...task, method: 'DELETE' });
    expect((await cancel()).status).toBe(504);
    expect(await server.ledger('a boat')).toMatchObject({ running: 1 });
    expect((await cancel()).status).toBe(204);
    expect(await server.ledger('a boat')).toMatchObject({ failed: 1 });
  });
});
