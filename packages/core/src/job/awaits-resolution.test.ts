import { describe, expect, it } from 'vitest';
import { sampleJob } from '../../test/sample-job.ts';
import { awaitsResolution } from './awaits-resolution.ts';
import { transition } from './job-transition.ts';
import type { JobEvent } from './job-event.ts';
import type { Job } from './job.ts';

const slotMs = 900_000;
const now = 1_000;

function after(job: Job, event: JobEvent): Job {
  const result = transition(job, event, now);
  if (result.kind !== 'next') throw new Error(`${event.kind} was refused`);
  return result.job;
}

const dispatching = sampleJob('dispatching');
const lost = (dueAt: number): Job =>
  after(dispatching, { kind: 'outcome-lost', detail: 'reset', dueAt, callEndsAt: now });

describe('an unknown outcome', () => {
  it('[local.wait.unknown-askable] that will be queried is not left to a person', () => {
    expect(awaitsResolution(lost(now + 5_000), slotMs)).toBe(false);
  });

  it('[local.wait.unknown-at-once] whose provider cannot be queried at all is, at once', () => {
    expect(awaitsResolution(lost(now + slotMs), slotMs)).toBe(true);
  });

  it('[local.wait.unknown-at-once] whose provider turned out not to support the query is', () => {
    const asked = after(lost(now + 5_000), { kind: 'read-failed', detail: 'x', dueAt: 9 });
    expect(awaitsResolution(asked, slotMs)).toBe(false);
    const answered = after(asked, {
      kind: 'cannot-be-asked',
      because: 'several',
      isReported: false,
      doubt: null,
      dueAt: now + slotMs,
    });
    expect(awaitsResolution(answered, slotMs)).toBe(true);
  });

  it('[local.wait.unknown-askable] whose question failed is not, however late the next one is', () => {
    const failed = after(lost(now + 5_000), {
      kind: 'read-failed',
      detail: 'x',
      dueAt: now + slotMs,
    });
    expect(awaitsResolution(failed, slotMs)).toBe(false);
  });

  it('[local.wait.unknown-askable] with a handle is not: the job can simply be read', () => {
    const job = after(sampleJob('polling'), { kind: 'deadline-passed', dueAt: now + slotMs });
    expect(awaitsResolution(job, slotMs)).toBe(false);
  });

  it('[providers.port.denied] with a handle that is denied for so long that it is believed is', () => {
    const once = { word: 'denied', source: 'one@', since: now, latest: now, looks: 1 } as const;
    const denied = after(sampleJob('polling'), { kind: 'not-known', doubt: once, dueAt: now + 1 });
    expect(awaitsResolution(denied, slotMs)).toBe(false);
    const left = after(denied, {
      kind: 'cannot-be-asked',
      because: 'denied',
      isReported: false,
      doubt: { ...once, latest: now + 3_600_000, looks: 6 },
      dueAt: now + slotMs,
    });
    expect(awaitsResolution(left, slotMs)).toBe(true);
  });

  it('is the only state that can be', () => {
    const others = ['queued', 'awaiting_configuration', 'completed', 'failed'] as const;
    for (const state of others)
      for (const unknownSince of [null, 0])
        expect(awaitsResolution(sampleJob(state, { dueAt: null, unknownSince }), slotMs)).toBe(
          false,
        );
    expect(
      awaitsResolution(sampleJob('outcome_unknown', { unknownSince: null, dueAt: null }), slotMs),
    ).toBe(false);
  });
});
