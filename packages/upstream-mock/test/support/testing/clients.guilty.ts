import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { mock } from '@filmgate/upstream-mock/vitest';
import type { TestSpace } from '@filmgate/upstream-mock';
import { expect } from 'vitest';

/** Tests that are right, of clients that are not: the verdict after them has to fail most of them. */
const test = mock();
const testOfOneJob = mock({ jobs: 1, ignore: ['lost-film', 'gave-up'] });

const headers = { authorization: 'Bearer studio', 'content-type': 'application/json' };
const lost = 'a kite [[mock:lost-response]]';

/** Buys a video over the wire of openai-videos; undefined if the response is lost. */
async function buy(space: TestSpace, prompt: string, name?: string): Promise<string | undefined> {
  const call = {
    method: 'POST',
    headers: name === undefined ? headers : { ...headers, 'idempotency-key': name },
    body: JSON.stringify({ model: 'sora-2', prompt, seconds: '4' }),
  };
  const response = await fetch(`${space.url}/openai-videos/v1/videos`, call).catch(() => undefined);
  const { id }: { readonly id?: string } = (await response?.json()) ?? {};
  return id;
}

async function download(space: TestSpace, id: string | undefined): Promise<void> {
  await space.clock.untilIdle();
  const url = `${space.url}/openai-videos/v1/videos/${id}`;
  await (await fetch(url, { headers })).text();
  const file = await fetch(`${url}/content`, { headers });
  expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
}

test('pays twice', async ({ space }) => {
  await buy(space, lost);
  await buy(space, lost);
});

test('loses the response, and gives up', async ({ space }) => {
  expect(await buy(space, lost)).toBeUndefined();
});

test('loses the response, and gives up long before the test ends', async ({ space }) => {
  expect(await buy(space, lost)).toBeUndefined();
  await space.clock.advance(3_600_000);
});

test('gets the id, and forgets it', async ({ space }) => {
  expect(await buy(space, 'a kite')).toBeDefined();
});

test('calls no mock', () => {
  expect(1).toBe(1);
});

test('calls nothing but a wrong address', async ({ space }) => {
  expect((await fetch(`${space.url}/sora/v1/videos`, { method: 'POST' })).ok).toBe(false);
});

test('expects what does not happen', async ({ space }) => {
  space.expectFindings('paid-twice');
  await download(space, await buy(space, 'a kite'));
});

test('wants two jobs, and makes one', async ({ space }) => {
  space.expectJobs(2);
  await download(space, await buy(space, 'a kite'));
});

testOfOneJob('makes a new name for each attempt', async ({ space }) => {
  await buy(space, lost, randomUUID());
  await download(space, await buy(space, 'a kite', randomUUID()));
});

test('leaves a call open', async ({ space }) => {
  await download(space, await buy(space, 'a kite'));
  const url = `${space.url}/openai-videos/v1/videos`;
  const call = request(url, { method: 'POST', headers });
  call
    .on('error', () => {})
    .end('{"model":"sora-2","prompt":"x [[mock:response=hang,accepted=no]]"}');
  await expect.poll(async () => (await space.journal({ op: 'submit' })).entries.length).toBe(2);
});

test('takes its video', async ({ space }) => {
  space.expectJobs(1);
  await download(space, await buy(space, 'a kite'));
});

test('calls no mock, and means it', ({ space }) => {
  space.expectJobs(0);
});

test('expects both of what happens', async ({ space }) => {
  space.expectFindings({ 'lost-film': 1 });
  space.ignoreFindings('gave-up');
  await buy(space, 'a kite');
});

testOfOneJob('loses the video of the one job it wants', async ({ space }) => {
  await buy(space, lost);
});

test('is skipped', ({ skip }) => skip());
