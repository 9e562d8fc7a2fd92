import type { ServerResponse } from 'node:http';
import OpenAI, { InvalidWebhookSignatureError } from 'openai';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startMock } from '@filmgate/upstream-mock';
import {
  type CallbackSpace,
  fromElsewhere,
  openCallbackSpace,
  submitForCallbacks,
} from '../../support/callback-space.ts';
import { openWebhookReceiver, type Received } from '../../support/webhook-receiver.ts';

let mock: CallbackSpace['mock'];
let space: CallbackSpace['space'];
let receiver: CallbackSpace['receiver'];
let close: CallbackSpace['close'];
beforeEach(async () => {
  ({ mock, space, receiver, close } = await openCallbackSpace());
});
afterEach(() => close());

const submit = (tokens = '', url = receiver.url) => submitForCallbacks(space, { url, tokens });

/** Verifies a message with a provider's client for Standard Webhooks. */
async function isGenuine({ headers, body }: Received): Promise<boolean> {
  const { webhooks } = new OpenAI({ apiKey: 'none' });
  try {
    await webhooks.verifySignature(body, headers, await space.callbackSecret());
    return true;
  } catch (error) {
    if (error instanceof InvalidWebhookSignatureError) return false;
    throw error;
  }
}

const messageSchema = z.looseObject({
  status: z.string(),
  output: z.object({ url: z.string() }).optional(),
});
const messageOf = ({ body }: Received) => messageSchema.parse(JSON.parse(body));
const statuses = () => receiver.received.map((one) => messageOf(one).status);

async function reported() {
  return (await space.journal({ op: 'callback' })).entries.map((entry) => entry.reported);
}

describe("callbacks of the mock's own wire", () => {
  it('[mock.callbacks] tell when a job runs and how it ended, by the clock of the space, as a status read does', async () => {
    const { id } = (await (await submit()).json()) as { readonly id: string };
    expect(receiver.received).toEqual([]);
    await space.clock.advance(999);
    expect(receiver.received).toEqual([]);
    await space.clock.next();
    expect(statuses()).toEqual(['running']);
    await space.clock.advance(3_000);
    expect(statuses()).toEqual(['running', 'completed']);
    const headers = { authorization: 'Bearer studio' };
    const read = await fetch(`${space.url}/v1/generations/${id}`, { headers });
    expect(JSON.parse(receiver.received[1]?.body ?? '')).toEqual(await read.json());
    expect(space.ledger().jobs).toMatchObject([{ callbacks: 2 }]);
    expect(await space.clock.get()).toMatchObject({ next: null });
  });

  it('[mock.callbacks.signed] are signed as Standard Webhooks says, by the real clock', async () => {
    await submit();
    await space.clock.untilIdle();
    for (const one of receiver.received) expect(await isGenuine(one)).toBe(true);
    // Receivers' libraries only know the real clock.
    const sentAt = Number(receiver.received[1]?.headers.get('webhook-timestamp')) * 1_000;
    expect(Math.abs(sentAt - Date.now())).toBeLessThan(300_000);
  });

  it('[mock.callbacks] of a clock that runs come by themselves', async () => {
    await space.clock.mode('scaled(100)');
    await submit();
    expect(await receiver.arrived(2)).toHaveLength(2);
  });

  it.each([
    ['callback-lost', []],
    ['callback-twice', ['running', 'running', 'completed', 'completed']],
    ['callback-late', ['completed', 'running']],
    ['callback-bad-signature', ['running', 'failed', 'completed']],
    ['fail=policy', ['running', 'failed']],
    ['stall=1h', ['running', 'completed']],
    ['completed-then-failed=1s', ['running', 'failed']],
  ])('[mock.callbacks.faults] %s', async (token, expected) => {
    await submit(`,${token}`);
    await space.clock.untilIdle();
    expect(statuses()).toEqual(expected);
    const genuine = await Promise.all(receiver.received.map(isGenuine));
    expect(genuine.filter((is) => !is)).toHaveLength(token === 'callback-bad-signature' ? 1 : 0);
    const ids = receiver.received.map(({ headers }) => headers.get('webhook-id'));
    expect(new Set(ids).size).toBe(token === 'callback-twice' ? 2 : ids.length);
  });

  it('[mock.callbacks.faults] callback-before-answer tells the end before the submission is answered', async () => {
    await submit(',callback-before-answer');
    expect(statuses()).toEqual(['completed']);
  });

  it('[mock.callbacks.rules] a rule says how the callback goes wrong that it fits', async () => {
    await space.rule({
      name: 'gone',
      when: { op: 'callback', nth: 2 },
      then: { fault: 'callback-lost' },
    });
    await submit();
    await space.clock.untilIdle();
    expect(statuses()).toEqual(['running']);
    const { entries } = await space.journal({ op: 'callback' });
    expect(entries).toMatchObject([
      { truth: 'completed', reported: { event: 'processing', outcome: 'taken', status: 204 } },
      { truth: 'completed', reported: { event: 'ended', outcome: 'lost' }, rule: { name: 'gone' } },
    ]);
    const bad = space.rule({ when: { op: 'callback' }, then: { fault: '500' } });
    await expect(bad).rejects.toThrow('does not apply to callback; did you mean callback-');
  });

  it.each([
    ['500', (response: ServerResponse) => response.writeHead(500).end()],
    [
      'a redirect',
      (response: ServerResponse) => response.writeHead(307, { location: '/elsewhere' }).end(),
    ],
  ])(
    '[mock.callbacks.tries] %s is no answer: the same message comes again, four times at most',
    async (_name, reply) => {
      const deaf = await openWebhookReceiver(reply);
      await submit('', deaf.url);
      await space.clock.untilIdle();
      expect(deaf.received).toHaveLength(8);
      const ids = deaf.received.map(({ headers }) => headers.get('webhook-id'));
      expect(new Set(ids).size).toBe(2);
      expect((await reported()).map((one) => one?.kind === 'callback' && one.try)).toEqual([
        1, 1, 2, 2, 3, 3, 4, 4,
      ]);
      expect(space.ledger().jobs).toMatchObject([{ callbacks: 0 }]);
      await deaf.close();
    },
  );

  it.each([
    ['http://example.com/hook', 'loopback'],
    ['http://169.254.169.254/', 'loopback'],
    ['ftp://127.0.0.1/', 'http or https'],
    ['http://user:secret@127.0.0.1/', 'credentials'],
    [`http://127.0.0.1/${'a'.repeat(3_000)}`, '2048'],
  ])('[mock.callbacks.hosts] %.40s is refused by field and limit', async (url, limit) => {
    const response = await submit('', url);
    const text = await response.text();
    expect([response.status, text]).toEqual([400, expect.stringContaining('callback_url')]);
    expect(text).toContain(limit);
    expect(text).not.toContain('secret');
    expect(space.ledger()).toMatchObject({ accepted: 0 });
  });

  it('[mock.callbacks.hosts] a host that was told is allowed', async () => {
    const open = await startMock({ callbackHosts: ['hooks.invalid'] });
    space = open.space();
    await space.clock.mode('frozen');
    expect((await submit('', 'http://hooks.invalid/')).status).toBe(202);
    await space.clock.advance(2_000);
    expect(await reported()).toMatchObject([{ outcome: 'unanswered', status: null }]);
    await open.close();
  });

  it('[mock.callbacks.hosts] for callers elsewhere a port of this machine is called only where its host was told', async () => {
    const from = { url: receiver.url, more: fromElsewhere };
    const refused = await submitForCallbacks(space, from);
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringMatching(/callback_url.*--callback-host/),
    ]);
    expect(space.ledger()).toMatchObject({ accepted: 0 });
    const open = await openCallbackSpace(['127.0.0.1']);
    expect((await submitForCallbacks(open.space, from)).status).toBe(202);
    await open.space.clock.untilIdle();
    expect(statuses()).toEqual(['running', 'completed']);
    await open.close();
  });

  it.each(['HTTPS://127.0.0.1:1/', ' https://127.0.0.1:1/'])(
    '[mock.callbacks.tries] %j is called over TLS, however it is written',
    async (url) => {
      expect((await submit('', url)).status).toBe(202);
      await space.clock.untilIdle();
      expect(await reported()).toHaveLength(8);
      expect(await reported()).toMatchObject(
        Array.from({ length: 8 }, () => ({ outcome: 'unanswered' })),
      );
    },
  );

  it('[mock.callbacks] of an answer without end only the beginning is waited for', async () => {
    const endless = await openWebhookReceiver((response) => {
      response.writeHead(200);
      const more = () => void response.write(Buffer.alloc(64 * 1024), (error) => error ?? more());
      more();
    });
    await submit('', endless.url);
    await space.clock.untilIdle();
    expect(await reported()).toMatchObject(
      Array.from({ length: 2 }, () => ({ outcome: 'taken', status: 200 })),
    );
    await endless.close();
  });

  it('[mock.callbacks] a delivery that hangs ends with the mock', async () => {
    const hanging = await openWebhookReceiver(() => undefined);
    await submit('', hanging.url);
    const moved = space.clock.advance(1_000).catch(() => 'cut');
    await hanging.arrived(1);
    await mock.close();
    await moved;
    expect(hanging.received).toHaveLength(1);
    await hanging.close();
  });

  it('[mock.callbacks.verdict] who believes a forged callback loses the film, and who verifies and fetches is clean', async () => {
    await submit(',callback-bad-signature');
    await space.clock.untilIdle();
    // A client that trusts the first message of an end has stopped here.
    expect(statuses()).toContain('failed');
    expect((await space.verdict()).findings).toMatchObject([{ code: 'lost-film' }]);
    for (const one of receiver.received) {
      const { output } = messageOf(one);
      if (!(await isGenuine(one)) || output === undefined) continue;
      const headers = { authorization: 'Bearer studio' };
      await (await fetch(new URL(output.url, mock.url), { headers })).arrayBuffer();
    }
    await space.assertClean();
  });

  it('[mock.callbacks.verdict] who was called back need not read a job that failed', async () => {
    await submit(',fail=policy');
    await space.clock.untilIdle();
    expect((await space.verdict()).findings).toEqual([]);
  });
});
