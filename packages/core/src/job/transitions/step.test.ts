import { describe, expect, it } from 'vitest';
import { sampleJob } from '../../../test/sample-job.ts';
import { now } from '../../../test/step-of.ts';
import type { LearnedLimit } from '../../account/learned.ts';
import type { JobEffect } from '../job-effect.ts';
import type { Spend } from '../spend.ts';
import { StepBuilder } from './step.ts';

const accountId = 'account-one';
const spend: Spend = {
  unit: 'usd',
  estimate: 500,
  actual: null,
  usage: null,
  charges: 'success',
};
const usage = { unit: 'usd', amount: 430, figures: {} } as const;
const learnedLimit: LearnedLimit = { kind: 'probe-job', at: now, until: 9_000, streak: 1 };
const making = sampleJob('polling', { accountId, spend, credit: 'reserved' });

const creditMove = (move: 'settle' | 'correct' | 'refund', amount: number): JobEffect => ({
  kind: 'credit',
  move,
  accountId,
  amount,
  unit: 'usd',
});

describe('a step', () => {
  it('makes the job one version newer, and never older than it was', () => {
    const job = sampleJob('queued', { version: 7, updatedAt: 400 });
    expect(new StepBuilder(job, now).build().job).toMatchObject({ version: 8, updatedAt: now });
    expect(new StepBuilder(job, 300).build().job).toMatchObject({ version: 8, updatedAt: 400 });
  });

  it('keeps its list of warnings while there is no warning to add', () => {
    const first = { param: 'seconds', message: 'rounded' };
    const second = { param: 'resolution', message: 'smaller' };
    const job = sampleJob('storing', { warnings: [first] });
    const warned = (...warnings: readonly (typeof first)[]) =>
      new StepBuilder(job, now).warn(warnings).build().job.warnings;
    expect(warned()).toBe(job.warnings);
    expect(warned(second)).toEqual([first, second]);
  });
});

describe('what a provider took', () => {
  const paid = (changes: Parameters<typeof sampleJob>[1], amount = 430) => {
    const job = { ...making, ...changes };
    const { job: next, effects } = new StepBuilder(job, now).paid({ ...usage, amount }).build();
    return { actual: next.spend?.actual, effects };
  };

  it('may be nothing', () => {
    expect(paid({}, 0)).toEqual({ actual: 0, effects: [creditMove('settle', 0)] });
  });

  it('corrects the settled amount, by the difference to the earlier charge', () => {
    const settled = { credit: 'settled' } as const;
    expect(paid(settled)).toEqual({ actual: 430, effects: [creditMove('correct', -70)] });
    const corrected = { ...settled, spend: { ...spend, actual: 430 } };
    expect(paid(corrected, 440)).toEqual({ actual: 440, effects: [creditMove('correct', 10)] });
  });

  it('counts for no account that is not known, and for none that has its money back', () => {
    expect(paid({ accountId: null })).toEqual({ actual: null, effects: [] });
    expect(paid({ accountId: null, credit: 'settled' })).toEqual({ actual: null, effects: [] });
    expect(paid({ credit: 'released' })).toEqual({ actual: null, effects: [] });
  });

  it('says nothing about what is set free: that is what was reserved', () => {
    const job = { ...making, spend: { ...spend, actual: 430 } };
    expect(new StepBuilder(job, now).credit('refund').build().effects).toEqual([
      creditMove('refund', 500),
    ]);
  });
});

describe('an account that is chosen', () => {
  it('may have as many jobs of the model at once as it learned, where it did', () => {
    const within = { model: 'the-model', jobs: 3 };
    const taken = (bound?: typeof within) =>
      new StepBuilder(sampleJob('queued'), now).takeAccount(accountId, spend, bound).build();
    const reserved = { kind: 'credit', move: 'reserve', accountId, amount: 500, unit: 'usd' };
    const slot = { kind: 'slot', move: 'take', accountId };
    expect(taken(within).effects).toStrictEqual([{ ...slot, within }, reserved]);
    expect(taken().effects).toStrictEqual([slot, reserved]);
  });

  it('to find out whether it is still exhausted notes when it is tried next', () => {
    const step = new StepBuilder(sampleJob('queued'), now).asProbeJob(accountId, learnedLimit);
    expect(step.build().effects).toEqual([{ kind: 'learn', accountId, learnedLimit }]);
  });
});

describe('what a step says of the account', () => {
  const reported = (job: typeof making) =>
    new StepBuilder(job, now)
      .learn(learnedLimit)
      .accountSucceeded()
      .accountErred()
      .endpoint('answered')
      .penalise({ kind: 'exhausted' })
      .build().effects;

  it('names the account, and the model by which it made the family', () => {
    const route = { endpoint: 'mock', model: 'the-model' };
    const made = { family: making.request.family, model: 'the-model' };
    expect(reported({ ...making, route })).toEqual([
      { kind: 'learn', accountId, learnedLimit },
      { kind: 'account-succeeded', accountId, making: made },
      { kind: 'account-erred', accountId },
      { kind: 'endpoint', accountId, evidence: 'answered' },
      { kind: 'penalise', accountId, penalty: { kind: 'exhausted' } },
    ]);
  });

  it('names no model where the route is not known', () => {
    expect(reported(making)).toContainEqual({ kind: 'account-succeeded', accountId, making: null });
  });

  it('says nothing without an account', () => {
    expect(reported({ ...making, accountId: null })).toEqual([]);
  });
});
