import { createJobFactory } from '@filmgate/conformance';
import { describe, expect, it } from 'vitest';
import { Owner } from '../ledger/owners.ts';
import type { OpenJob } from '../memory/open-job.ts';
import { StartQueue } from './start-queue.ts';

const make = createJobFactory();

/** Owners by name, and a queue that knows every job made here. */
function scene() {
  const owners = new Map<string, Owner>();
  const jobs = new Map<number, OpenJob>();
  const queue = new StartQueue((position) => jobs.get(position));
  const add = (name: string, position: number, family = 'vidA') => {
    const owner = owners.get(name) ?? new Owner(owners.size + 1, name);
    owners.set(name, owner);
    const job = make.newJob({ owner: name, family });
    const current = { job, lastEntry: null, lease: null, dueAt: 0 };
    const state = { epoch: 0, poolSeen: 0, filedAt: 0, heapIndex: -1, lane: 'ready' as const };
    const open: OpenJob = { position, owner, current, ...state };
    jobs.set(position, open);
    queue.add(open);
    return open;
  };
  const take = (...families: readonly string[]) => {
    const job = queue.take(families);
    if (job !== undefined) job.lane = 'nowhere';
    return job?.position;
  };
  return { add, take };
}

describe('StartQueue', () => {
  it('takes the oldest of an owner first, whenever it came back', () => {
    const { add, take } = scene();
    for (const position of [5, 3, 9]) add('a', position);
    expect([take('*'), take('*'), take('*'), take('*')]).toEqual([3, 5, 9, undefined]);
  });

  it('lets owners take turns, so that a heavy one starves no other', () => {
    const { add, take } = scene();
    for (let position = 1; position <= 20; position += 1) add('heavy', position);
    add('light', 21);
    add('other', 22);
    expect([take('*'), take('*'), take('*'), take('*')]).toEqual([1, 21, 22, 2]);
  });

  it('lets an owner that was never served go before those that were', () => {
    const { add, take } = scene();
    add('a', 1);
    add('a', 2);
    expect(take('*')).toBe(1);
    add('b', 3);
    expect([take('*'), take('*')]).toEqual([3, 2]);
  });

  it('gives only the families asked for, and counts a turn in all of them', () => {
    const { add, take } = scene();
    add('a', 1, 'vidA');
    add('a', 2, 'vidB');
    add('b', 3, 'vidB');
    expect(take('vidC')).toBeUndefined();
    expect(take('vidA')).toBe(1);
    expect(take('vidB', 'vidA')).toBe(3);
    expect(take('vidB', 'vidA')).toBe(2);
  });

  it('leaves out jobs that have gone elsewhere meanwhile', () => {
    const { add, take } = scene();
    const gone = add('a', 1);
    add('a', 2);
    gone.lane = 'nowhere';
    expect(take('*')).toBe(2);
    expect(take('*')).toBeUndefined();
  });

  it('gives a job that came back while it was still noted only once', () => {
    const { add, take } = scene();
    const job = add('a', 1);
    job.lane = 'nowhere';
    add('a', 1);
    expect([take('*'), take('*')]).toEqual([1, undefined]);
  });
});
