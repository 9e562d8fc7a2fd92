import { describe, expect, it } from 'vitest';
import { eventSamples } from '../../../test/event-samples.ts';
import { sampleJob } from '../../../test/sample-job.ts';
import { line, now, stepOf } from '../../../test/step-of.ts';
import { newResultFetch } from '../result-fetch.ts';

const account = 'account-one';
const correlation = 'vt_01k0000000000000000000000a.1';

const sending = sampleJob('dispatching', { dueAt: 500, readFailures: 3 });

describe('[proof.effects] a submission', () => {
  it.each([
    [eventSamples.accepted, { state: 'submitted', dueAt: 2_000 }],
    [
      eventSamples['completed-at-once'],
      {
        state: 'storing',
        output: eventSamples['completed-at-once'].output,
        resultFetch: newResultFetch(now),
        dueAt: now,
      },
    ],
  ] as const)('that is accepted costs the account its credits: $kind', (event, where) => {
    expect(stepOf(sending, event)).toEqual({
      changed: {
        ...where,
        credit: 'settled',
        handle: { version: 1, value: { id: 'gen_1' } },
        submittedAt: now,
        deadlineAt: 7_200_000,
        readFailures: 0,
      },
      effects: [
        { kind: 'credit', move: 'settle', accountId: account, amount: 20, unit: 'credits' },
        { kind: 'account-succeeded', accountId: account, making: null },
        { kind: 'endpoint', accountId: account, evidence: 'answered' },
        line('receipt', { account, correlation }),
      ],
    });
  });

  it('without a response keeps its slot, and all its money is on hold', () => {
    const event = {
      kind: 'outcome-lost',
      detail: 'reset',
      dueAt: 6_000,
      callEndsAt: 1_000,
    } as const;
    expect(stepOf(sending, event)).toEqual({
      changed: {
        state: 'outcome_unknown',
        sendDeadlineAt: 1_000,
        quota: 'held',
        credit: 'held',
        unknownSince: now,
        readFailures: 0,
        dueAt: 6_000,
      },
      effects: [
        { kind: 'quota', move: 'hold', amount: 20 },
        { kind: 'credit', move: 'hold', accountId: account, amount: 20, unit: 'credits' },
        { kind: 'account-erred', accountId: account },
        line('outcome-lost', { account, correlation, detail: 'reset' }),
      ],
    });
  });
  it('[providers.engine.candidates] keeps what may name the work: five ids, none longer than 200 characters', () => {
    const event = {
      kind: 'outcome-lost',
      detail: 'no id',
      dueAt: 6_000,
      callEndsAt: 1_000,
    } as const;
    const ids = ['x'.repeat(201), 'a', 'b', 'c', 'd', 'e', 'f'];
    const reported = { account, correlation, detail: 'no id' };
    expect(stepOf(sending, { ...event, candidates: ids }).effects).toContainEqual(
      line('outcome-lost', { ...reported, candidates: ['a', 'b', 'c', 'd', 'e'] }),
    );
    expect(stepOf(sending, { ...event, candidates: [] }).effects).toContainEqual(
      line('outcome-lost', reported),
    );
  });

  it('[providers.port.doubt] counts against the endpoint where it was lost there', () => {
    const event = {
      kind: 'outcome-lost',
      detail: 'HTTP 502',
      dueAt: 6_000,
      callEndsAt: 1_000,
    } as const;
    const doubt = { kind: 'endpoint', accountId: account, evidence: 'doubtful' };
    expect(stepOf(sending, { ...event, isDoubtful: true }).effects).toContainEqual(doubt);
    for (const ours of [event, { ...event, isDoubtful: false }])
      expect(stepOf(sending, ours).effects).not.toContainEqual(doubt);
  });
});
