import { expect, it } from 'vitest';
import { sampleJob } from '../../test/sample-job.ts';
import { JobListeners } from './job-listeners.ts';

const job = sampleJob('queued');

it('tells everybody else when one listener throws, and notes it', () => {
  const faults: unknown[] = [];
  const told: string[] = [];
  const events = new JobListeners({
    info: () => undefined,
    warn: () => undefined,
    error: (_event, error) => void faults.push(error),
  });
  const bad = () => {
    throw new RangeError('listener');
  };
  events.subscribe(job.id, bad);
  events.subscribe(job.id, () => void told.push('of the job'));
  events.subscribeAll(() => void told.push('of all'));
  events.onWork(bad);
  events.onWork(() => void told.push('of work'));
  events.announce(job);
  events.announceWork();
  expect(told).toEqual(['of the job', 'of all', 'of work']);
  expect(faults).toEqual([new RangeError('listener'), new RangeError('listener')]);
});

it('lets one function subscribe twice, and each subscription end by itself', () => {
  const events = new JobListeners(undefined);
  const told: string[] = [];
  const listener = ({ id }: { readonly id: string }) => void told.push(id);
  const ends = [events.subscribe(job.id, listener), events.subscribe(job.id, listener)];
  events.announce(job);
  ends[0]?.();
  ends[0]?.();
  events.announce(job);
  ends[1]?.();
  events.announce(job);
  expect(told).toEqual([job.id, job.id, job.id]);
});

it('tells nobody once silenced', () => {
  const events = new JobListeners(undefined);
  const told: string[] = [];
  events.subscribe(job.id, () => void told.push('job'));
  events.subscribeAll(() => void told.push('all'));
  events.onWork(() => void told.push('work'));
  events.silence();
  events.announce(job);
  events.announceWork();
  expect(told).toEqual([]);
});
