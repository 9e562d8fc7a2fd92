import { describe, expect, it } from 'vitest';
import { sampleJob } from '../../test/sample-job.ts';
import type { Job } from './job.ts';
import { isFileOverdue, neededFiles } from './needed-files.ts';
import { newResultFetch } from './result-fetch.ts';

const hour = 3_600_000;
const retention = 10 * hour;
const result = {
  sha256: 'r'.repeat(64),
  size: 7,
  contentType: 'video/mp4',
  width: null,
  height: null,
  durationSeconds: null,
  hasAudio: null,
};
const completed = (changes: Partial<Job> = {}): Job =>
  sampleJob('completed', {
    result,
    completedAt: 1_000,
    resultExpiresAt: 1_000 + retention,
    ...changes,
  });
const reference = {
  kind: 'image',
  role: 'first_frame',
  assetId: 'as_1',
  sha256: 'a'.repeat(64),
  contentType: 'image/png',
  size: 3,
} as const;

describe('the time of a file', () => {
  it('is over a minute before its end on record, since it was written before that was', () => {
    const end = 1_000 + retention - 60_000;
    expect(isFileOverdue(completed(), 2 * retention, end - 1)).toBe(false);
    expect(isFileOverdue(completed(), 2 * retention, end)).toBe(true);
  });

  it('is over sooner where files are kept for less by now', () => {
    expect(isFileOverdue(completed(), hour, hour + 1_000 - 60_001)).toBe(false);
    expect(isFileOverdue(completed(), hour, hour + 1_000 - 60_000)).toBe(true);
  });

  it('is counted from the last change of a job that was not completed', () => {
    const failed = sampleJob('failed', {
      completedAt: null,
      resultExpiresAt: null,
      updatedAt: 5_000,
    });
    expect(isFileOverdue(failed, hour, hour + 5_000 - 60_001)).toBe(false);
    expect(isFileOverdue(failed, hour, hour + 5_000 - 60_000)).toBe(true);
  });
});

describe('[files.verify] the files a job needs', () => {
  it('are its video until its time is over', () => {
    const needed = [{ store: 'results', sha256: result.sha256, size: 7 }];
    expect(neededFiles(completed(), retention, hour)).toEqual(needed);
    expect(neededFiles(completed(), retention, 1_000 + retention)).toEqual([]);
    expect(neededFiles(completed({ result: null }), retention, hour)).toEqual([]);
  });

  it('are the file that was kept for an operator', () => {
    const kept = { sha256: 'k'.repeat(64), size: 5, contentType: 'image/png' };
    const resultFetch = { ...newResultFetch(1_000), unusable: [kept] };
    const failed = sampleJob('failed', { resultFetch, updatedAt: 1_000 });
    expect(neededFiles(failed, retention, hour)).toEqual([
      { store: 'results', sha256: kept.sha256, size: 5 },
    ]);
  });

  it.each(['queued', 'awaiting_configuration', 'prepared'] as const)(
    'are its references while it is %s',
    (state) => {
      const { request } = sampleJob(state);
      const job = sampleJob(state, { request: { ...request, references: [reference] } });
      expect(neededFiles(job, retention, hour)).toEqual([
        { store: 'assets', sha256: reference.sha256, size: 3 },
      ]);
    },
  );

  it.each(['dispatching', 'polling', 'failed'] as const)(
    'are no references once it is %s',
    (state) => {
      const { request } = sampleJob(state);
      const job = sampleJob(state, { request: { ...request, references: [reference] } });
      expect(neededFiles(job, retention, hour)).toEqual([]);
    },
  );
});
