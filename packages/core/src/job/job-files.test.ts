import { describe, expect, it } from 'vitest';
import { filesOf, undeliveredFile } from './job-files.ts';
import { newResultFetch } from './result-fetch.ts';

const video = (sha256: string) => ({ sha256, size: 9, contentType: 'video/mp4' });

describe('[results.kept] the files of a job', () => {
  const resultFetch = { ...newResultFetch(5), unusable: [video('a'), video('b')] };
  const measures = { width: 1, height: 1, durationSeconds: 1, hasAudio: false };

  it('are those that were read, of which the last is shown to an operator', () => {
    expect(filesOf({ result: null, resultFetch })).toEqual(['a', 'b']);
    expect(undeliveredFile({ result: null, resultFetch })).toEqual(video('b'));
    expect(undeliveredFile({ result: null, resultFetch: newResultFetch(5) })).toBeNull();
    expect(filesOf({ result: null, resultFetch: null })).toEqual([]);
  });

  it('are the result where it was delivered', () => {
    const result = { ...video('c'), ...measures };
    expect(filesOf({ result, resultFetch: null })).toEqual(['c']);
    expect(undeliveredFile({ result, resultFetch })).toBeNull();
  });
});
