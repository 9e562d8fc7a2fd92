import type { TestSpace } from '@filmgate/upstream-mock';
import { mock } from '@filmgate/upstream-mock/vitest';
import OpenAI from 'openai';
import { expect } from 'vitest';

/** One lost response, with a client that retries and one that does not. */

/** One server for each worker, one space for each test, and the verdict after each test: it wants one job. */
const test = mock({ jobs: 1 });

/** The client pauses between its retries, and a busy machine renders a video slowly. */
const options = { timeout: 60_000 };

/**
 * The client's own types call videos deprecated since its vendor's service ended; other services speak the same wire.
 */
interface VideosClient {
  readonly videos: {
    create(wanted: { model: string; prompt: string; seconds: '4' }): Promise<{ id: string }>;
    list(): PromiseLike<{ data: readonly { id: string }[] }>;
    downloadContent(id: string): Promise<Response>;
  };
}

/** Requests a video once; if the response is lost, searches the list for it. Downloads it. */
async function buyVideo({ videos }: VideosClient, space: TestSpace): Promise<Buffer> {
  const prompt = 'a kite [[mock:lost-response]]';
  const { id } = await videos.create({ model: 'sora-2', prompt, seconds: '4' }).catch(async () => {
    const latest = (await videos.list()).data.at(0);
    if (latest === undefined) throw new Error('The list has no video.');
    return latest;
  });
  await space.clock.untilIdle();
  return Buffer.from(await (await videos.downloadContent(id)).arrayBuffer());
}

test('with its own retries the client pays three times', options, async ({ space }) => {
  await buyVideo(new OpenAI(space.openai()), space);
  expect(space.ledger('a kite')).toMatchObject({ accepted: 3, charged_credits: 24 });
  // Without this line the test fails, and says that the client retries.
  space.expectFindings({ 'paid-twice': 1 });
});

test('without retries it pays once and has the video', options, async ({ space }) => {
  const video = await buyVideo(new OpenAI({ ...space.openai(), maxRetries: 0 }), space);
  expect(video.toString('latin1', 4, 8)).toBe('ftyp');
  expect(space.ledger('a kite')).toMatchObject({ accepted: 1, charged_credits: 8 });
});
