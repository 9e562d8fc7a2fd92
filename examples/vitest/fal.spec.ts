import { createFalClient } from '@fal-ai/client';
import { mock } from '@filmgate/upstream-mock/vitest';
import { expect } from 'vitest';

/** fal's client sends a submission again if its response is lost, up to three times. No option stops it. */

const test = mock({ jobs: 1 });

test('@fal-ai/client pays twice', { timeout: 60_000 }, async ({ space }) => {
  // The client has no base URL: the fetch of these options sends its calls to the mock.
  const client = createFalClient(space.fal());
  const input = {
    prompt: 'a kite [[mock:lost-response@1]]',
    duration: '4s',
    resolution: '720p',
  } as const;
  const { data } = await client.subscribe('fal-ai/veo3.1', { input });
  const video = Buffer.from(await (await fetch(data.video.url)).arrayBuffer());
  expect(video.toString('latin1', 4, 8)).toBe('ftyp');
  // Without this line the test fails.
  space.expectFindings('paid-twice');
});
