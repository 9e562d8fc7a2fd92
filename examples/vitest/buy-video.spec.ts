import { mock } from '@filmgate/upstream-mock/vitest';
import OpenAI from 'openai';
import { expect } from 'vitest';

/** One lost response, with a client that retries and one that does not. */

/** One server for each worker, one space for each test, and the verdict after each test. */
const test = mock();

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

/** Requests a video once; if the response is lost, searches the list for it. */
async function buyVideo({ videos }: VideosClient, prompt: string): Promise<string> {
  const wanted = { model: 'sora-2', prompt, seconds: '4' } as const;
  const { id } = await videos.create(wanted).catch(async (error: unknown) => {
    const [latest] = (await videos.list()).data;
    if (latest === undefined) throw error;
    return latest;
  });
  return id;
}

test('with its own retries the client pays three times', options, async ({ space }) => {
  const client = new OpenAI(space.openai());
  await space.clock.mode('frozen');
  await buyVideo(client, 'a kite [[mock:lost-response]]');
  expect(space.ledger('a kite')).toMatchObject({ accepted: 3, charged_credits: 24 });
  // The test would fail with this finding, and its hint names the retries.
  space.expectFindings('paid-twice');
});

test('without retries it pays once and has the video', options, async ({ space }) => {
  const client: VideosClient = new OpenAI({ ...space.openai(), maxRetries: 0 });
  await space.clock.mode('frozen');
  const id = await buyVideo(client, 'a kite [[mock:lost-response]]');
  await space.clock.untilIdle();
  const video = await (await client.videos.downloadContent(id)).arrayBuffer();
  expect(Buffer.from(video).toString('latin1', 4, 8)).toBe('ftyp');
  expect(space.ledger('a kite')).toMatchObject({ accepted: 1, charged_credits: 8 });
});
