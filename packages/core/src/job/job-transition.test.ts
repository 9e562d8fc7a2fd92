import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryEvent } from '../../test/arbitrary-event.ts';
import { eventSamples } from '../../test/event-samples.ts';
import { sampleJob } from '../../test/sample-job.ts';
import type { JobEffect } from './job-effect.ts';
import type { JobEvent, JobEventKind } from './job-event.ts';
import { isFinal, jobStates } from './job-state.ts';
import { transition } from './job-transition.ts';
import type { Job } from './job.ts';
import { projectWorkbenchStatus, workbenchStatuses } from './project-status.ts';

const kinds = Object.values(eventSamples).map(({ kind }) => kind);

/**
 * The next state of each event, by the present state: typed here, so that a change of the life cycle must be intended.
 */
const destinations: { readonly [K in JobEventKind]: Partial<Record<Job['state'], Job['state']>> } =
  {
    'account-chosen': { queued: 'dispatching', awaiting_configuration: 'dispatching' },
    'no-account': { queued: 'queued', awaiting_configuration: 'queued' },
    'configuration-missing': {
      queued: 'awaiting_configuration',
      awaiting_configuration: 'awaiting_configuration',
    },
    'configuration-overdue': { awaiting_configuration: 'failed' },
    'not-staged': { queued: 'failed', awaiting_configuration: 'failed' },
    'account-withdrawn': { prepared: 'queued' },
    'account-gone': { queued: 'failed', awaiting_configuration: 'failed' },
    'owner-erased': { queued: 'failed', awaiting_configuration: 'failed' },
    cancelled: { queued: 'failed', awaiting_configuration: 'failed' },
    accepted: { dispatching: 'submitted' },
    'completed-at-once': { dispatching: 'storing' },
    refused: { dispatching: 'failed' },
    'outcome-lost': { dispatching: 'outcome_unknown' },
    'possibly-sent': {
      queued: 'outcome_unknown',
      awaiting_configuration: 'outcome_unknown',
      prepared: 'outcome_unknown',
    },
    progressed: { submitted: 'polling', polling: 'polling' },
    'read-failed': {
      submitted: 'submitted',
      polling: 'polling',
      outcome_unknown: 'outcome_unknown',
    },
    doubted: { submitted: 'submitted', polling: 'polling', outcome_unknown: 'outcome_unknown' },
    succeeded: { submitted: 'storing', polling: 'storing' },
    'upstream-failed': { submitted: 'failed', polling: 'failed', storing: 'failed' },
    'deadline-passed': { submitted: 'outcome_unknown', polling: 'outcome_unknown' },
    'not-known': { submitted: 'outcome_unknown', polling: 'outcome_unknown' },
    'result-stored': { storing: 'completed' },
    'result-awaited': { storing: 'storing' },
    'result-unusable': { storing: 'failed' },
    'handle-taken': { dispatching: 'outcome_unknown', outcome_unknown: 'outcome_unknown' },
    'result-not-fetched': { storing: 'failed' },
    found: { outcome_unknown: 'submitted' },
    'refusal-proven': { outcome_unknown: 'failed' },
    'absence-proven': { outcome_unknown: 'failed' },
    'cannot-be-asked': { outcome_unknown: 'outcome_unknown' },
    'sent-again': { outcome_unknown: 'outcome_unknown' },
    'slot-given-up': { outcome_unknown: 'outcome_unknown' },
    'asked-again': { outcome_unknown: 'outcome_unknown' },
    resolved: { outcome_unknown: 'failed' },
  };

describe('transition', () => {
  for (const state of jobStates) {
    for (const kind of kinds) {
      const expected = destinations[kind][state];
      it(`${state} × ${kind} → ${expected ?? 'refused'}`, () => {
        const result = transition(sampleJob(state), eventSamples[kind], 1_000);
        if (expected === undefined) expect(result).toEqual({ kind: 'refused', state, event: kind });
        else
          expect(result).toMatchObject({
            kind: 'next',
            job: { state: expected, version: 2, updatedAt: 1_000 },
          });
      });
    }
  }
});

const arbitraryLife = fc.array(arbitraryEvent, { maxLength: 60 });

/** Every job under way, with the event that made it and its effects. */
function live(events: readonly JobEvent[]) {
  const steps: {
    readonly from: Job;
    readonly event: JobEvent;
    readonly job: Job;
    readonly effects: readonly JobEffect[];
  }[] = [];
  let job = sampleJob('queued');
  for (const event of events) {
    const result = transition(job, event, job.updatedAt + 1);
    if (result.kind === 'refused') continue;
    steps.push({ from: job, event, job: result.job, effects: result.effects });
    job = result.job;
  }
  return steps;
}

describe('laws of the life cycle', () => {
  it('[clocks.jobs.forward-only] no instant of a job is before the change before, whatever the clock says', () => {
    const hour = 3_600_000;
    const steps = fc.array(fc.tuple(arbitraryEvent, fc.integer({ min: -hour, max: hour })), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(steps, (events) => {
        let job = sampleJob('queued');
        for (const [event, now] of events) {
          const result = transition(job, event, now);
          if (result.kind === 'refused') continue;
          expect(result.job.updatedAt).toBe(Math.max(now, job.updatedAt));
          if (isFinal(result.job.state)) expect(result.job.completedAt).toBe(result.job.updatedAt);
          job = result.job;
        }
      }),
    );
  });

  it('[invariants.i8-final-states] no event leaves a final state', () => {
    fc.assert(
      fc.property(arbitraryEvent, fc.constantFrom('completed', 'failed'), (event, state) => {
        expect(transition(sampleJob(state), event, 5).kind).toBe('refused');
      }),
    );
  });

  it('[invariants.i6-unknown-not-resubmitted] an unknown outcome never comes to a submission again', () => {
    fc.assert(
      fc.property(arbitraryLife, (events) => {
        const steps = live(events);
        const lost = steps.findIndex(({ job }) => job.state === 'outcome_unknown');
        if (lost < 0) return;
        expect(steps.slice(lost).some(({ job }) => job.state === 'dispatching')).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it('[invariants.i4-ledger-balanced] the owner’s reservation closes at most once, and exactly once at the end', () => {
    fc.assert(
      fc.property(arbitraryLife, (events) => {
        const steps = live(events);
        const closings = steps
          .flatMap(({ effects }) => effects)
          .filter((effect) => effect.kind === 'quota' && effect.move !== 'hold');
        const ended = steps.at(-1)?.job.state;
        expect(closings).toHaveLength(ended !== undefined && isFinal(ended) ? 1 : 0);
      }),
      { numRuns: 2_000 },
    );
  });

  it('fields and effects agree: slots, credits and quota never move without their effect', () => {
    fc.assert(
      fc.property(arbitraryLife, (events) => {
        for (const { from, job, effects } of live(events)) {
          const count = (kind: JobEffect['kind']) =>
            effects.filter((effect) => effect.kind === kind).length;
          expect(count('slot')).toBe(from.holdsSlot === job.holdsSlot ? 0 : 1);
          expect(count('quota')).toBe(from.quota === job.quota ? 0 : 1);
          expect(count('credit')).toBe(from.credit === job.credit ? 0 : 1);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('progress never falls and is 100 only when completed', () => {
    fc.assert(
      fc.property(arbitraryLife, (events) => {
        for (const { from, job } of live(events)) {
          expect(job.progress).toBeGreaterThanOrEqual(from.progress);
          expect(job.progress === 100).toBe(job.state === 'completed');
        }
      }),
    );
  });

  it('[invariants.i5-refund-with-proof] money goes back only with proof that nothing was delivered', () => {
    const proof: readonly JobEventKind[] = [
      'account-gone',
      'configuration-overdue',
      'owner-erased',
      'cancelled',
      'not-staged',
      'refused',
      'upstream-failed',
      'result-unusable',
      'result-not-fetched',
      'refusal-proven',
      'absence-proven',
      'resolved',
    ];
    fc.assert(
      fc.property(arbitraryLife, (events) => {
        for (const { event, effects } of live(events)) {
          const refunds = effects.some(
            (effect) => effect.kind === 'quota' && effect.move === 'refund',
          );
          if (refunds) expect(proof).toContain(event.kind);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('[evidence.next-look] a job of unknown outcome always has a next check, whatever happened to it', () => {
    fc.assert(
      fc.property(arbitraryLife, (events) => {
        for (const { job } of live(events))
          if (job.state === 'outcome_unknown') expect(job.dueAt).not.toBeNull();
      }),
      // Few of the lives get there.
      { numRuns: 2_000 },
    );
  });

  it('[evidence.several-looks] a doubt ends with the job, and with any statement for its work', () => {
    fc.assert(
      fc.property(arbitraryLife, (events) => {
        for (const { event, job } of live(events)) {
          const speaksFor = ['progressed', 'succeeded', 'found', 'result-stored'];
          if (isFinal(job.state) || speaksFor.includes(event.kind)) expect(job.doubt).toBeNull();
        }
      }),
    );
  });

  it('[pool.asked-for-account-removed] a job ends with the account it asked for only while no account has it', () => {
    fc.assert(
      fc.property(arbitraryLife, (events) => {
        for (const { from, event, job, effects } of live(events)) {
          if (event.kind !== 'account-gone') continue;
          expect([from.accountId, from.holdsSlot, from.handle]).toEqual([null, false, null]);
          expect(job).toMatchObject({ state: 'failed', quota: 'released', credit: from.credit });
          expect(effects.map(({ kind }) => kind)).toEqual(['quota', 'trail']);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('[jobs.waiting-told-once] a job that waits for an operator reports it once, however often an account is sought', () => {
    const missing = eventSamples['configuration-missing'];
    const reported = live(Array.from({ length: 50 }, () => missing)).map(({ job, effects }) => [
      job.state,
      job.dueAt,
      effects.filter(({ kind }) => kind === 'trail').length,
    ]);
    expect(reported).toEqual(
      Array.from({ length: 50 }, (_, look) => ['awaiting_configuration', null, look === 0 ? 1 : 0]),
    );
  });

  it('[jobs.refused-tries] at most three submissions are tried', () => {
    fc.assert(
      fc.property(arbitraryLife, (events) => {
        const dispatches = live(events).filter(({ job }) => job.state === 'dispatching');
        expect(dispatches.length).toBeLessThanOrEqual(3);
      }),
      { numRuns: 2_000 },
    );
  });

  it('[jobs.one-penalty] one job penalises at most one account', () => {
    fc.assert(
      fc.property(arbitraryLife, (events) => {
        const penalties = live(events)
          .flatMap(({ effects }) => effects)
          .filter((effect) => effect.kind === 'penalise');
        expect(penalties.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 2_000 },
    );
  });

  it('[jobs.word-forward] the workbench word moves forward only, but for the two named returns', () => {
    const rank = (job: Job): number => workbenchStatuses.indexOf(projectWorkbenchStatus(job.state));
    const returns: readonly (readonly [JobEventKind, Job['state'], Job['state']])[] = [
      ['refused', 'dispatching', 'queued'],
      ['account-withdrawn', 'prepared', 'queued'],
      ['found', 'outcome_unknown', 'submitted'],
      ['absence-proven', 'outcome_unknown', 'failed'],
      ['refusal-proven', 'outcome_unknown', 'failed'],
      ['resolved', 'outcome_unknown', 'failed'],
    ];
    fc.assert(
      fc.property(arbitraryLife, (events) => {
        for (const { from, event, job } of live(events)) {
          const named = returns.some(
            ([kind, before, after]) =>
              kind === event.kind && before === from.state && after === job.state,
          );
          if (!named) expect(rank(job)).toBeGreaterThanOrEqual(rank(from));
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('[jobs.unknown-leaves] an unknown outcome is left by a finding, a proof or a resolution only', () => {
    const leaving = kinds.filter((kind) => {
      const next = transition(sampleJob('outcome_unknown'), eventSamples[kind], 5);
      return next.kind === 'next' && next.job.state !== 'outcome_unknown';
    });
    expect(leaving.toSorted()).toEqual(['absence-proven', 'found', 'refusal-proven', 'resolved']);
  });
});
