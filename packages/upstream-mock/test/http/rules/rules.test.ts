import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mostRules } from '../../../src/faults/submission-rules.ts';
import { callWire, type WireResponse } from '../../support/personalities/personality-server.ts';
import { ruleOf } from '../../support/rule-of.ts';
import { openVerdictBench, type VerdictBench } from '../../support/verdict/verdict-bench.ts';

let bench: VerdictBench;
beforeEach(async () => {
  bench = await openVerdictBench({ personalities: ['kling'] });
});
afterEach(() => bench.close());

/** Makes a rule that adds these tokens. */
const make = (rule: object, fault: string, space = '') =>
  bench.control(`${space}rules`, ruleOf(rule, { fault }));
const remove = (query = ''): Promise<WireResponse> =>
  callWire(`${bench.url}/_mock/rules${query}`, { method: 'DELETE', key: null });
/** Statuses of the responses to these submissions. */
const statuses = async (names: readonly string[], given: object = {}) => {
  const seen = [];
  for (const name of names) seen.push((await bench.submit(name, given)).status);
  return seen;
};
const standings = async (space = '') => (await bench.control(`${space}rules`)).body;

describe('a rule', () => {
  it('[mock.rules] adds its tokens to the submissions it fits, and is listed with what it decided', async () => {
    const made = await make(
      {
        name: 'first-lost',
        when: { attempt: 1 },
      },
      'lost-response',
    );
    expect(made.status).toBe(200);
    expect(await statuses(['a', 'a', 'b'])).toEqual(['lost', 202, 'lost']);
    expect(await bench.ledger()).toMatchObject({ accepted: 3 });
    expect(await standings()).toEqual({
      rules: [
        ruleOf(
          {
            name: 'first-lost',
            when: { op: 'submit', attempt: 1 },
            times: null,
            fits: 2,
            decided: 2,
            nearest: null,
          },
          { fault: 'lost-response' },
        ),
      ],
    });
  });

  it.each([
    [{ contains: 'kite' }, { prompt: 'a kite' }],
    [{ model: 'vm_pro' }, { model: 'vm_pro[[mock:run=1s]]' }],
    [{ key: 'name' }, {}],
    [{ key: 'id:name' }, {}],
  ])('[mock.rules.when] fits by %j alone', async (when, given) => {
    await make({ when }, 'refuse=429');
    expect(await statuses(['name'], given)).toEqual([429]);
    expect(await statuses(['other'])).toEqual([202]);
  });

  it('[mock.rules.when] fits by account and by personality, and repeats no account', async () => {
    await make({ when: { account: 'key-2' } }, 'refuse=429');
    await make({ when: { personality: 'kling' } }, 'refuse=503');
    const other = await bench.submit('a', {}, { authorization: 'Bearer key-2' });
    expect([other.status, ...(await statuses(['b']))]).toEqual([429, 202]);
    const explained = await bench.control('explain?request=2');
    expect(explained.body).toMatchObject({ decided: null });
    expect(explained.text).not.toMatch(/key-\d/);
  });

  it('[mock.rules.when] counts its fitting submissions for nth, and its decisions for times', async () => {
    await make({ when: { nth: 2, contains: 'kite' } }, 'refuse=429');
    await make({ when: { contains: 'kite' }, times: 1 }, 'refuse=503');
    expect(await statuses(['x'])).toEqual([202]);
    expect(await statuses(['a', 'b', 'c', 'd'], { prompt: 'kite' })).toEqual([503, 429, 202, 202]);
  });

  it('[mock.rules.tokens] counts after the submission’s own tokens, and contradicts them', async () => {
    await make({ when: { contains: 'kite' } }, 'run=5s,refuse=503');
    expect(await statuses(['a'], { prompt: 'kite [[mock:refuse=429]]' })).toEqual([503]);
    await make({ name: 'slow', when: { contains: 'boat' } }, 'queue=5s,run=1s');
    await bench.submit('b', { prompt: 'boat [[mock:queue=1s,run=1s]]' });
    bench.advance(4_000);
    const state = await bench.ledger('?contains=boat');
    expect(state.jobs).toMatchObject([{ state: 'queued' }]);
  });

  it('[mock.rules.first] that was made first decides alone', async () => {
    await make({ name: 'one', when: {}, times: 1 }, 'refuse=429');
    await make({ name: 'two', when: {} }, 'refuse=503');
    expect(await statuses(['a', 'b'])).toEqual([429, 503]);
    expect(await standings()).toMatchObject({
      rules: [
        { name: 'one', fits: 2, decided: 1 },
        { name: 'two', fits: 2, decided: 1 },
      ],
    });
  });

  it('[mock.rules.explained] is named in the journal, and why it or none decided can be asked', async () => {
    await bench.submit('none');
    await make({ name: 'lost', when: { nth: 2 } }, 'lost-response');
    await statuses(['a', 'b']);
    await bench.call('/v1/account');
    const { entries } = await bench.journal();
    const why = 'matching submission 2 of this rule, attempt 1 of its key';
    expect(entries.map(({ rule }) => rule)).toEqual([null, null, { name: 'lost', why }, null]);
    const explained = [];
    for (const { id } of entries)
      explained.push((await bench.control(`explain?request=${id}`)).body);
    expect(explained).toEqual([
      {
        request: 1,
        decided: null,
        why: 'there was no rule, or the submission was refused before tokens count',
        passed: [],
      },
      {
        request: 2,
        decided: null,
        why: 'no rule matched and was due',
        passed: [{ name: 'lost', why: 'when.nth is 2, and this was matching submission 1' }],
      },
      { request: 3, decided: 'lost', why, passed: [] },
      {
        request: 4,
        decided: null,
        why: 'the request was not a readable submission',
        passed: [],
      },
    ]);
    expect(await bench.control('explain?request=9')).toMatchObject({ status: 404 });
  });
});

describe('rules that are refused', () => {
  const fault = 'lost-response';
  it.each([
    [
      { when: { op: 'status' } },
      { fault },
      'does not apply to status; it takes effect at acceptance: use a rule about submit',
    ],
    [{ when: { op: 'list' } }, { fault: '404' }, 'does not apply to list; did you mean'],
    [
      { when: { op: 'result' } },
      { fault: 'run=1s' },
      'does not apply to result; it takes effect at acceptance',
    ],
    [{ when: { op: 'result' } }, { fault: 'truncate=60' }, 'truncate=60%'],
    [{ when: { op: 'poll' } }, { fault: '500' }, 'when.op'],
    [{ when: { op: 'list', key: 'a' } }, { fault: '500' }, 'when.key does not apply to list'],
    [{ when: { between: {} } }, { fault: 'lost' }, 'then.fault'],
    [{ when: { between: { from: 'now' } } }, { fault }, 'when.between.from'],
    [
      { when: { between: { from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' } } },
      { fault },
      'from must be before to',
    ],
    [{ when: { opp: 'submit' } }, { fault }, 'unknown field opp'],
    [
      { when: {} },
      { fault: 'lost-respnse' },
      'unknown token \\"lost-respnse\\" in then.fault; did you mean lost-response',
    ],
    [{ when: {} }, { fault: 'run=1s]] [[mock:run=2s' }, 'tokens must be written without brackets'],
    [{ when: {} }, { fault, status: 500 }, 'then.status contradicts then.fault'],
    [{ when: {} }, { fault, stat: 500 }, 'unknown field stat'],
    [{ when: {} }, {}, 'one of fault, status, headers, body, delay and cut'],
    [{ when: {} }, { accepted: true }, 'one of fault, status, headers, body, delay and cut'],
    [{ when: {} }, { status: 204, body: 'x' }, 'this status has no body'],
    [{ when: {} }, { delay: 'soon' }, 'ms, or a time with its unit, as 1s'],
    [{ when: {} }, { headers: { 'content-length': '1' } }, 'are set by the mock'],
    [{ when: {} }, { headers: { 'x-a': 'a\r\nb' } }, 'the value of a header'],
    [
      { when: {} },
      { fault: 'refuse=503,lost-response' },
      'refuse=503 contradicts lost-response in then.fault',
    ],
    [{ when: {} }, { fault: 'accepted=no' }, 'accepted needs response in then.fault'],
    [{ when: {} }, { fault, accepted: false }, 'then.accepted contradicts then.fault'],
    [{ when: {} }, { fault, cut: 3 }, 'has no response to change'],
    [
      { when: { op: 'status' } },
      { status: 500, accepted: true },
      'then.accepted does not apply to status',
    ],
    [{ when: { op: 'callback' } }, { status: 500 }, 'then of a rule about callback has only fault'],
    [
      { when: { op: 'callback', method: 'GET' } },
      { fault: 'callback-lost' },
      'when.method does not apply',
    ],
    [{ when: { matches: '(' } }, { fault }, 'when.matches'],
    [{ when: { matches: '(a+)+' } }, { fault }, 'a pattern repeats no group'],
    [{ when: { header: { 'a b': 'x' } } }, { fault }, 'when.header'],
    [{ when: { nth: 3 }, times: 2 }, { fault }, 'when.nth is 3 and times 2'],
    [{ when: { nth: 0 } }, { fault }, 'when.nth'],
    [
      { when: { personality: 'klling' } },
      { fault },
      'when.personality is no API of this mock; did you mean kling, mock?',
    ],
    [{ when: {} }, undefined, 'then'],
    [{ when: {}, name: 'a b' }, { fault }, 'name'],
  ])('[mock.rules.refused] %j with %j', async (rule, outcome, said) => {
    const refused = await bench.control('rules', ruleOf(rule, outcome));
    expect(refused).toMatchObject({ status: 400, body: { error: { kind: 'invalid' } } });
    expect(refused.text).toContain(said);
    expect(await standings()).toEqual({ rules: [] });
  });

  it('[mock.rules.refused] one of a name that is taken, and one more than the bound', async () => {
    expect((await make({ name: 'rule-1', when: {} }, fault)).status).toBe(200);
    expect((await make({ name: 'rule-1', when: {} }, fault)).status).toBe(400);
    for (let made = 1; made < mostRules; made += 1)
      expect((await make({ when: {} }, fault)).status).toBe(200);
    expect(await make({ when: {} }, fault)).toMatchObject({ status: 400 });
  });
});

describe('rules of a space', () => {
  const rule = { name: 'all', when: {}, times: 1 };
  const fault = 'refuse=503';

  it('[mock.rules.space] belong to it alone', async () => {
    await make(rule, fault, 's/one/');
    expect(await statuses(['a'])).toEqual([202]);
    expect(await standings('s/one/')).toMatchObject({ rules: [{ name: 'all' }] });
    await bench.control('s/two/clock', {});
    expect(await standings('s/two/')).toEqual({ rules: [] });
  });

  it('[mock.rules.space] are removed by name, all at once, and by a reset that does not keep them', async () => {
    await make(rule, fault);
    await make({ ...rule, name: 'more' }, fault);
    expect(await remove('?name=none')).toMatchObject({ status: 404 });
    expect((await remove('?name=all')).body).toEqual({ removed: 1 });
    expect((await remove()).body).toEqual({ removed: 1 });
    await make(rule, fault);
    await bench.submit('a');
    await bench.control('reset', { keep: ['rules'] });
    expect(await standings()).toMatchObject({ rules: [{ name: 'all', fits: 0, decided: 0 }] });
    await bench.control('reset', {});
    expect(await standings()).toEqual({ rules: [] });
  });
});

describe('a token for one attempt', () => {
  it('[mock.attempt-tokens] counts for that attempt of its logical key alone', async () => {
    const given = { prompt: 'a kite [[mock:lost-response@1,refuse=429@2]]' };
    expect(await statuses(['a', 'a', 'a', 'b'], given)).toEqual(['lost', 429, 202, 'lost']);
    expect(await statuses(['c'], { prompt: '[[mock:lost-response@0]]' })).toEqual([400]);
  });
});
