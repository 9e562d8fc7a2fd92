import { createJobFactory } from '@filmgate/conformance';
import { type Job, jobStates, StorageUnavailable, UnreadablePart } from '@filmgate/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeJob } from './decode-job.ts';
import {
  changingText,
  headNames,
  headOf,
  isNewer,
  type JobRecord,
  statusNames,
  statusOf,
  positionOf,
  tagOf,
} from './job-record.ts';

/** Builds a record the way the scripts do. */
function recordOf(job: Job, position = 7): JobRecord {
  const head = headOf(job, { acceptedAt: job.createdAt, key: '' });
  const status = statusOf(job);
  return {
    head: [position, ...headNames.map((name) => head[name])].join('\n'),
    status: [tagOf(position, job.version), ...statusNames.map((name) => status[name])].join('\n'),
    request: JSON.stringify(job.request),
    changing: changingText(job),
  };
}

describe('decodeJob', () => {
  it.each(jobStates)('gives back a job that is %s as it was', (state) => {
    const job = createJobFactory().jobIn(state);
    expect(decodeJob(job.id, recordOf(job))).toEqual(job);
  });

  it('law: any prompt, warning and name comes back sign by sign', () => {
    const anyText = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(anyText, anyText, anyText, (prompt, message, refusedBy) => {
        const made = createJobFactory().newJob({ prompt, owner: 'user:ä:b', family: 'vid A' });
        const warnings = [{ param: 'size', message }];
        const job: Job = { ...made, warnings, refusedBy: [refusedBy], progress: 3, refusals: 1 };
        expect(decodeJob(job.id, recordOf(job))).toEqual(job);
      }),
      { numRuns: 40 },
    );
  });

  it('reuses the request of another value of the job', () => {
    const job = createJobFactory().newJob();
    expect(decodeJob(job.id, recordOf(job), job).request).toBe(job.request);
  });

  it('refuses what it does not know', () => {
    const job = createJobFactory().newJob();
    const record = recordOf(job);
    const status = record.status.replace('queued', 'dreaming');
    expect(() => decodeJob(job.id, { ...record, status })).toThrow(UnreadablePart);
  });

  it('refuses to store a name that would break the lines', () => {
    const job = createJobFactory().newJob({ owner: 'user:a\nb' });
    expect(() => recordOf(job)).toThrow(StorageUnavailable);
  });
});

describe('tags', () => {
  it.each([
    ['7.2', '7.1', true],
    ['7.10', '7.9', true],
    ['7.1', '7.1', false],
    ['8.1', '7.9', true],
    ['7.9', '8.1', false],
  ])('%s is newer than %s: %s', (one, other, expected) => {
    expect(isNewer(one, other)).toBe(expected);
  });

  it('begin with the position', () => {
    expect(positionOf(tagOf(12, 3))).toBe('12');
  });
});
