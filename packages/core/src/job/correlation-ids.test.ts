import { describe, expect, it } from 'vitest';
import { correlationIdOf, correlationIdsFrom, maximumTries } from './correlation-ids.ts';

describe('the name of a submission', () => {
  it('is the job’s and that of the try, from 1', () => {
    expect(correlationIdOf({ id: 'vt_a', refusals: 0 })).toBe('vt_a.1');
    expect(correlationIdOf({ id: 'vt_a', refusals: 2 })).toBe('vt_a.3');
  });

  it('is one of those that may still follow, of which there are three in all', () => {
    const names = (refusals: number) => correlationIdsFrom({ id: 'vt_a', refusals });
    expect(names(0)).toEqual(['vt_a.1', 'vt_a.2', 'vt_a.3']);
    expect(names(1)).toEqual(['vt_a.2', 'vt_a.3']);
    expect(names(maximumTries - 1)).toEqual(['vt_a.3']);
    expect(names(maximumTries)).toEqual([]);
  });
});
