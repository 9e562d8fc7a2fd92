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

/** A job that was accepted, with failed reads since. */
const watched = (state: JobState, changes: Partial<Job> = {}): Job =>
  sampleJob(state, { dueAt: 500, readFailures: 3, progress: 40, ...changes });

const failed = {
  state: 'failed',
  quota: 'released',
  holdsSlot: false,
  completedAt: now,
  dueAt: null,
};

describe('[proof.effects] progress', () => {
  const after = (progress: number | null, state: JobState = 'polling') =>
    stepOf(watched(state), { kind: 'progressed', progress, pollAt: 2_000 });

  it('moves no money and leaves no line', () => {
    const changed = { progress: 41, readFailures: 0, dueAt: 2_000 };
    expect(after(41)).toEqual({ changed, effects: [] });
    expect(after(41, 'submitted')).toEqual({
      changed: { ...changed, state: 'polling' },
      effects: [],
    });
  });

  it.each([
    [null, undefined],
    [-5, undefined],
    [39, undefined],
    [40, undefined],
    [40.9, undefined],
    [41.9, 41],
    [98, 98],
    [99, 99],
    [100, 99],
    [1_000, 99],
  ])('of %s shows %s: it never falls, and is not whole before the end', (said, shown) => {
    expect(after(said).changed.progress).toBe(shown);
  });

  it('[providers.engine.unread-told] that was read in part is reported at the first read, and not again', () => {
    const event = { kind: 'progressed', progress: null, pollAt: 2_000 } as const;
    const odd = { ...event, unread: ['progress', 'no word'] };
    expect(stepOf(watched('submitted'), odd).effects).toEqual([
      line('partly-read', { unread: ['progress'] }),
    ]);
    expect(stepOf(watched('polling'), odd).effects).toEqual([]);
    expect(stepOf(watched('submitted'), { ...event, unread: [] }).effects).toEqual([]);
  });

  it('begins at nothing', () => {
    const job = watched('submitted', { progress: 0 });
    const event = { kind: 'progressed', pollAt: 2_000 } as const;
    expect(stepOf(job, { ...event, progress: null }).changed).not.toHaveProperty('progress');
    expect(stepOf(job, { ...event, progress: -1 }).changed).not.toHaveProperty('progress');
    expect(stepOf(job, { ...event, progress: 1 }).changed.progress).toBe(1);
  });
});

describe('[proof.effects] a read that failed', () => {
  it.each(['submitted', 'polling', 'outcome_unknown'] as const)(
    'moves the next check only: %s',
    (state) => {
      const event = { kind: 'read-failed', detail: '500', dueAt: 2_000 } as const;
      expect(stepOf(watched(state), event)).toEqual({
        changed: { readFailures: 4, dueAt: 2_000 },
        effects: [line('read-failed', { detail: '500', inARow: 4 })],
      });
    },
  );

  it('leaves a line at the first, second, fourth, eighth … in a row', () => {
    const reported = Array.from({ length: 33 }, (_, before) => before + 1).filter(
      (inARow) =>
        stepOf(watched('polling', { readFailures: inARow - 1 }), eventSamples['read-failed'])
          .effects.length > 0,
    );
    expect(reported).toEqual([1, 2, 4, 8, 16, 32]);
  });
});

describe('[proof.effects][evidence.several-looks] a word against work', () => {
  const { doubt } = eventSamples.doubted;

  it.each(['submitted', 'polling', 'outcome_unknown'] as const)(
    'is reported the first time, and ends nothing: %s',
    (state) => {
      const job = watched(state, { readFailures: 0 });
      expect(stepOf(job, eventSamples.doubted)).toEqual({
        changed: { doubt, readFailures: 1, dueAt: 2_000 },
        effects: [line('doubted', { account, said: 'failed', detail: 'policy' })],
      });
      const again = { ...eventSamples.doubted, doubt: { ...doubt, looks: 2 } };
      expect(stepOf({ ...job, doubt, readFailures: 1 }, again).effects).toEqual([]);
    },
  );
});

describe('[proof.effects] a provider that', () => {
  const output = { mediaType: 'video', value: { url: '/r/2' } } as const;

  it.each(['submitted', 'polling'] as const)(
    'finished leaves our own copy to be made: %s',
    (state) => {
      expect(stepOf(watched(state), { kind: 'succeeded', output })).toEqual({
        changed: {
          state: 'storing',
          output,
          resultFetch: newResultFetch(now),
          dueAt: now,
          readFailures: 0,
        },
        effects: [line('upstream-finished')],
      });
    },
  );

  it.each([
    [
      'not-charged',
      'returned',
      [{ kind: 'credit', move: 'return', accountId: account, amount: 20, unit: 'credits' }],
    ],
    ['charged', undefined, []],
    ['unknown', undefined, []],
  ] as const)('failed costs the owner nothing; charge: %s', (charge, credit, moved) => {
    const error = { ...eventSamples['upstream-failed'].error, charge, detail: 'why' } as const;
    for (const state of ['submitted', 'polling', 'storing'] as const)
      expect(stepOf(watched(state), { ...eventSamples['upstream-failed'], error })).toEqual({
        changed: {
          ...failed,
          failure: describeFailure('content_rejected'),
          ...(credit !== undefined && { credit }),
        },
        effects: [
          quota('refund'),
          ...moved,
          line('upstream-failed', {
            reason: 'policy',
            charge,
            detail: 'why',
            looks: 3,
            since: 1,
            code: 'content_rejected',
          }),
          slotFree,
        ],
      });
  });

  it('[providers.engine.unread-told] reports its end with the fields that could not be read', () => {
    const unread = ['expires_at'];
    const finished = { kind: 'succeeded', output, unread } as const;
    expect(stepOf(watched('polling'), finished).effects).toEqual([
      line('upstream-finished', { unread }),
    ]);
    const { effects } = stepOf(watched('polling'), { ...eventSamples['upstream-failed'], unread });
    expect(effects).toContainEqual(
      line('upstream-failed', {
        ...{
          reason: 'policy',
          charge: 'not-charged',
          detail: 'policy',
          looks: 3,
          since: 1,
          unread,
        },
        code: 'content_rejected',
      }),
    );
  });

  it('says it took nothing frees what was still open', () => {
    const job = watched('polling', { credit: 'held' });
    const { changed, effects } = stepOf(job, eventSamples['upstream-failed']);
    expect(changed.credit).toBe('released');
    expect(effects).toContainEqual({
      kind: 'credit',
      move: 'refund',
      accountId: account,
      amount: 20,
      unit: 'credits',
    });
  });

  it.each(['submitted', 'polling'] as const)('says nothing in time: %s', (state) => {
    expect(stepOf(watched(state), { kind: 'deadline-passed', dueAt: 6_000 })).toEqual({
      changed: {
        state: 'outcome_unknown',
        quota: 'held',
        unknownSince: now,
        readFailures: 0,
        dueAt: 6_000,
      },
      effects: [quota('hold'), line('deadline-passed', { account })],
    });
  });
});

describe('[proof.effects][providers.port.denied] work its provider denies', () => {
  it.each(['submitted', 'polling'] as const)('is unknown, with the money held: %s', (state) => {
    const { doubt } = eventSamples['not-known'];
    expect(stepOf(watched(state), { kind: 'not-known', doubt, dueAt: 6_000 })).toEqual({
      changed: {
        state: 'outcome_unknown',
        doubt,
        quota: 'held',
        unknownSince: now,
        readFailures: 0,
        dueAt: 6_000,
      },
      effects: [quota('hold'), line('not-known', { account })],
    });
  });
});
