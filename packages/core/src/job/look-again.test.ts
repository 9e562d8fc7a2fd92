import { describe, expect, it } from 'vitest';
import { sampleJob } from '../../test/sample-job.ts';
import { nextAfterFailure, nextPollAt } from './look-again.ts';

const now = 1_750_000_000_000;
const hourMs = 3_600_000;

describe.each([
  { name: 'the next read', next: nextPollAt },
  { name: 'the read after a failed one', next: nextAfterFailure },
])('$name', ({ next }) => {
  const at = (askedMs: number | null) => next(sampleJob(), { minimumMs: 1_000, askedMs }, now);

  it('[wire.retry-after] comes no earlier than the upstream asks', () => {
    expect(at(90_000)).toBe(now + 90_000);
    expect(at(1)).toBe(at(null));
  });

  it.each([hourMs + 1, 86_400_000, Number.MAX_SAFE_INTEGER, 1e300])(
    '[wire.retry-after] comes after an hour at the latest where the upstream asks for %d ms',
    (askedMs) => {
      expect(at(askedMs)).toBe(now + hourMs);
    },
  );
});
