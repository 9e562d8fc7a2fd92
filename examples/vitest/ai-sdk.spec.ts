import { createFal } from '@ai-sdk/fal';
import { mock } from '@filmgate/upstream-mock/vitest';
import { experimental_generateVideo as generateVideo } from 'ai';
import { expect } from 'vitest';
import * as z from 'zod';

/** Vercel's AI SDK sends a submission again if its response is lost, twice by default. */

const test = mock({ jobs: 1 });

/** The two packages name the same types from two versions of a third. */
const modelSchema = z.custom<Parameters<typeof generateVideo>[0]['model']>(
  (value) => typeof value === 'object',
);

test('ai pays twice with its own retries', { timeout: 60_000 }, async ({ space }) => {
  const { download, ...settings } = space.aiSdk.fal();
  const { video } = await generateVideo({
    model: modelSchema.parse(createFal(settings).video('fal-ai/veo3.1')),
    prompt: 'a kite [[mock:lost-response@1]]',
    duration: 4,
    providerOptions: { fal: { resolution: '720p' } },
    // By default the SDK downloads nothing from a loopback address.
    download,
  });
  expect(Buffer.from(video.uint8Array).toString('latin1', 4, 8)).toBe('ftyp');
  // Without this line the test fails. With `maxRetries: 0` the SDK pays once, and throws.
  space.expectFindings('paid-twice');
});
