import { describe, expect, it } from 'vitest';
import { eventSamples } from '../../../test/event-samples.ts';
import { sampleJob } from '../../../test/sample-job.ts';
import { line, now, stepOf } from '../../../test/step-of.ts';
import { describeFailure, failureCodeOf } from '../describe-failure.ts';
import type { JobEffect } from '../job-effect.ts';
import type { JobFailureCode } from '../job-failure.ts';
import type { CreditState, Job } from '../job.ts';

const account = 'account-one';
const correlation = 'vt_01k0000000000000000000000a.1';
const quota = (move: 'hold' | 'settle' | 'refund'): JobEffect => ({
  kind: 'quota',
  move,
  amount: 20,
});
const credit = (move: 'hold' | 'settle' | 'refund' | 'return'): JobEffect => ({
  kind: 'credit',
  move,
  accountId: account,
  amount: 20,
  unit: 'credits',
});
const slotFree: JobEffect = { kind: 'slot', move: 'release', accountId: account };

/** Its acceptance is unknown. */
const lost = sampleJob('outcome_unknown', { dueAt: 500, readFailures: 3, unknownSince: 400 });
/** A job that was accepted, and whose outcome is unknown. */
const overdue: Job = {
  ...lost,
  credit: 'settled',
  handle: { version: 1, value: { id: 'gen_0' } },
  submittedAt: 100,
  deadlineAt: 300,
};

function over(code: JobFailureCode, money: Partial<Job>): Partial<Job> {
  return {
    state: 'failed',
    failure: describeFailure(code),
    completedAt: now,
    dueAt: null,
    holdsSlot: false,
    ...money,
  };
}

describe('[proof.effects] a job the store forgot the end of', () => {
  const event = { kind: 'possibly-sent', detail: 'the store forgot' } as const;
  const unknown = { state: 'outcome_unknown', quota: 'held', unknownSince: now, dueAt: now };

  it.each(['queued', 'awaiting_configuration'] as const)(
    'has its owner’s money held when it was %s, and no account to blame',
    (state) => {
      const job = sampleJob(state, { dueAt: 500, readFailures: 3 });
      expect(stepOf(job, event)).toEqual({
        changed: { ...unknown, readFailures: 0 },
        effects: [
          quota('hold'),
          line('outcome-lost', { account: null, detail: 'the store forgot' }),
        ],
      });
    },
  );

  it('has its account’s credits held as well when it was prepared, and its name is forgotten', () => {
    const job = sampleJob('prepared', { dueAt: 500, readFailures: 3 });
    expect(stepOf(job, event)).toEqual({
      changed: { ...unknown, credit: 'held', correlationId: null, readFailures: 0 },
      effects: [
        quota('hold'),
        credit('hold'),
        line('outcome-lost', { account, detail: 'the store forgot' }),
      ],
    });
  });
});

describe('[proof.effects] work that is found', () => {
  it('costs the account its credits; the owner’s stay held until the end', () => {
    expect(stepOf(lost, eventSamples.found)).toEqual({
      changed: {
        state: 'submitted',
        credit: 'settled',
        handle: { version: 1, value: { id: 'gen_1' } },
        submittedAt: now,
        deadlineAt: 7_200_000,
        unknownSince: null,
        readFailures: 0,
        dueAt: 2_000,
      },
      effects: [credit('settle'), line('found', { account, correlation })],
    });
  });

  it('[jobs.found.audited] says who found it, by what id and on what evidence', () => {
    const resolution = { actor: 'eve', note: 'on its page', upstreamId: 'film-7' };
    const { effects } = stepOf(lost, { ...eventSamples.found, resolution });
    const said = { outcome: 'found', by: 'eve', note: 'on its page', upstreamId: 'film-7' };
    expect(effects).toContainEqual(line('found', { account, correlation, ...said }));
  });

  it('costs nothing more when it was paid for before, and is as old as it was', () => {
    expect(stepOf(overdue, eventSamples.found)).toEqual({
      changed: {
        state: 'submitted',
        handle: { version: 1, value: { id: 'gen_1' } },
        deadlineAt: 7_200_000,
        unknownSince: null,
        readFailures: 0,
        dueAt: 2_000,
      },
      effects: [line('found', { account, correlation })],
    });
  });
});

describe('[proof.effects] an unknown outcome', () => {
  it('that is proven not to exist gives all money back', () => {
    const doubt = { word: 'absent', source: 'one@', since: 7, latest: 9, looks: 3 } as const;
    expect(stepOf({ ...lost, doubt }, { kind: 'absence-proven', doubt })).toEqual({
      changed: over('submission_not_found', { quota: 'released', credit: 'released', doubt: null }),
      effects: [
        quota('refund'),
        credit('refund'),
        line('absence-proven', { looks: 3, since: 7, code: 'submission_not_found' }),
        slotFree,
      ],
    });
  });

  it('that cannot be queried moves nothing', () => {
    const because = 'not-searchable';
    const event = { kind: 'cannot-be-asked', because, doubt: null, dueAt: 9_000 } as const;
    const changed = { readFailures: 0, dueAt: 9_000 };
    expect(stepOf(lost, { ...event, isReported: false })).toStrictEqual({
      changed,
      effects: [line('needs-ruling', { account, because: 'not-searchable' })],
    });
    expect(stepOf(lost, { ...event, isReported: true })).toStrictEqual({ changed, effects: [] });
  });

  it('reports to a person how many pieces of work at its provider may be this one', () => {
    const left = { because: 'several', candidates: 2 } as const;
    const reported = line('needs-ruling', { account, ...left });
    const event = { ...eventSamples['cannot-be-asked'], ...left };
    expect(stepOf(lost, event).effects).toEqual([reported]);
  });

  it('releases its slot and no money', () => {
    expect(stepOf(lost, { kind: 'slot-given-up', dueAt: 9_000 })).toEqual({
      changed: { holdsSlot: false, dueAt: 9_000 },
      effects: [slotFree, line('slot-given-up', { account })],
    });
  });

  it('[evidence.asked-again] is queried at once and anew, without a step in its trail', () => {
    const doubt = { word: 'denied', source: 'one@', since: 7, latest: 9, looks: 3 } as const;
    const job: Job = { ...lost, readFailures: 9, doubt, dueAt: 9_000 };
    const changed = { readFailures: 0, doubt: null, dueAt: now };
    expect(stepOf(job, { kind: 'asked-again' })).toEqual({ changed, effects: [] });
  });

  it('releases no slot twice', () => {
    const without: Job = { ...lost, holdsSlot: false };
    const { effects } = stepOf(without, { kind: 'slot-given-up', dueAt: 9_000 });
    expect(effects).toEqual([line('slot-given-up', { account })]);
    expect(stepOf(without, eventSamples['absence-proven']).effects).not.toContainEqual(slotFree);
  });
});

describe('[proof.effects] a handle that is another job’s', () => {
  const reported = line('handle-taken', { account, correlation, heldBy: 'vt_other' });

  it('puts on hold all money of the job that got it second, and blames the account', () => {
    const job = sampleJob('dispatching', { dueAt: 500, readFailures: 3 });
    const event = { kind: 'handle-taken', heldBy: 'vt_other', dueAt: 6_000 } as const;
    expect(stepOf(job, event)).toEqual({
      changed: {
        state: 'outcome_unknown',
        quota: 'held',
        credit: 'held',
        unknownSince: now,
        sendDeadlineAt: null,
        readFailures: 0,
        dueAt: 6_000,
      },
      effects: [
        quota('hold'),
        credit('hold'),
        { kind: 'account-erred', accountId: account },
        reported,
      ],
    });
  });

  it('found by a search moves the next check only, and is reported as rarely as a failed one', () => {
    const event = { kind: 'handle-taken', heldBy: 'vt_other', dueAt: 6_000 } as const;
    const changed = { readFailures: 4, dueAt: 6_000 };
    expect(stepOf(lost, event)).toEqual({ changed, effects: [reported] });
    const often = { ...lost, readFailures: 4 };
    expect(stepOf(often, event)).toEqual({ changed: { ...changed, readFailures: 5 }, effects: [] });
  });
});

describe('[proof.effects] a proof that comes late', () => {
  it('of a refusal gives all money back and ends the job by its reason', () => {
    const { error } = eventSamples['refusal-proven'];
    const { changed, effects } = stepOf(lost, { kind: 'refusal-proven', error });
    const code = failureCodeOf(error);
    expect(changed).toEqual(over(code, { quota: 'released', credit: 'released' }));
    expect(effects).toEqual([
      quota('refund'),
      credit('refund'),
      line('account-refused', { account, reason: error.kind, detail: error.detail, code }),
      slotFree,
    ]);
  });

  it('of work on another account leaves the one that was reserved', () => {
    const event = { ...eventSamples.found, accountId: 'account-two' };
    const { changed, effects } = stepOf(lost, event);
    expect(changed).toMatchObject({
      state: 'submitted',
      accountId: 'account-two',
      holdsSlot: false,
      credit: 'released',
    });
    expect(effects).toEqual([
      slotFree,
      credit('refund'),
      line('found', { account: 'account-two', correlation }),
    ]);
    expect(stepOf(lost, { ...event, accountId: account })).toEqual(
      stepOf(lost, eventSamples.found),
    );
  });
});

describe('[proof.effects] an operator’s word', () => {
  const note = 'asked the provider';
  const actor = 'admin';

  /** State of the account's credits, and the move that a resolution makes. */
  const words: readonly (readonly [CreditState, 'charged' | 'not_charged', JobEffect[]])[] = [
    ['held', 'charged', [credit('settle')]],
    ['held', 'not_charged', [credit('refund')]],
    ['settled', 'charged', []],
    ['settled', 'not_charged', [credit('return')]],
    ['reserved', 'charged', [credit('settle')]],
    ['reserved', 'not_charged', [credit('refund')]],
    ['none', 'charged', []],
    ['none', 'not_charged', []],
    ['released', 'charged', []],
    ['released', 'not_charged', []],
    ['returned', 'not_charged', []],
  ];

  it.each(words)('on credits that are %s: %s', (stood, outcome, moved) => {
    const code = outcome === 'charged' ? 'outcome_ruled_charged' : 'outcome_ruled_not_charged';
    const owner = outcome === 'charged' ? quota('settle') : quota('refund');
    const { changed, effects } = stepOf(
      { ...lost, credit: stood },
      { kind: 'resolved', outcome, actor, note },
    );
    expect(effects).toEqual([
      owner,
      ...moved,
      line('ruled', { outcome, by: actor, note, code }),
      slotFree,
    ]);
    expect(changed).toMatchObject(
      over(code, { quota: outcome === 'charged' ? 'settled' : 'released' }),
    );
  });

  it('leaves credits at what they came to', () => {
    const after = (stood: CreditState, outcome: 'charged' | 'not_charged') =>
      stepOf({ ...lost, credit: stood }, { kind: 'resolved', outcome, actor, note }).changed.credit;
    expect([after('held', 'charged'), after('held', 'not_charged')]).toEqual([
      'settled',
      'released',
    ]);
    expect(after('settled', 'not_charged')).toBe('returned');
  });
});
