import { describe, expect, it } from 'vitest';
import { isReportedAlready } from './left-to-person.ts';

const left = { what: 'needs-ruling', detail: { because: 'not-searchable' } };
const several = { what: 'needs-ruling', detail: { because: 'several', candidates: 2 } };
const step = (what: string) => ({ what, detail: {} });

describe('[jobs.unknown.told-once] the report that a job is left to a person', () => {
  it.each([
    ['is the last step', [step('outcome-lost'), left]],
    ['only lost its slot since', [left, step('slot-given-up')]],
    ['only failed to be read since', [left, step('read-failed'), step('read-failed')]],
  ])('was made already where the trail %s', (_what, trail) => {
    expect(isReportedAlready(trail, { because: 'not-searchable' })).toBe(true);
  });

  it.each([
    ['nobody said so', [step('outcome-lost')]],
    ['it was said for another reason', [several]],
    ['it was lost once more since', [left, step('outcome-lost')]],
    ['the trail is empty', []],
  ])('is news where %s', (_what, trail) => {
    expect(isReportedAlready(trail, { because: 'not-searchable' })).toBe(false);
  });

  it('is news where another number of pieces of work fits', () => {
    expect(isReportedAlready([several], { because: 'several', candidates: 2 })).toBe(true);
    expect(isReportedAlready([several], { because: 'several', candidates: 3 })).toBe(false);
  });
});
