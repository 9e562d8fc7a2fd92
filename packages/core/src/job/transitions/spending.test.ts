import { describe, expect, it } from 'vitest';
import { eventSamples } from '../../../test/event-samples.ts';
import { sampleJob } from '../../../test/sample-job.ts';
import { stepOf } from '../../../test/step-of.ts';
import { contradictionIn } from '../../store-rules/contradiction-in.ts';
import type { JobEffect } from '../job-effect.ts';
import type { JobEvent } from '../job-event.ts';
import { transition } from '../job-transition.ts';
import type { UpstreamUsage } from '../../upstream/upstream-usage.ts';
import type { CreditState, Job } from '../job.ts';
import type { Spend } from '../spend.ts';

const spend: Spend = { unit: 'usd', estimate: 500, actual: null, usage: null, charges: 'success' };
const atAcceptance: Spend = { ...spend, charges: 'acceptance' };
const usage = { unit: 'usd', amount: 430, figures: { cost_in_usd: '0.00043' } } as const;

/** Moves of the account's money, and its state afterwards. */
function moved(before: Job, event: JobEvent): readonly [...string[], CreditState] {
  const { changed, effects } = stepOf(before, event);
  const moves = effects.filter((effect) => effect.kind === 'credit');
  return [...moves.map(said), changed.credit ?? before.credit];
}

function said(effect: JobEffect): string {
  return effect.kind === 'credit' ? `${effect.move} ${effect.amount} ${effect.unit}` : effect.kind;
}

function job(state: Job['state'], changes: Partial<Job>): Job {
  return sampleJob(state, { accountId: 'account-one', ...changes });
}

const failed = (charge: 'charged' | 'not-charged' | 'unknown'): JobEvent => ({
  ...eventSamples['upstream-failed'],
  error: { ...eventSamples['upstream-failed'].error, charge },
});

/** A failure with a charge. */
const billed = (
  bill: UpstreamUsage,
  charge: 'charged' | 'not-charged' | 'unknown' = 'unknown',
): JobEvent => ({
  ...eventSamples['upstream-failed'],
  error: { ...eventSamples['upstream-failed'].error, charge },
  usage: bill,
});

describe('[providers.money.settled-when-charged][providers.money.failed-bill] an account whose provider charges for what it made', () => {
  const open = { spend, credit: 'reserved' } as const;
  const unknown = { spend, credit: 'held', quota: 'held', unknownSince: 5 } as const;

  it.each([
    [
      'keeps the reservation as it accepts',
      job('dispatching', open),
      eventSamples.accepted,
      ['reserved'],
    ],
    [
      'pays the charge reported with the video',
      job('polling', open),
      { ...eventSamples.succeeded, usage },
      ['settle 430 usd', 'settled'],
    ],
    [
      'pays the estimate without a report',
      job('polling', open),
      eventSamples.succeeded,
      ['settle 500 usd', 'settled'],
    ],
    [
      'pays at once what is made at once',
      job('dispatching', open),
      { ...eventSamples['completed-at-once'], usage },
      ['settle 430 usd', 'settled'],
    ],
    [
      'pays nothing for what failed',
      job('polling', open),
      failed('unknown'),
      ['refund 500 usd', 'released'],
    ],
    [
      'pays for what failed where it says so',
      job('polling', open),
      failed('charged'),
      ['settle 500 usd', 'settled'],
    ],
    [
      'pays the charge reported for a failure',
      job('polling', open),
      billed(usage),
      ['settle 430 usd', 'settled'],
    ],
    [
      'pays the estimate for what failed where it bills in another unit',
      job('polling', open),
      billed({ ...usage, unit: 'tokens' }),
      ['settle 500 usd', 'settled'],
    ],
    [
      'pays nothing for what failed where it bills nothing, whatever its word',
      job('polling', open),
      billed({ ...usage, amount: 0 }, 'charged'),
      ['refund 500 usd', 'released'],
    ],
    [
      'corrects what it paid for a video that failed after all',
      job('storing', { spend, credit: 'settled' }),
      billed(usage),
      ['correct -70 usd', 'settled'],
    ],
    [
      'gets back what it paid for a video that failed after all and cost nothing',
      job('storing', { spend, credit: 'settled' }),
      billed({ ...usage, amount: 0 }),
      ['return 500 usd', 'returned'],
    ],
    [
      'holds it while the end is not known',
      job('polling', open),
      eventSamples['deadline-passed'],
      ['hold 500 usd', 'held'],
    ],
    [
      'holds it while the provider denies the work',
      job('polling', open),
      eventSamples['not-known'],
      ['hold 500 usd', 'held'],
    ],
    [
      'keeps it on hold while lost work is found again',
      job('outcome_unknown', unknown),
      eventSamples.found,
      ['held'],
    ],
    [
      'pays from what is held',
      job('polling', { ...unknown, unknownSince: null }),
      { ...eventSamples.succeeded, usage },
      ['settle 430 usd', 'settled'],
    ],
    [
      'pays what a person resolves',
      job('outcome_unknown', unknown),
      { ...eventSamples.resolved, outcome: 'charged' } as const,
      ['settle 500 usd', 'settled'],
    ],
    [
      'pays nothing where that is proven',
      job('outcome_unknown', unknown),
      eventSamples['absence-proven'],
      ['refund 500 usd', 'released'],
    ],
  ] satisfies readonly (readonly [string, Job, JobEvent, readonly string[]])[])(
    '%s',
    (_what, before, event, reported) => {
      expect(moved(before, event)).toEqual(reported);
    },
  );
});

describe('[providers.money.actual] an account whose provider charges as it accepts', () => {
  const paid = { spend: atAcceptance, credit: 'settled' } as const;

  it.each([
    [
      'pays the estimate then',
      job('dispatching', { spend: atAcceptance, credit: 'reserved' }),
      eventSamples.accepted,
      ['settle 500 usd', 'settled'],
    ],
    [
      'is corrected by the charge reported with the video',
      job('polling', paid),
      { ...eventSamples.succeeded, usage },
      ['correct -70 usd', 'settled'],
    ],
    [
      'upwards too',
      job('polling', paid),
      { ...eventSamples.succeeded, usage: { ...usage, amount: 501 } },
      ['correct 1 usd', 'settled'],
    ],
    [
      'is left alone without another report',
      job('polling', paid),
      { ...eventSamples.succeeded, usage: { ...usage, amount: 500 } },
      ['settled'],
    ],
    [
      'gets back what it paid',
      job('polling', paid),
      failed('not-charged'),
      ['return 500 usd', 'returned'],
    ],
    [
      'gets back what it really paid',
      job('storing', { ...paid, spend: { ...atAcceptance, actual: 430, usage } }),
      failed('not-charged'),
      ['return 430 usd', 'returned'],
    ],
  ] satisfies readonly (readonly [string, Job, JobEvent, readonly string[]])[])(
    '%s',
    (_what, before, event, reported) => {
      expect(moved(before, event)).toEqual(reported);
    },
  );

  it.each([
    { ...usage, unit: 'tokens' },
    { ...usage, amount: 0.5 },
    { ...usage, amount: -1 },
  ] as const)('keeps figures it cannot count: %j', (figures) => {
    const { changed, effects } = stepOf(job('polling', paid), {
      ...eventSamples.succeeded,
      usage: figures,
    });
    expect(changed.spend).toEqual({ ...atAcceptance, usage: figures });
    expect(effects.filter(({ kind }) => kind === 'credit')).toEqual([]);
  });

  it.each([499, 500, 501])('may store a report of %d for the 500 it paid', (amount) => {
    const before = job('polling', paid);
    const event = { ...eventSamples.succeeded, usage: { ...usage, amount } };
    const result = transition(before, event, 1_000);
    if (result.kind !== 'next') throw new Error('refused');
    expect(contradictionIn(before, result.job, result.effects)).toBeNull();
    expect(result.job.spend).toMatchObject({ usage: { amount } });
  });

  it('moves the owner’s money by the price alone', () => {
    const { effects } = stepOf(job('storing', paid), eventSamples['result-stored']);
    expect(effects.filter(({ kind }) => kind === 'quota')).toEqual([
      { kind: 'quota', move: 'settle', amount: 20 },
    ]);
  });
});
