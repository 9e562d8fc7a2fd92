import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultsToGiveUp, newResultFetch, proofAfter, type ResultFault } from './result-fetch.ts';
import type { ResultProof } from './result-fetch.ts';

const none: ResultProof = { faults: 0, lastFault: null };
const page: ResultFault = { kind: 'unusable', read: 'aa' };
const other: ResultFault = { kind: 'unusable', read: 'bb' };
const gone: ResultFault = { kind: 'gone' };
const short = (received: number): ResultFault => ({ kind: 'short', received });

type Read = readonly [fault: ResultFault | null, isFresh: boolean];

/** How many reads count against a result after these. */
function faultsOf(...reads: readonly Read[]): number {
  return reads.reduce((proof, [fault, isFresh]) => proofAfter(proof, fault, isFresh), none).faults;
}

describe('[results.proof] what reads prove', () => {
  it('begins with nothing', () => {
    expect(newResultFetch(5)).toEqual({
      since: 5,
      awaits: null,
      awaitsSince: null,
      until: null,
      ...none,
    });
    expect(faultsToGiveUp).toBe(3);
  });

  it('counts the same wrong bytes once for each fresh link, and other wrong bytes always', () => {
    expect(faultsOf([page, false], [page, false], [page, false])).toBe(1);
    expect(faultsOf([page, false], [page, true], [page, true])).toBe(3);
    expect(faultsOf([page, false], [other, false], [page, false])).toBe(3);
  });

  it('counts the word of the provider only after it gave a link', () => {
    expect(faultsOf([gone, false], [gone, false])).toBe(0);
    expect(faultsOf([gone, true], [gone, false], [gone, true])).toBe(2);
    expect(faultsOf([page, true], [gone, true])).toBe(2);
  });

  it('keeps what the last read saw, in words that differ where it saw something else', () => {
    const seen = [page, other, gone, short(7)].map(
      (fault) => proofAfter(none, fault, true).lastFault,
    );
    expect(seen).toEqual(['unusable aa', 'unusable bb', 'gone', 'short 7']);
  });

  it('counts an early end only at the same place again, and in a row', () => {
    expect(faultsOf([short(10), false], [short(10), true], [short(10), true])).toBe(3);
    expect(faultsOf([short(10), true], [short(10), false])).toBe(1);
    expect(faultsOf([short(10), true], [short(11), true], [short(12), true])).toBe(1);
    expect(faultsOf([short(10), true], [short(10), true], [null, false], [short(10), true])).toBe(
      1,
    );
  });

  it('is not forgotten because a line broke', () => {
    expect(faultsOf([page, true], [null, false], [page, true], [null, true])).toBe(2);
  });

  it('law: reads that never reached the result prove nothing, however many', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 50 }), (fresh) => {
        expect(faultsOf(...fresh.map((isFresh) => [null, isFresh] as const))).toBe(0);
      }),
    );
  });

  it('law: no read counts twice', () => {
    const fault = fc.constantFrom(page, other, gone, short(1), short(2));
    const read = fc.tuple(fc.option(fault, { freq: 4 }), fc.boolean());
    fc.assert(
      fc.property(fc.array(read, { maxLength: 20 }), (reads) => {
        let proof = none;
        for (const [seen, isFresh] of reads) {
          const next = proofAfter(proof, seen, isFresh);
          expect(next.faults).toBeLessThanOrEqual(proof.faults + 1);
          proof = next;
        }
      }),
    );
  });
});
