import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { accept, openWorld } from '../../../test/support/open-world.ts';
import { sampleSubmission } from '../../../test/support/sample-submission.ts';
import { canceledJob, stateAt } from '../../world/mock-job.ts';
import { replicateNotices, replicateSecret } from './replicate-webhook.ts';

const known = ['start', 'output', 'logs', 'completed'] as const;

/** A job of each end, at any times. */
const job = fc
  .record({
    times: fc.tuple(fc.nat(90), fc.nat(90)),
    end: fc.constantFrom('', ',fail=policy', 'canceled'),
    canceledAfter: fc.nat(180_000),
  })
  .map(({ times: [queue, run], end, canceledAfter }) => {
    const fail = end === 'canceled' ? '' : end;
    const prompt = `a [[mock:queue=${queue}s,run=${run}s${fail}]]`;
    const open = accept(openWorld(), 'account', sampleSubmission({ prompt }));
    const at = open.acceptedAt + canceledAfter;
    return end === 'canceled' && at < open.endsAt ? canceledJob(open, at) : open;
  });

it('[mock.callbacks.replicate.events] every prediction ends with one webhook of its end, after those of its course', () => {
  fc.assert(
    fc.property(job, (one) => {
      const notices = replicateNotices(one, known);
      const ends = notices.filter(({ event }) => event === 'completed');
      expect(ends).toEqual([notices.at(-1)]);
      expect(ends[0]).toMatchObject({ at: one.endsAt, state: stateAt(one, one.endsAt) });
      const instants = notices.map(({ at }) => at);
      expect(instants).toEqual(instants.toSorted((first, second) => first - second));
      expect(notices.some(({ event }) => event === 'output')).toBe(ends[0]?.state === 'completed');
    }),
  );
});

it('[mock.callbacks.replicate.events] a filter leaves out and never adds', () => {
  fc.assert(
    fc.property(job, fc.uniqueArray(fc.constantFrom(...known)), (one, filter) => {
      const all = replicateNotices(one, known);
      expect(replicateNotices(one, filter)).toEqual(
        all.filter(({ event }) => filter.includes(event)),
      );
      const usual = all.filter(({ event }) => event === 'output' || event === 'completed');
      expect(replicateNotices(one, null)).toEqual(usual);
    }),
  );
});

it('[mock.callbacks.replicate.signed] each account has a secret of its own, that tells nothing of its key', () => {
  const secret = replicateSecret('seed', 'account-key');
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
  expect(replicateSecret('seed', 'account-key')).toBe(secret);
  expect(replicateSecret('seed', 'another')).not.toBe(secret);
  expect(replicateSecret('other', 'account-key')).not.toBe(secret);
});
