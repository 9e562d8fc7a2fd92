import { createHash } from 'node:crypto';
import type { PreparedSubmission } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { accountOf, waysToOpen } from '../support/open-mock.ts';

const image = new Uint8Array([1, 2, 3]);
const sha256 = createHash('sha256').update(image).digest('hex');
const correlationId = 'job-1.1';

/** The form saved by the release before the engine. */
const former: PreparedSubmission = {
  version: 1,
  value: {
    correlation_id: correlationId,
    model: 'vm_std-2.0',
    media_type: 'video',
    prompt: 'a lighthouse [[mock:lost-response,findable]]',
    negative_prompt: null,
    duration: 5,
    aspect_ratio: '16:9',
    resolution: '720p',
    width: 1280,
    height: 720,
    audio: true,
    references: [{ role: 'first_frame', content_type: 'image/png', sha256 }],
  },
};

describe.each(waysToOpen)('a submission of a former release, $way', ({ open }) => {
  it('[mock.former-submissions] is sent as it was, and found when its response was lost', async () => {
    const mock = await open();
    try {
      const call = { account: accountOf('key-1'), submission: former, correlationId };
      const { signal } = new AbortController();
      const deadlineAt = mock.now() + 60_000;
      const sentBetween = { from: mock.now(), to: mock.now() };
      const readAsset = async () => image;
      const outcome = await mock.client.submit({ ...call, signal, deadlineAt, readAsset });
      expect(outcome.kind).toBe('unknown');
      const [job] = (await mock.ledger()).jobs;
      expect(job?.references.map(({ role }) => role)).toEqual(['first_frame']);
      mock.advance(600_000);
      const isOwned = async () => false;
      const unanswered = async () => [];
      const search = { ...call, signal, sentBetween, isOwned, unanswered };
      const found = await mock.client.reconcile?.(search);
      expect(found).toMatchObject({
        kind: 'found',
        handle: { version: 1, value: { id: job?.id } },
      });
    } finally {
      await mock.close();
    }
  });
});
