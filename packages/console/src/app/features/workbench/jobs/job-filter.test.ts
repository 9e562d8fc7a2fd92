import { describe, expect, it } from 'vitest';
import { sampleWorkbenchJob } from '../../../../../test/support/sample-workbench-job.ts';
import { familyOf, filterOf, isFiltering, matchJob } from './job-filter.ts';

const job = sampleWorkbenchJob({ status: 'failed', prompt: 'A red Kite' });

describe('the filter of jobs', () => {
  it.each([
    [{}, true],
    [{ q: 'red k' }, true],
    [{ q: 'blue' }, false],
    [{ q: 'ui-1' }, true],
    [{ state: 'failed' }, true],
    [{ state: 'completed' }, false],
    [{ state: 'nonsense' }, true],
    [{ family: 'vidA-fast' }, true],
    [{ family: 'vidA' }, false],
  ])('[console.workbench-list] %j lets it through: %s', (address, expected) => {
    expect(matchJob(job, filterOf(address))).toBe(expected);
  });

  it('knows when it hides nothing, and the family of a model', () => {
    expect([isFiltering(filterOf({})), isFiltering(filterOf({ q: 'x' }))]).toEqual([false, true]);
    expect(['vidC-20-fast-15s-21x9-480p', 'vidE-o3-3s-1x1-720p', 'own'].map(familyOf)).toEqual([
      'vidC-20-fast',
      'vidE-o3',
      'own',
    ]);
  });
});
