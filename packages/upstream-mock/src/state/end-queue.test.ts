import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accept, beginning, openWorld } from '../../test/support/open-world.ts';
import { sampleSubmission } from '../../test/support/sample-submission.ts';
import { createEndQueue } from './end-queue.ts';

const sample = accept(openWorld(), 'one', sampleSubmission());

describe('the queue of jobs in flight', () => {
  it('gives out what has ended, the earliest end first, and keeps the rest', () => {
    const ends = fc.array(fc.integer({ min: 0, max: 50 }));
    fc.assert(
      fc.property(ends, fc.integer({ min: -1, max: 51 }), (offsets, after) => {
        const queue = createEndQueue();
        for (const offset of offsets) queue.push({ ...sample, endsAt: beginning + offset });
        const taken: number[] = [];
        for (;;) {
          const job = queue.takeEnded(beginning + after);
          if (job === undefined) break;
          taken.push(job.endsAt - beginning);
        }
        const ended = offsets.filter((offset) => offset <= after).toSorted((a, b) => a - b);
        expect(taken).toEqual(ended);
        expect(queue.size).toBe(offsets.length - ended.length);
      }),
    );
  });
});
