import { describe, expect, it } from 'vitest';
import { sampleJob } from '../../test/sample-job.ts';
import { createStepClock } from '../../test/step-clock.ts';
import type { Job } from '../job/job.ts';
import type { JobEvents } from '../ports/job-events.ts';
import type { JobReader } from '../ports/job-reader.ts';
import { awaitEnd } from './await-end.ts';
import { createDeadlines } from './deadlines.ts';

const running = sampleJob('polling');
const own = { id: running.id, owner: running.owner, surface: running.surface } as const;
const minute = 60_000;

/** One job that changes when the test says so, with counts of its reads and listeners. */
function scene(initial: Job | undefined = running) {
  const clock = createStepClock();
  const listeners = new Set<(job: Job) => void>();
  const counts = { reads: 0 };
  let job = initial;
  const reader: Pick<JobReader, 'find'> = {
    find: async () => {
      counts.reads += 1;
      return job;
    },
  };
  const events: Pick<JobEvents, 'subscribe'> = {
    subscribe(_id, listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const waiting = {
    ports: { storage: { reader, events } },
    options: { unknownSlotMs: 15 * minute },
    deadlines: createDeadlines(clock),
  };
  const wait = (signal = new AbortController().signal, who: Partial<typeof own> = {}) =>
    awaitEnd(waiting, { ...own, ...who, timeoutMs: 15 * minute, signal });
  const change = (next: Job): void => {
    job = next;
    for (const listener of listeners) listener(next);
  };
  return { clock, counts, listeners, wait, change };
}

describe('waiting for an end', () => {
  it('[local.wait.ends-with-job][local.wait.no-polling] is notified by the store and reads it once', async () => {
    const { clock, counts, listeners, wait, change } = scene();
    const ended = wait();
    await clock.advance(10 * minute);
    change(sampleJob('storing'));
    change(sampleJob('completed'));
    expect(await ended).toMatchObject({ kind: 'ended', job: { state: 'completed' } });
    expect(counts.reads).toBe(1);
    await clock.advance(0);
    expect([listeners.size, clock.sleepers]).toEqual([0, 0]);
  });

  it('misses nothing that happens while it begins', async () => {
    const { wait, change } = scene();
    const ended = wait();
    change(sampleJob('failed'));
    expect(await ended).toMatchObject({ kind: 'ended', job: { state: 'failed' } });
  });

  it('[local.wait.timeout-504] ends after its time, and only then', async () => {
    const { clock, listeners, wait } = scene();
    const result = wait();
    await clock.advance(15 * minute - 1);
    expect(listeners.size).toBe(1);
    await clock.advance(1);
    expect(await result).toMatchObject({ kind: 'still-running', job: { state: 'polling' } });
    expect(listeners.size).toBe(0);
  });

  it('[local.wait.hang-up] ends when its caller leaves, before or during', async () => {
    const { clock, listeners, wait } = scene();
    expect(await wait(AbortSignal.abort())).toMatchObject({ kind: 'still-running' });
    const controller = new AbortController();
    const result = wait(controller.signal);
    await clock.advance(1);
    controller.abort();
    expect(await result).toMatchObject({ kind: 'still-running' });
    await clock.advance(0);
    expect([listeners.size, clock.sleepers]).toEqual([0, 0]);
  });

  it('[local.wait.unknown-at-once][local.wait.unknown-askable] ends with an unknown outcome when the provider cannot be queried', async () => {
    const { clock, wait, change } = scene();
    const unknown = sampleJob('outcome_unknown', { unknownSince: 0, dueAt: 5_000 });
    const result = wait();
    await clock.advance(1);
    change(unknown);
    let isOver = false;
    void result.then(() => {
      isOver = true;
    });
    await clock.advance(minute);
    expect(isOver).toBe(false);
    change({ ...unknown, dueAt: 15 * minute });
    expect(await result).toMatchObject({ kind: 'ended', job: { state: 'outcome_unknown' } });
  });

  it('[invariants.i11-foreign-is-missing] reports nothing of a foreign job, not even its end', async () => {
    const { listeners, wait, change } = scene();
    const result = wait(undefined, { owner: 'service' });
    change(sampleJob('completed'));
    expect(await result).toEqual({ kind: 'not-found' });
    expect(listeners.size).toBe(0);
  });
});
