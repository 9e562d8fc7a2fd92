import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { scenarioSchema } from '../../../src/faults/read-scenario.ts';
import type { Scenario } from '../../../src/faults/scenario.ts';
import { startMock } from '../../../src/testing/start-mock.ts';
import type { TestSpace } from '../../../src/testing/test-space.ts';
import { openWebhookReceiver } from '../../support/webhook-receiver.ts';
import { ownBody } from '../../support/verdict/verdict-bench.ts';

async function open(scenario: Scenario) {
  const mock = await startMock({ scenario });
  onTestFinished(() => mock.close());
  return mock;
}

/** Outcome of a submission: accepted, refused with a status, or lost. */
async function submit({ url }: TestSpace, name: string, given: object = {}) {
  const headers = { authorization: 'Bearer studio' };
  const request = { method: 'POST', headers, body: JSON.stringify(ownBody(name, given)) };
  return fetch(`${url}/v1/generations`, request).then(
    ({ status }) => status,
    () => 'lost',
  );
}

const frozen = { mode: 'frozen', set: '2026-03-01T00:00:00Z' };

describe('a scenario', () => {
  it('[mock.scenario] is how every space begins, and begins again after a reset', async () => {
    const mock = await open({
      seed: 'one',
      clock: frozen,
      accounts: { studio: { concurrency: 1 } },
      rules: [
        { name: 'first-lost', when: { attempt: 1, key: 'one' }, then: { fault: 'lost-response' } },
      ],
    });
    for (const space of [mock.space(), mock.space('default')]) {
      expect((await space.clock.get()).now).toBe('2026-03-01T00:00:00.000Z');
      for (const time of ['first', 'after a reset']) {
        expect(await submit(space, 'one'), time).toBe('lost');
        expect(await submit(space, 'two'), time).toBe(429);
        await space.clock.advance(1_000);
        await space.reset();
        expect((await space.clock.get()).now).toBe('2026-03-01T00:00:00.000Z');
      }
    }
  });

  it('[mock.scenario.timeline] adds and removes rules and changes accounts by the clock of each space', async () => {
    const mock = await open({
      clock: frozen,
      timeline: [
        { at: 60_000, rule: { name: 'down', when: {}, then: { fault: 'refuse=503' } } },
        { at: '2026-03-01T00:02:00Z', removeRule: 'down' },
        { at: 180_000, account: { key: 'studio', login: 'banned' } },
      ],
    });
    const [space, other] = [mock.space(), mock.space()];
    for (const time of [1, 2]) {
      const reported: unknown[] = [await submit(space, `${time}-0`)];
      for (const minute of [1, 2, 3]) {
        await space.clock.advance(60_000);
        reported.push(await submit(space, `${time}-${minute}`));
      }
      expect(reported).toEqual([202, 503, 202, 403]);
      await space.reset();
    }
    expect(await submit(other, 'other')).toBe(202);
  });

  it('[mock.scenario.timeline] says what befalls each callback, however far the clock is moved at once', async () => {
    const lost = {
      name: 'lost',
      when: { op: 'callback' },
      then: { fault: 'callback-lost' },
    } as const;
    const mock = await open({
      clock: frozen,
      timeline: [
        { at: 1_500, rule: lost },
        { at: 2_500, removeRule: 'lost' },
      ],
    });
    const receiver = await openWebhookReceiver();
    onTestFinished(() => receiver.close());
    const space = mock.space();
    await submit(space, 'one', { callback_url: receiver.url });
    await submit(space, 'two', {
      callback_url: receiver.url,
      prompt: 'two [[mock:queue=2s,run=2s]]',
    });
    await space.clock.advance(10_000);
    const { entries } = await space.journal({ op: 'callback' });
    expect(entries.map(({ at, reported }) => [at.slice(17, 23), reported])).toMatchObject([
      ['01.500', { says: 'running', outcome: 'taken' }],
      ['02.500', { says: 'running', outcome: 'lost' }],
      ['02.500', { says: 'completed', outcome: 'lost' }],
      ['10.000', { says: 'completed', outcome: 'taken' }],
    ]);
    expect(receiver.received).toHaveLength(2);
  });

  const wrong: readonly (readonly [unknown, string])[] = [
    [{ sed: 'x' }, 'unknown field sed; known: $schema, seed, clock'],
    [{ clock: { mode: 'fast' } }, 'clock.mode: one of real, scaled(20), frozen'],
    [{ accounts: { studio: { credit: 1 } } }, 'accounts.studio: unknown field credit'],
    [
      { rules: [{ when: {}, then: { fault: 'lots' } }] },
      'rules[0]: unknown token "lots" in then.fault; did you mean',
    ],
    [
      { rules: [{ when: { personality: 'sora' }, then: { fault: 'response=502' } }] },
      'rules[0]: when.personality',
    ],
    [{ timeline: [{ at: -1, removeRule: 'x' }] }, 'timeline[0].at: Too small'],
    [
      { timeline: [{ at: 'soon', removeRule: 'x' }] },
      'timeline[0].at: ms from the start of the space, up to 3153600000000, or an instant',
    ],
    [
      { timeline: [{ at: '1969-12-31T23:59:59Z', removeRule: 'x' }] },
      'or an instant from 1970 on, as 2026-03-01T00:00:00Z',
    ],
    [{ timeline: [{ at: 1 }] }, 'timeline[0]: exactly one of rule, removeRule and account'],
    [{ chaos: { profile: 'loud' } }, 'chaos.profile: '],
    [{ timeline: [{ at: 1, removeRule: 'x' }] }, 'timeline[0].removeRule: no rule is named x then'],
    [
      {
        timeline: [
          { at: 1, rule: { name: 'x', when: {}, then: { fault: 'run=1s' } } },
          { at: 2, removeRule: 'x' },
          { at: 3, removeRule: 'x' },
        ],
      },
      'timeline[2].removeRule: no rule is named x then',
    ],
    [
      {
        timeline: [
          { at: 2, account: { key: 'a' } },
          { at: 1, account: { key: 'a' } },
        ],
      },
      'timeline[1].at: before timeline[0]',
    ],
    [
      {
        clock: { set: '2026-03-01T00:00:00Z' },
        timeline: [
          { at: 5, account: { key: 'a' } },
          { at: '2026-03-01T00:00:00.004Z', account: { key: 'a' } },
        ],
      },
      'timeline[1].at: before timeline[0]',
    ],
    [
      { clock: frozen, timeline: [{ at: '2026-02-28T23:59:59Z', account: { key: 'a' } }] },
      'timeline[0].at: before the start of the clock, 2026-03-01T00:00:00.000Z',
    ],
    [
      {
        clock: frozen,
        rules: [{ when: { between: { to: '2026-03-01T00:00:00Z' } }, then: { fault: 'run=1s' } }],
      },
      'rules[0]: when.between is over: the rule exists from 2026-03-01T00:00:00.000Z on',
    ],
  ];
  it('[mock.scenario.refused] has at most 100 rules with those of its timeline, of which one of a name replaces another', async () => {
    const rule = { when: {}, then: { fault: 'refuse=503' } };
    const steps = (count: number, given: object) =>
      Array.from({ length: count }, (_, at) => ({ at, rule: { ...rule, ...given } }));
    const start = (timeline: readonly object[]) =>
      startMock({ scenario: z.custom<Scenario>().parse({ rules: [rule], timeline }) });
    await expect(start(steps(100, {}))).rejects.toThrow(
      'rules: 101 with those of timeline, and the maximum is 100',
    );
    for (const timeline of [steps(99, {}), steps(300, { name: 'down' })]) {
      const mock = await start(timeline);
      await mock.close();
    }
  });

  it.each(wrong)('[mock.scenario.refused] %j is refused by its path', async (given, words) => {
    const scenario = z.custom<Scenario>().parse(given);
    await expect(startMock({ scenario })).rejects.toThrow(words);
  });

  it('[mock.scenario.schema] its published schema is the one it is read by', () => {
    const file = new URL('../../../scenario.schema.json', import.meta.url);
    const published: unknown = JSON.parse(readFileSync(file, 'utf8'));
    expect(published).toEqual(z.toJSONSchema(scenarioSchema, { io: 'input' }));
  });
});
