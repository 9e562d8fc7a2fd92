import { createJobFactory } from '@filmgate/conformance';
import type { JobState } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { Owner } from '../ledger/owners.ts';
import type { OpenJob } from '../memory/open-job.ts';
import { Schedule } from './schedule.ts';

const make = createJobFactory();
const all = { families: ['*'], limit: 100 } as const;

function scene() {
  const jobs = new Map<number, OpenJob>();
  const schedule = new Schedule((position) => jobs.get(position));
  const owner = new Owner(1, 'native');
  const add = (state: JobState, dueAt: number | null, leasedUntil: number | null = null) => {
    const position = jobs.size + 1;
    const lease = leasedUntil === null ? null : { holder: 'a', until: leasedUntil };
    const current = { job: make.jobIn(state), lastEntry: null, lease, dueAt };
    const memory = { epoch: 0, poolSeen: 0, filedAt: 0, heapIndex: -1, lane: 'nowhere' as const };
    const open: OpenJob = { position, owner, current, ...memory };
    jobs.set(position, open);
    schedule.file(open);
    return open;
  };
  const starts = (now: number) =>
    schedule.takeStarts({ ...all, now }).map(({ position }) => position);
  const ongoing = (now: number) =>
    schedule.takeOngoing({ limit: 100, now }).map(({ position }) => position);
  return { schedule, add, starts, ongoing };
}

describe('Schedule', () => {
  it('keeps jobs without an account apart from all others', () => {
    const { add, starts, ongoing } = scene();
    add('queued', 10);
    add('awaiting_configuration', 10);
    add('polling', 10);
    add('dispatching', 10);
    expect(starts(10)).toEqual([1, 2]);
    expect(ongoing(10)).toEqual([3, 4]);
  });

  it('gives nothing before it is due, and ongoing jobs by the instant', () => {
    const { add, starts, ongoing } = scene();
    add('queued', 20);
    add('polling', 30);
    add('storing', 20);
    expect([starts(19), ongoing(19)]).toEqual([[], []]);
    expect([starts(20), ongoing(30)]).toEqual([[1], [3, 2]]);
  });

  it('gives a leased job when its lease has run out, whatever its due instant', () => {
    const { add, ongoing } = scene();
    add('polling', 10, 50);
    add('polling', null, 40);
    expect(ongoing(39)).toEqual([]);
    expect(ongoing(50)).toEqual([2, 1]);
  });

  it('never returns a job that needs no run', () => {
    const { add, starts, ongoing, schedule } = scene();
    add('awaiting_configuration', null);
    add('completed', 5);
    expect([starts(1e15), ongoing(1e15), schedule.nextDueAt()]).toEqual([[], [], null]);
  });

  it('says when something falls due next, also of jobs that wait for their turn', () => {
    const { schedule, add } = scene();
    add('polling', 30);
    expect(schedule.nextDueAt()).toBe(30);
    add('queued', 20);
    expect(schedule.nextDueAt()).toBe(20);
    expect(schedule.takeStarts({ families: ['none'], limit: 1, now: 25 })).toEqual([]);
    expect(schedule.nextDueAt()).toBe(20);
  });

  it('does not give what became ready by a clock that was set back since', () => {
    const { schedule, add, starts } = scene();
    add('queued', 20);
    expect(schedule.takeStarts({ families: ['none'], limit: 1, now: 25 })).toEqual([]);
    expect(starts(15)).toEqual([]);
    expect(schedule.nextDueAt()).toBe(20);
    expect(starts(20)).toEqual([1]);
  });

  it('forgets a job that is withdrawn', () => {
    const { schedule, add, starts, ongoing } = scene();
    for (const job of [add('queued', 1), add('polling', 1)]) schedule.withdraw(job);
    const ready = add('queued', 1);
    expect(schedule.takeStarts({ families: ['none'], limit: 1, now: 5 })).toEqual([]);
    schedule.withdraw(ready);
    expect([starts(5), ongoing(5), schedule.nextDueAt()]).toEqual([[], [], null]);
  });
});
