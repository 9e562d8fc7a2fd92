import { fc, test as law } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { sampleJob } from '../../../test/sample-job.ts';
import { transition } from '../../job/job-transition.ts';
import type { PollOutcome } from '../../ports/poll-outcome.ts';
import { jobSchema } from '../../transfer/job-schema.ts';
import { defaultGatewayOptions } from '../gateway-options.ts';
import { nextAfterFailure, nextPollAt } from '../../job/backoff.ts';
import type { JobEvent } from '../../job/job-event.ts';
import type { Job } from '../../job/job.ts';
import { fetchedUntil } from './store-result.ts';
import {
  reportedPoll,
  reportedProbe,
  reportedSearch,
  reportedStaging,
  reportedSubmission,
} from './reported-outcomes.ts';
import { mostAmount } from '../../upstream/reported-numbers.ts';

const now = 1_764_000_000_000;

/** Numbers that a provider may send in place of a date, an amount, a time or a share. */
const anyNumber = fc.oneof(
  fc.constantFrom(
    ...[Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e308, -1e308],
    ...[2 ** 53, 2 ** 53 - 1, 8.64e15, 8.64e15 + 1, 9e15, -1, 0.5, -0.5, 0, now, now / 1_000],
  ),
  // JSON has no -0.
  fc.double().map((number) => number + 0),
  fc.integer(),
);

const outcomes: fc.Arbitrary<PollOutcome> = fc
  .tuple(anyNumber, anyNumber, anyNumber)
  .chain(([one, other, third]) => {
    const usage = { unit: 'credits', amount: other, figures: { total: third } } as const;
    const output = { mediaType: 'video', value: {}, keptUntil: one } as const;
    const error = { kind: 'internal', scope: 'request', charge: 'unknown' } as const;
    return fc.constantFrom<PollOutcome>(
      { kind: 'pending', progress: one, retryAfterMs: other },
      { kind: 'succeeded', output, usage, effective: { seconds: third } },
      { kind: 'failed', error: { ...error, retryAfterMs: one, detail: 'it says so' }, usage },
      { kind: 'transient', detail: 'it says so', retryAfterMs: one },
    );
  });

const looks = { source: 'account-1@', since: 1, latest: 9, looks: 3 };

/** Returns the changes of a job by a read. */
function eventOf(outcome: PollOutcome, job: Job): JobEvent {
  const pauses = { minimumMs: 1_000 };
  switch (outcome.kind) {
    case 'pending': {
      const { progress, retryAfterMs: askedMs } = outcome;
      const pollAt = nextPollAt(job, { ...pauses, askedMs }, now);
      return { kind: 'progressed', progress, pollAt, unread: [] };
    }
    case 'succeeded':
      return outcome;
    case 'failed':
      return { ...outcome, kind: 'upstream-failed', doubt: { ...looks, word: 'failed' } };
    case 'transient': {
      const { detail, retryAfterMs: askedMs } = outcome;
      const dueAt = nextAfterFailure(job, { ...pauses, askedMs }, now);
      return { kind: 'read-failed', detail, dueAt };
    }
    case 'lost':
      return { kind: 'not-known', doubt: { ...looks, word: 'denied' }, dueAt: now };
  }
}

const saved = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('[accepted.told] the report of a provider', () => {
  it('law: becomes a job and money that a store reads back, and dates that can be shown', () => {
    const job = sampleJob('polling', { submittedAt: now, quota: 'reserved', credit: 'settled' });
    fc.assert(
      fc.property(outcomes, (said) => {
        const event = eventOf(reportedPoll(said), job);
        const step = transition(job, event, now);
        if (step.kind !== 'next') throw new Error('it can happen');
        const { output } = step.job;
        expect(jobSchema.parse(saved(step.job))).toEqual(step.job);
        expect(saved(step.effects)).toEqual(step.effects);
        for (const effect of step.effects)
          if ('amount' in effect) expect(Math.abs(effect.amount)).toBeLessThanOrEqual(mostAmount);
        const until = fetchedUntil(step.job, defaultGatewayOptions);
        for (const at of [until, step.job.dueAt ?? now, output?.keptUntil ?? now])
          expect(new Date(at).toISOString()).toMatch(/^\d{4}-/);
      }),
    );
  });

  law.prop([anyNumber])('law: is a balance that can be counted with, or none', (credits) => {
    const reported = reportedProbe({ kind: 'ready', credits });
    const balance = reported.kind === 'ready' ? reported.credits : Number.NaN;
    expect(balance === null || Number.isSafeInteger(balance)).toBe(true);
    if (Number.isSafeInteger(credits) && Math.abs(credits) <= mostAmount)
      expect(balance).toBe(credits);
  });

  law.prop([anyNumber])(
    'law: is a refusal, a finished video and a list that can be kept',
    (said) => {
      const error = { kind: 'rate_limited', scope: 'account', charge: 'not-charged' } as const;
      const refused = { ...error, retryAfterMs: said, detail: 'it says so' };
      const output = { mediaType: 'video', value: {}, keptUntil: said } as const;
      const handle = { version: 1, value: 'f-1' };
      const compared = [{ field: 'seconds', asked: 5, reported: said }];
      for (const reported of [
        reportedSubmission({ kind: 'rejected', error: refused }),
        reportedSubmission({ kind: 'completed', handle, output }),
        reportedStaging({ kind: 'rejected', error: refused }),
        reportedSearch({
          kind: 'ambiguous',
          candidates: 1,
          among: [{ id: 'f-1', createdAt: said, compared }],
        }),
      ])
        expect(saved(reported)).toEqual(reported);
    },
  );

  it('keeps what decides, and names what is left out', () => {
    const output = { mediaType: 'video', value: { at: '/f-1' } } as const;
    const usage = { unit: 'credits', amount: 0.5, figures: {} } as const;
    const said = { kind: 'succeeded', output: { ...output, keptUntil: 9e15 }, usage } as const;
    expect(reportedPoll({ ...said, unread: ['progress'] })).toEqual({
      kind: 'succeeded',
      output,
      unread: ['progress', 'keptUntil', 'usage'],
    });
  });
});
