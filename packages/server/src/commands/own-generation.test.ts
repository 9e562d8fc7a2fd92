import type { Job } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { isUncharged } from './own-generation.ts';

const failed: Pick<Job, 'failure' | 'handle' | 'quota'> = {
  failure: { code: 'upstream_unavailable', message: 'The provider was unavailable.' },
  handle: null,
  quota: 'released',
};

describe('a job that gave no file', () => {
  it('[commands.generate-account] is proven not charged only if it failed, was never accepted, and its money is free', () => {
    expect(isUncharged(failed)).toBe(true);
    expect(isUncharged({ ...failed, failure: null })).toBe(false);
    expect(isUncharged({ ...failed, handle: { version: 1, value: 'task' } })).toBe(false);
    for (const quota of ['reserved', 'held', 'settled'] as const)
      expect(isUncharged({ ...failed, quota })).toBe(false);
  });
});
