import { expect, it } from 'vitest';
import { sampleJob } from '../../test/sample-job.ts';
import { JobListeners } from './job-listeners.ts';

const job = sampleJob('queued');

it('notifies all other listeners when one throws, and logs it', () => {
  const faults: unknown[] = [];
  const reported: string[] = [];
  const events = new JobListeners({
    info: () => undefined,
    warn: () => undefined,
    error: (event, error) => void faults.push([event, error]),
  });
  const bad = () => {
    throw new RangeError('listener');
  };
  events.subscribe(job.id, bad);
  events.subscribe(job.id, () => void reported.push('of the job'));
  events.subscribeAll(() => void reported.push('of all'));
  events.onWork(bad);
  events.onWork(() => void reported.push('of work'));
  events.announce(job);
  events.announceWork();
  expect(reported).toEqual(['of the job', 'of all', 'of work']);
  const fault = ['job-listener-failed', new RangeError('listener')];
  expect(faults).toEqual([fault, fault]);
});

it('[embedding.listeners] logs a listener that rejects, which ends no process', async () => {
  const faults: unknown[] = [];
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (event: string, error: unknown) => void faults.push([event, error]),
  };
  const events = new JobListeners(log);
  const bad = (): unknown => Promise.reject(new RangeError('listener'));
  events.subscribe(job.id, bad);
  events.subscribeAll(bad);
  events.onWork(bad);
  events.announce(job);
  events.announceWork();
  await new Promise(setImmediate);
  const fault = ['job-listener-failed', new RangeError('listener')];
  expect(faults).toEqual([fault, fault, fault]);
});

it('lets one function subscribe twice, and each subscription end separately', () => {
  const events = new JobListeners(undefined);
  const reported: string[] = [];
  const listener = ({ id }: { readonly id: string }) => void reported.push(id);
  const ends = [events.subscribe(job.id, listener), events.subscribe(job.id, listener)];
  events.announce(job);
  ends[0]?.();
  ends[0]?.();
  events.announce(job);
  ends[1]?.();
  events.announce(job);
  expect(reported).toEqual([job.id, job.id, job.id]);
});

it('knows which jobs have a listener', () => {
  const events = new JobListeners(undefined);
  const known = () => [events.wants(job.id), events.hasOfAll, events.jobIds()];
  const listener = () => undefined;
  expect(known()).toEqual([false, false, []]);
  const ofOther = events.subscribe('vt_other', listener);
  expect(known()).toEqual([false, false, ['vt_other']]);
  const [first, second] = [events.subscribe(job.id, listener), events.subscribe(job.id, listener)];
  expect(known()).toEqual([true, false, ['vt_other', job.id]]);
  first();
  expect(known()).toEqual([true, false, ['vt_other', job.id]]);
  second();
  ofOther();
  expect(known()).toEqual([false, false, []]);
  const ofAll = events.subscribeAll(listener);
  expect(known()).toEqual([true, true, []]);
  ofAll();
  expect(known()).toEqual([false, false, []]);
});

it('an end that is said twice ends no later subscription to the job', () => {
  const events = new JobListeners(undefined);
  const reported: string[] = [];
  const end = events.subscribe(job.id, () => undefined);
  end();
  events.subscribe(job.id, () => void reported.push('later'));
  end();
  events.announce(job);
  expect(reported).toEqual(['later']);
});

it('announces all jobs and work until the subscription ends', () => {
  const events = new JobListeners(undefined);
  const reported: string[] = [];
  const ends = [
    events.subscribeAll(() => void reported.push('all')),
    events.onWork(() => void reported.push('work')),
  ];
  events.announce(job);
  events.announceWork();
  for (const end of ends) end();
  events.announce(job);
  events.announceWork();
  expect(reported).toEqual(['all', 'work']);
});

it('bears a listener that throws without a log as well', () => {
  const events = new JobListeners(undefined);
  events.subscribeAll(() => {
    throw new RangeError('listener');
  });
  expect(() => events.announce(job)).not.toThrow();
});

it('notifies no listener after it was silenced', () => {
  const events = new JobListeners(undefined);
  const reported: string[] = [];
  events.subscribe(job.id, () => void reported.push('job'));
  events.subscribeAll(() => void reported.push('all'));
  events.onWork(() => void reported.push('work'));
  events.silence();
  events.announce(job);
  events.announceWork();
  expect(reported).toEqual([]);
});
