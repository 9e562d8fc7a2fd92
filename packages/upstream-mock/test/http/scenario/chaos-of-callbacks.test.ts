import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import {
  chaosFault,
  chaosProfiles,
  drawCallbackFault,
  drawFaults,
} from '../../../src/faults/chaos.ts';
import { parseFaults } from '../../../src/faults/parse-faults.ts';
import { type StartMockOptions, startMock, type TestSpace } from '@filmgate/upstream-mock';
import { ownBody } from '../../support/verdict/verdict-bench.ts';
import {
  openWebhookReceiver,
  type Received,
  type WebhookReceiver,
} from '../../support/webhook-receiver.ts';

const headers = { authorization: 'Bearer studio' };
const names = Array.from({ length: 32 }, (_, index) => `job-${index}`);
const planSchema = z.object({
  filmgate_mock_plan: z.literal(1),
  faults: z.array(z.object({ key: z.string(), attempt: z.number(), fault: z.string() })),
});

let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await openWebhookReceiver();
});
afterEach(() => receiver.close());

async function play(jobs: readonly string[], given: StartMockOptions, more: object = {}) {
  const mock = await startMock({ scenario: { clock: { mode: 'frozen' } }, ...given });
  onTestFinished(() => mock.close());
  const space = mock.space('one');
  for (const name of jobs) {
    const body = JSON.stringify(ownBody(name, { callback_url: receiver.url, ...more }));
    const call = { method: 'POST', headers, body };
    await fetch(`${space.url}/v1/generations`, call).catch(() => undefined);
  }
  await space.clock.untilIdle();
  const plan = planSchema.parse(await (await fetch(`${mock.url}/_mock/s/one/plan`)).json());
  const { entries } = await space.journal({ op: 'callback' });
  return { space, plan, ledger: space.ledger(), called: entries.map(({ reported }) => reported) };
}

describe('what chaos draws for callbacks', () => {
  it.each([
    ['lossy', 'cba23e0811d4044d'],
    ['slow', '9b9b296521adc52f'],
    ['flaky-reads', 'dfa251a02c7cbc6b'],
    ['hostile', 'd6d0c0534141d1fa'],
  ] as const)(
    '[mock.chaos.callbacks] %s draws for other submissions as it ever did',
    (profile, digest) => {
      const drawn = names
        .concat(names, names, names)
        .slice(0, 100)
        .map((_, at) => drawFaults({ profile, seed: '7' }, `id:job-${at}`, 1 + (at % 3)));
      const text = createHash('sha256').update(drawn.join('\n')).digest('hex');
      expect(text.slice(0, 16)).toBe(digest);
    },
  );

  it('[mock.chaos.callbacks] is one known token at most, behind all else', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(
        fc.constantFrom(...chaosProfiles),
        fc.string(),
        fc.string(),
        fc.nat(),
        (profile, seed, key, attempt) => {
          const others = drawFaults({ profile, seed }, key, attempt);
          const drawn = drawCallbackFault({ profile, seed }, key, attempt);
          const all = chaosFault(
            { kind: 'drawn', profile, seed },
            { key, attempt, isCalledBack: true },
          );
          expect(others).not.toContain('callback-');
          expect(drawn).toMatch(/^$|^callback-[a-z-]+(=1m)?$/);
          expect(parseFaults(drawn === '' ? '' : `[[mock:${drawn}]]`, { from: 'chaos' }).kind).toBe(
            'parsed',
          );
          expect(all).toBe([others, drawn].filter((one) => one !== '').join());
          if (drawn !== '') seen.add(`${profile} ${drawn}`);
        },
      ),
      { numRuns: 2_000 },
    );
    const numberOf = (profile: string) =>
      [...seen].filter((one) => one.startsWith(`${profile} `)).length;
    expect(chaosProfiles.map(numberOf)).toEqual([4, 1, 0, 6]);
  });

  it('[mock.chaos.callbacks] befalls submissions that ask for callbacks, and a plan repeats it exactly', async () => {
    const chaos = { profile: 'hostile', seed: '7' } as const;
    const first = await play(names, { chaos });
    const outcomes = first.called.map(
      (reported) => reported?.kind === 'callback' && reported.outcome,
    );
    expect(new Set(outcomes)).toEqual(new Set(['taken', 'lost']));
    const again = await play(names, { plan: first.plan });
    expect(again.plan).toEqual(first.plan);
    expect(again.called).toEqual(first.called);
    expect(again.ledger).toEqual(first.ledger);
    const silent = await play(names, { chaos }, { callback_url: null });
    expect(JSON.stringify(silent.plan)).not.toContain('callback-');
    expect(JSON.stringify(first.plan)).toContain('callback-before-answer');
  });
});

const messageSchema = z.object({
  id: z.string(),
  status: z.string(),
  output: z.object({ url: z.string() }).optional(),
});

async function isGenuine(space: TestSpace, { headers: sent, body }: Received): Promise<boolean> {
  const key = Buffer.from((await space.callbackSecret()).replace('whsec_', ''), 'base64');
  const signed = `${sent.get('webhook-id')}.${sent.get('webhook-timestamp')}.${body}`;
  const right = createHmac('sha256', key).update(signed).digest('base64');
  return sent.get('webhook-signature') === `v1,${right}`;
}

/** Downloads each video: at its first believed end or, without one and if it may read, when a read reports it. */
async function fetchVideos(
  space: TestSpace,
  mayRead: boolean,
  believes: (one: Received) => boolean | Promise<boolean>,
) {
  const ends = new Map<string, string | undefined>();
  for (const one of receiver.received) {
    const { id, status, output } = messageSchema.parse(JSON.parse(one.body));
    const isEnd = status === 'completed' || status === 'failed';
    if (isEnd && !ends.has(id) && (await believes(one))) ends.set(id, output?.url);
  }
  for (const { id } of space.ledger().jobs) {
    if (!ends.has(id) && mayRead) {
      const read = await fetch(`${space.url}/v1/generations/${id}`, { headers });
      ends.set(id, messageSchema.parse(await read.json()).output?.url);
    }
    const url = ends.get(id);
    if (url !== undefined) await (await fetch(new URL(url, space.url), { headers })).arrayBuffer();
  }
}

it('[mock.chaos.callbacks] who verifies and reads is clean, whatever is drawn; who believes or only waits is not', async () => {
  const chaos = { profile: 'lossy', seed: '7' } as const;
  // Those of whom nothing else goes wrong.
  const many = Array.from({ length: 200 }, (_, index) => `job-${index}`);
  const jobs = many.filter((name) => drawFaults(chaos, `id:${name}`, 1) === '');
  expect(jobs.length).toBeGreaterThan(16);
  const { space } = await play(jobs, { chaos });
  await fetchVideos(space, true, (one) => isGenuine(space, one));
  await space.assertClean();
  for (const [mayRead, believes, expected] of [
    [true, () => true, ['lost-film']],
    [false, (one: Received) => isGenuine(space, one), ['gave-up', 'lost-film']],
  ] as const) {
    await receiver.close();
    receiver = await openWebhookReceiver();
    const { space: naive } = await play(jobs, { chaos });
    await fetchVideos(naive, mayRead, believes);
    const { findings } = await naive.verdict();
    expect([...new Set(findings.map(({ code }) => code))].toSorted()).toEqual(expected);
    naive.expectFindings(...expected);
  }
});
