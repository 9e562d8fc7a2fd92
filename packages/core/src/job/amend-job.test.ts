import { describe, expect, it } from 'vitest';
import { sampleJob } from '../../test/sample-job.ts';
import { eventSamples } from '../../test/event-samples.ts';
import {
  erasedDetail,
  isContentErased,
  unsentStates,
  withoutContent,
  withoutResult,
} from './amend-job.ts';
import { describeFailure } from './describe-failure.ts';

const { result } = eventSamples['result-stored'];
const done = sampleJob('completed', {
  result,
  output: { mediaType: 'video', value: { url: '/r/1' } },
  warnings: [{ param: 'seconds', message: 'of a lighthouse' }],
  version: 7,
});
const request = {
  ...done.request,
  negativePrompt: 'no people',
  references: [
    {
      kind: 'image',
      role: 'first_frame',
      assetId: 'asset_1',
      sha256: 'a'.repeat(64),
      contentType: 'image/png',
      size: 3,
    },
  ],
} as const;

describe('a final job', () => {
  it('without its video is what it was but for the video', () => {
    const without = withoutResult(done);
    expect(without).toEqual({ ...done, version: 8, result: null, output: null });
    expect(Object.isFrozen(without)).toBe(true);
  });

  it('without its content keeps what proves what was sent and paid, and nothing of its owner', () => {
    const without = withoutContent({ ...done, request });
    expect(without).toEqual({
      ...done,
      version: 8,
      result: null,
      output: null,
      request: { ...request, prompt: '', negativePrompt: null, references: [] },
      warnings: [],
      submission: null,
      failure: null,
    });
    expect(Object.isFrozen(without) && Object.isFrozen(without.request)).toBe(true);
    expect(JSON.stringify(without)).not.toMatch(/lighthouse|people|asset_1/);
  });

  it('keeps the code of its failure, in our own words', () => {
    const failed = sampleJob('failed', {
      failure: { code: 'content_rejected', message: 'the prompt said: lighthouse' },
    });
    expect(withoutContent(failed).failure).toEqual(describeFailure('content_rejected'));
  });

  it('is known by its prompt to be without content', () => {
    expect(isContentErased(done)).toBe(false);
    expect(isContentErased(withoutResult(done))).toBe(false);
    expect(isContentErased(withoutContent(done))).toBe(true);
  });
});

it('a step of the trail keeps its facts and loses what was said in free words', () => {
  const detail = {
    account: 'a',
    reason: 'policy',
    detail: 'the prompt said',
    note: 'asked',
    at: 5,
  };
  const erased = erasedDetail(detail);
  expect(erased).toEqual({ account: 'a', reason: 'policy', at: 5 });
  expect(Object.isFrozen(erased)).toBe(true);
});

it('a step of the trail loses free words in its lists too, and nothing else of them', () => {
  const refused = [{ account: 'a', reason: 'policy', detail: 'the prompt said' }];
  const erased = erasedDetail({ refused, seen: ['16:9', 5, null, true, ['detail']] });
  expect(erased).toEqual({
    refused: [{ account: 'a', reason: 'policy' }],
    seen: ['16:9', 5, null, true, ['detail']],
  });
});

it('nothing can have been sent of a job before its dispatch was recorded', () => {
  expect(unsentStates).toEqual(['queued', 'awaiting_configuration', 'prepared']);
});
