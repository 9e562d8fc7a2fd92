import { describe, expect, it } from 'vitest';
import { eventSamples } from '../../../test/event-samples.ts';
import { sampleJob } from '../../../test/sample-job.ts';
import { line, now, stepOf } from '../../../test/step-of.ts';
import { describeFailure } from '../describe-failure.ts';
import type { JobEffect } from '../job-effect.ts';
import type { JobState } from '../job-state.ts';
import { newResultFetch } from '../result-fetch.ts';
import type { Job } from '../job.ts';

const account = 'account-one';
const quota = (move: 'hold' | 'settle' | 'refund'): JobEffect => ({
  kind: 'quota',
  move,
  amount: 20,
});
const slotFree: JobEffect = { kind: 'slot', move: 'release', accountId: account };

/** A job that was accepted, and read without luck lately. */
const watched = (state: JobState, changes: Partial<Job> = {}): Job =>
  sampleJob(state, { dueAt: 500, readFailures: 3, progress: 40, ...changes });

const failed = {
  state: 'failed',
  quota: 'refunded',
  holdsSlot: false,
  completedAt: now,
  dueAt: null,
};

describe('[proof.effects] our own copy', () => {
  const { result } = eventSamples['result-stored'];
  const known = { param: 'seconds', message: 'rounded' };
  const warning = { param: 'resolution', message: 'smaller than asked' };

  it('once it is whole, the owner pays and the slot is free', () => {
    const job = watched('storing', { warnings: [known] });
    expect(stepOf(job, { ...eventSamples['result-stored'], warnings: [warning] })).toEqual({
      changed: {
        state: 'completed',
        progress: 100,
        quota: 'settled',
        holdsSlot: false,
        warnings: [known, warning],
        result,
        completedAt: now,
        resultExpiresAt: 9_000,
        readFailures: 0,
        dueAt: null,
      },
      effects: [
        quota('settle'),
        slotFree,
        line('completed', { sha256: result.sha256, size: result.size }),
      ],
    });
  });

  it('adds no warning where there is none', () => {
    const job = watched('storing', { warnings: [known] });
    const { changed } = stepOf(job, eventSamples['result-stored']);
    expect(changed).not.toHaveProperty('warnings');
  });

  it('that cannot be used costs the owner nothing, and the account what the provider took', () => {
    expect(stepOf(watched('storing'), { kind: 'result-unusable', detail: 'truncated' })).toEqual({
      changed: { ...failed, failure: describeFailure('result_invalid') },
      effects: [
        quota('refund'),
        line('result-unusable', { detail: 'truncated', code: 'result_invalid' }),
        slotFree,
      ],
    });
  });
});

describe('[proof.effects][results.told] a video that did not come', () => {
  const event = eventSamples['result-awaited'];
  const output = { mediaType: 'video', value: { url: '/r/2' } } as const;
  const fresh = newResultFetch(200);
  const told = (inARow: number) =>
    line('result-awaited', { awaits: 'host', detail: 'reset', inARow, until: 2_000 });

  it('is waited for from the first failed try on, through the link a poll gave', () => {
    const job = watched('storing', { readFailures: 0, resultFetch: fresh });
    const proof = { faults: 1, lastFault: 'gone' };
    expect(stepOf(job, { ...event, output, proof })).toEqual({
      changed: {
        output,
        readFailures: 1,
        resultFetch: { ...fresh, ...proof, awaits: 'host', awaitsSince: now, until: 90_000 },
        dueAt: 2_000,
      },
      effects: [told(1)],
    });
  });

  it('is waited for since the first such try, and told of at 1, 2, 4, 8 … or for another reason', () => {
    const waiting = { ...fresh, awaits: 'host', awaitsSince: 300, until: 90_000 } as const;
    const after = (readFailures: number, reason: 'host' | 'space' = 'host') =>
      stepOf(watched('storing', { readFailures, resultFetch: waiting }), {
        ...event,
        output: null,
        reason,
      });
    expect(after(2)).toEqual({ changed: { readFailures: 3, dueAt: 2_000 }, effects: [] });
    expect(after(3).effects).toEqual([told(4)]);
    expect(after(2, 'space').changed.resultFetch).toMatchObject({
      awaits: 'space',
      awaitsSince: now,
    });
    expect(after(2, 'space').effects).toHaveLength(1);
  });

  it('of a job an earlier release wrote is waited for from now on', () => {
    const { changed } = stepOf(watched('storing'), event);
    expect(changed.resultFetch).toMatchObject({ since: now, awaitsSince: now });
  });

  it('gives its slot up once, when it waited long enough', () => {
    const waits = { awaits: 'host', detail: 'reset', inARow: 4, until: 2_000 } as const;
    const slot = line('slot-given-up', { account, ...waits });
    const job = watched('storing', { readFailures: 3, resultFetch: fresh });
    const { changed, effects } = stepOf(job, { ...event, givesUpSlot: true });
    expect(changed.holdsSlot).toBe(false);
    expect(effects).toEqual([slotFree, slot]);
    const again = stepOf({ ...job, holdsSlot: false }, { ...event, givesUpSlot: true });
    expect(again.effects).toEqual([told(4)]);
  });

  it('in the time it is fetched costs the owner nothing, and the account what the provider took', () => {
    const over = { kind: 'result-not-fetched', reason: 'host', detail: 'reset' } as const;
    expect(stepOf(watched('storing'), over)).toEqual({
      changed: { ...failed, failure: describeFailure('result_invalid') },
      effects: [
        quota('refund'),
        line('result-not-fetched', {
          awaits: 'host',
          detail: 'reset',
          code: 'result_invalid',
        }),
        slotFree,
      ],
    });
  });

  it('and came after all is waited for no more', () => {
    const job = watched('storing', { resultFetch: { ...fresh, awaits: 'host', awaitsSince: 300 } });
    expect(stepOf(job, eventSamples['result-stored']).changed.resultFetch).toBeNull();
  });
});
