import { fc, test as law } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { deliveredHandle } from '../upstream/delivered-file.ts';
import { filesOf, undeliveredFile } from './job-files.ts';
import { isFinal, jobStates } from './job-state.ts';
import { newResultFetch } from './result-fetch.ts';

const video = (sha256: string) => ({ sha256, size: 9, contentType: 'video/mp4' });

describe('[results.kept] the files of a job', () => {
  const resultFetch = { ...newResultFetch(5), unusable: [video('a'), video('b')] };
  const ended = { state: 'failed', handle: null } as const;
  const measures = { width: 1, height: 1, durationSeconds: 1, hasAudio: false };

  it('are those that were read, of which the last is shown to an operator', () => {
    expect(filesOf({ ...ended, result: null, resultFetch })).toEqual(['a', 'b']);
    expect(undeliveredFile({ result: null, resultFetch })).toEqual(video('b'));
    expect(undeliveredFile({ result: null, resultFetch: newResultFetch(5) })).toBeNull();
    expect(filesOf({ ...ended, result: null, resultFetch: null })).toEqual([]);
  });

  it('are the result where it was delivered', () => {
    const result = { ...video('c'), ...measures };
    expect(filesOf({ ...ended, result, resultFetch: null })).toEqual(['c']);
    expect(undeliveredFile({ result, resultFetch })).toBeNull();
  });

  law.prop([fc.constantFrom(...jobStates), fc.nat(9)])(
    '[providers.images.removal] include the one that its provider delivered, from the receipt to the end of the job',
    (state, size) => {
      const handle = deliveredHandle({ sha256: 'd', size }, 'correlation');
      const files = filesOf({ state, handle, result: null, resultFetch });
      expect(files.includes('d')).toBe(!isFinal(state));
      expect(files.slice(0, 2)).toEqual(['a', 'b']);
    },
  );
});
