import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type CallbackSpace,
  openCallbackSpace,
  submitForCallbacks,
} from '../../support/callback-space.ts';
import { callWire } from '../../support/personalities/personality-server.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';

let space: CallbackSpace['space'];
let receiver: CallbackSpace['receiver'];
let close: CallbackSpace['close'];
beforeEach(async () => {
  ({ space, receiver, close } = await openCallbackSpace());
});
afterEach(() => close());

const submit = (tokens = '') => submitForCallbacks(space, { url: receiver.url, tokens });

function statuses({ received }: WebhookReceiver = receiver): readonly string[] {
  const schema = z.looseObject({ status: z.string() });
  return received.map(({ body }) => schema.parse(JSON.parse(body)).status);
}

async function reported(): Promise<readonly unknown[]> {
  const { entries } = await space.journal({ op: 'callback' });
  return entries.map(({ reported: said, rule }) =>
    said?.kind === 'callback' ? [said.event, said.outcome, rule?.name ?? null] : said,
  );
}

describe('callbacks that come late', () => {
  it('[mock.callbacks.faults] callback-late=10m: each comes so long after what it tells of, and tells of that', async () => {
    await submit(',callback-late=10m');
    await space.clock.advance(600_999);
    expect(statuses()).toEqual([]);
    await space.clock.advance(1);
    expect(statuses()).toEqual(['running']);
    await space.clock.advance(2_999);
    expect(statuses()).toEqual(['running']);
    await space.clock.untilIdle();
    expect(statuses()).toEqual(['running', 'completed']);
    expect((await space.clock.get()).now).toBe('2026-01-01T00:10:04.000Z');
  });

  it('[mock.callbacks.rules] by a rule one comes after that of the end, and is asked about once', async () => {
    await space.rule({
      name: 'slow',
      when: { op: 'callback', nth: 1 },
      then: { fault: 'callback-late' },
    });
    await submit();
    await space.clock.advance(1_000);
    expect(await reported()).toEqual([['processing', 'late', 'slow']]);
    await space.clock.untilIdle();
    expect(statuses()).toEqual(['completed', 'running']);
    expect(await reported()).toEqual([
      ['processing', 'late', 'slow'],
      ['ended', 'taken', null],
      ['processing', 'taken', null],
    ]);
    expect(await space.rules()).toMatchObject([{ fits: 2, decided: 1 }]);
  });

  it('[mock.callbacks.rules] by a rule with a time one comes so long after what it tells of, also the end', async () => {
    await space.rule({ when: { op: 'callback', nth: 2 }, then: { fault: 'callback-late=1m' } });
    await submit();
    await space.clock.advance(63_999);
    expect(statuses()).toEqual(['running']);
    await space.clock.advance(1);
    expect(statuses()).toEqual(['running', 'completed']);
  });

  it.each(['callback-late', 'callback-late=0s'])(
    '[mock.callbacks.rules] %s about the end alone changes no order',
    async (fault) => {
      await space.rule({ when: { op: 'callback', nth: 2 }, then: { fault } });
      await submit();
      await space.clock.untilIdle();
      expect(statuses()).toEqual(['running', 'completed']);
    },
  );

  it('[mock.callbacks.rules] a fault that is settled at acceptance is refused, with the rules that can say it', async () => {
    const made = space.rule({
      when: { op: 'callback' },
      then: { fault: 'callback-before-answer' },
    });
    await expect(made).rejects.toThrow('a rule about submit');
  });
});

describe('callbacks of a job that its caller cancels', () => {
  /** Over Replicate's API, which reports when a job begins to run. */
  async function predict(url: string): Promise<string> {
    const { body } = await callWire(`${space.url}/replicate/v1/models/some/model/predictions`, {
      wire: 'replicate',
      key: 'studio',
      body: {
        input: { prompt: 'a kite [[mock:queue=1s,run=1h]]' },
        webhook: url,
        webhook_events_filter: ['start', 'completed'],
      },
    });
    return z.object({ id: z.string() }).parse(body).id;
  }

  async function cancel(id: string): Promise<void> {
    const url = `${space.url}/replicate/v1/predictions/${id}/cancel`;
    await callWire(url, { wire: 'replicate', key: 'studio', body: {} });
  }

  it('[mock.callbacks.rules] what a rule put off comes after the end it has now', async () => {
    await space.rule({
      when: { op: 'callback' },
      then: { fault: 'callback-late' },
      times: 1,
    });
    const id = await predict(receiver.url);
    await space.clock.advance(1_500);
    await cancel(id);
    await space.clock.advance(0);
    expect(statuses()).toEqual(['canceled', 'processing']);
  });

  it('[mock.callbacks] the one by which the caller learned of it does not come twice', async () => {
    let id = '';
    const canceling = await openWebhookReceiver((response, nth) => {
      const reply = () => void response.writeHead(204).end();
      if (nth === 1) void cancel(id).then(reply);
      else reply();
    });
    id = await predict(canceling.url);
    await space.clock.advance(1_500);
    await space.clock.advance(0);
    expect(statuses(canceling)).toEqual(['processing', 'canceled']);
    await canceling.close();
  });
});
