import { describe, expect, it } from 'vitest';
import { eventSamples } from '../../../test/event-samples.ts';
import { sampleJob } from '../../../test/sample-job.ts';
import { line, now, stepOf } from '../../../test/step-of.ts';
import { describeFailure } from '../describe-failure.ts';
import { transition } from '../job-transition.ts';
import type { Job } from '../job.ts';

const refusals = [{ accountId: 'account-two', reason: 'busy' }];
const refused = [{ account: 'account-two', reason: 'busy' }];

/** Jobs without an account, with a past that must not reach their next try. */
const waiting: readonly Job[] = (['queued', 'awaiting_configuration'] as const).map((state) =>
  sampleJob(state, { dueAt: 500, readFailures: 3, refusals: 1, refusedBy: ['account-zero'] }),
);

describe('[proof.effects] choosing an account', () => {
  it.each(waiting)('reserves its slot and its credits for a job that is $state', (job) => {
    const submission = { version: 2, value: { seconds: 5 } };
    const event = { ...eventSamples['account-chosen'], submission, refusals };
    expect(stepOf(job, event)).toEqual({
      changed: {
        state: 'dispatching',
        accountId: 'account-one',
        holdsSlot: true,
        credit: 'reserved',
        route: { endpoint: 'mock', model: 'the-model' },
        expectedSize: { width: 960, height: 544 },
        spend: { ...event.cost, actual: null, usage: null },
        submission,
        correlationId: 'c.1',
        sendDeadlineAt: 10_000,
        dueAt: now,
        readFailures: 0,
      },
      effects: [
        { kind: 'slot', move: 'take', accountId: 'account-one' },
        { kind: 'credit', move: 'reserve', accountId: 'account-one', amount: 20, unit: 'credits' },
        line('account-chosen', {
          account: 'account-one',
          endpoint: 'mock',
          providerModel: 'the-model',
          correlation: 'c.1',
          refused,
        }),
      ],
    });
  });

  it('[clocks.accounts.set-back] ends a cooling from before the clock was set back, or the account would cool once more for the next job', () => {
    const [job] = waiting;
    if (job === undefined) throw new Error('There is no job.');
    const event = { ...eventSamples['account-chosen'], endsCooling: true };
    expect(stepOf(job, event).effects[0]).toEqual({
      kind: 'penalise',
      accountId: 'account-one',
      penalty: { kind: 'cooling', until: now },
    });
  });

  it('[providers.port.canary] of one that may be exhausted notes first when it is tried next', () => {
    const probeJob = { kind: 'probe-job', at: now, until: 9_000, streak: 1 } as const;
    const event = { ...eventSamples['account-chosen'], probeJob };
    const { effects } = stepOf(sampleJob('queued'), event);
    expect(effects[0]).toEqual({ kind: 'learn', accountId: 'account-one', learnedLimit: probeJob });
    expect(effects).toHaveLength(4);
  });

  it('reports of an account that was passed over what its endpoint cannot do, where it says so', () => {
    const unable = { accountId: 'account-two', reason: 'request-not-supported', detail: 'm: no' };
    const event = { kind: 'no-account', until: 2_000, refusals: [...refusals, unable] } as const;
    const reported = { account: 'account-two', reason: 'request-not-supported', detail: 'm: no' };
    expect(stepOf(sampleJob('queued'), event).effects).toStrictEqual([
      line('waiting', { refused: [...refused, reported], until: 2_000 }),
    ]);
  });

  it('moves nothing while none can take the job, and says why and until when', () => {
    const event = { kind: 'no-account', until: 2_000, refusals } as const;
    const [queued, awaiting] = waiting.map((job) => stepOf(job, event));
    const effects = [line('waiting', { refused, until: 2_000 })];
    expect(queued).toEqual({ changed: { dueAt: 2_000 }, effects });
    expect(awaiting).toEqual({ changed: { state: 'queued', dueAt: 2_000 }, effects });
  });

  it('is left to an operator when none ever can, and nothing is due till then', () => {
    const event = { kind: 'configuration-missing', refusals, deadlineAt: 9_000 } as const;
    const [queued, awaiting] = waiting.map((job) => stepOf(job, event));
    expect(queued).toEqual({
      changed: { state: 'awaiting_configuration', deadlineAt: 9_000, dueAt: null },
      effects: [line('awaiting-configuration', { refused })],
    });
    expect(awaiting).toEqual({ changed: { dueAt: null }, effects: [] });
  });

  it('of an earlier release that was prepared, and not sent, is undone whole', () => {
    const job = sampleJob('prepared', { dueAt: 500 });
    expect(stepOf(job, { kind: 'account-withdrawn', reason: 'it is leaving' })).toEqual({
      changed: {
        state: 'queued',
        accountId: null,
        holdsSlot: false,
        credit: 'released',
        submission: null,
        correlationId: null,
        dueAt: now,
      },
      effects: [
        { kind: 'slot', move: 'release', accountId: 'account-one' },
        { kind: 'credit', move: 'refund', accountId: 'account-one', amount: 20, unit: 'credits' },
        line('account-withdrawn', { account: 'account-one', detail: 'it is leaving' }),
      ],
    });
  });
});

describe('[proof.effects] a job that will never have an account', () => {
  it.each(waiting)('gives its owner everything back when it was $state', (job) => {
    type Code = 'account_removed' | 'cancelled_by_operator' | 'owner_erased' | 'not_configured';
    const failed = (code: Code) => ({
      state: 'failed',
      quota: 'released',
      failure: describeFailure(code),
      completedAt: now,
      dueAt: null,
    });
    const refund = { kind: 'quota', move: 'refund', amount: 20 } as const;
    expect(stepOf(job, { kind: 'cancelled', actor: 'eve' })).toEqual({
      changed: failed('cancelled_by_operator'),
      effects: [refund, line('cancelled', { by: 'eve', code: 'cancelled_by_operator' })],
    });
    expect(stepOf(job, { kind: 'owner-erased' })).toEqual({
      changed: failed('owner_erased'),
      effects: [refund, line('owner-erased', { code: 'owner_erased' })],
    });
    const pinned = { ...job, request: { ...job.request, pinnedAccountId: 'account-nine' } };
    if (job.state === 'awaiting_configuration')
      expect(stepOf(job, { kind: 'configuration-overdue' })).toEqual({
        changed: failed('not_configured'),
        effects: [refund, line('configuration-overdue', { code: 'not_configured' })],
      });
    for (const [asked, account] of [[pinned, 'account-nine'] as const, [job, null] as const])
      expect(stepOf(asked, { kind: 'account-gone' })).toEqual({
        changed: failed('account_removed'),
        effects: [refund, line('account-gone', { account, code: 'account_removed' })],
      });
  });
});

it('[proof.effects] what cannot happen to a job says so, and changes nothing', () => {
  expect(transition(sampleJob('completed'), { kind: 'owner-erased' }, now)).toEqual({
    kind: 'refused',
    state: 'completed',
    event: 'owner-erased',
  });
});
