import { mock } from '@filmgate/upstream-mock/vitest';
import { expect } from 'vitest';

/** Tests that are right, of clients that are not: what follows them has to fail them. */
const test = mock();

async function submit(url: string): Promise<void> {
  const wanted = { model: 'sora-2', prompt: 'a kite [[mock:lost-response]]', seconds: '4' };
  const headers = { authorization: 'Bearer studio', 'content-type': 'application/json' };
  const call = { method: 'POST', headers, body: JSON.stringify(wanted) };
  await expect(fetch(`${url}/openai-videos/v1/videos`, call)).rejects.toThrow(TypeError);
}

test('pays twice', async ({ space }) => {
  await space.clock.mode('frozen');
  await submit(space.url);
  await submit(space.url);
});

test('pays once', async ({ space }) => {
  await space.clock.mode('frozen');
  await submit(space.url);
});

test('pays once, and is thought to pay twice', async ({ space }) => {
  await space.clock.mode('frozen');
  space.expectFindings('paid-twice');
  await submit(space.url);
});
