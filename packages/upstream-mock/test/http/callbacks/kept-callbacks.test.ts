import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { openVerdictBench, ownBody } from '../../support/verdict/verdict-bench.ts';
import { openWebhookReceiver } from '../../support/webhook-receiver.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filmgate-kept-callbacks-'));
});
afterAll(() => rm(folder, { recursive: true }));

const message = z.looseObject({ status: z.string() });

it('[mock.callbacks.kept] callbacks to come are sent after a restart, and those that were sent are not sent again', async () => {
  const receiver = await openWebhookReceiver();
  const statuses = () =>
    receiver.received.map(({ body }) => message.parse(JSON.parse(body)).status);
  const ledgerFile = join(folder, 'ledger.ndjson');
  const before = await openVerdictBench({ ledgerFile });
  await before.control('clock', { mode: 'frozen' });
  const body = ownBody('one', {
    callback_url: receiver.url,
    prompt: 'one [[mock:queue=1s,run=1s]]',
  });
  await before.call('/v1/generations', { body });
  await before.control('clock', { advance: 1_000 });
  expect(statuses()).toEqual(['running']);
  await before.close();
  const after = await openVerdictBench({ ledgerFile });
  await after.control('clock', { untilIdle: true });
  expect(statuses()).toEqual(['running', 'completed']);
  await after.close();
  const idle = await openVerdictBench({ ledgerFile });
  await idle.control('clock', { untilIdle: true });
  expect(statuses()).toEqual(['running', 'completed']);
  await idle.close();
  await receiver.close();
});
