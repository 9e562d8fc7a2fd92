import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CounterLook } from './doubt.ts';
import {
  isProven,
  newResultFetch,
  proofAfter,
  type ResultFault,
  type ResultProof,
} from './result-fetch.ts';

const none: ResultProof = { unusable: [], doubt: null };
const video = (sha256: string) => ({ sha256, size: 9, contentType: 'video/mp4' });
const read = (sha256: string): ResultFault => ({ kind: 'unusable', file: video(sha256) });
const gone: ResultFault = { kind: 'gone' };
const quarterMs = 15 * 60_000;

/** A fault, or none; and if a poll just before said that the provider has the result. */
type Read = readonly [fault: ResultFault | null, isPolled?: boolean];

/** Returns the proof by reads a quarter of an hour apart. */
function proofOf(reads: readonly Read[], promise: Pick<CounterLook, 'promisedUntil'> = {}) {
  return reads.reduce((proof, [fault, isPolled = true], index) => {
    const look = { source: 'one@', at: (index + 1) * quarterMs, paceMs: 1_000, ...promise };
    return proofAfter(proof, fault, isPolled ? look : null);
  }, none);
}

const times = (count: number, one: Read): readonly Read[] =>
  Array.from({ length: count }, () => one);

describe('[results.proof] what reads prove', () => {
  it('begins with nothing', () => {
    expect(newResultFetch(5)).toEqual({
      since: 5,
      awaits: null,
      awaitsSince: null,
      detail: null,
      until: null,
      unusable: [],
    });
    expect(isProven(none)).toBe(false);
  });

  it('is enough with three different files, the latest last', () => {
    const [a, b, c]: readonly Read[] = [[read('a')], [read('b')], [read('c')]];
    if (a === undefined || b === undefined || c === undefined) throw new Error('three reads');
    expect(proofOf([a, b, a])).toEqual({ unusable: [video('b'), video('a')], doubt: null });
    expect(isProven(proofOf([a, b, a]))).toBe(false);
    expect(isProven(proofOf([a, b, c]))).toBe(true);
    expect(isProven(proofOf([a, [null], b, [gone], c]))).toBe(true);
  });

  it('law: the same file proves nothing, however often and by whichever link', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 50 }), (polled) => {
        const proof = proofOf(polled.map((isPolled): Read => [read('a'), isPolled]));
        expect(isProven(proof)).toBe(false);
        expect(proof.unusable).toHaveLength(polled.length === 0 ? 0 : 1);
      }),
    );
  });

  it('law: reads of no media file prove nothing, however many', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 50 }), (polled) => {
        expect(proofOf(polled.map((isPolled): Read => [null, isPolled]))).toEqual(none);
      }),
    );
  });

  it('[results.gone] is enough with six words of the provider over an hour, each after a poll', () => {
    expect(isProven(proofOf(times(5, [gone])))).toBe(false);
    expect(isProven(proofOf(times(6, [gone])))).toBe(true);
    expect(proofOf(times(50, [gone, false]))).toEqual(none);
    expect(isProven(proofOf([...times(3, [gone]), [null], ...times(3, [gone])]))).toBe(true);
    expect(isProven(proofOf([...times(3, [gone]), [read('a')], ...times(3, [gone])]))).toBe(false);
  });

  it('[results.gone] is never enough before the end that the provider promised', () => {
    expect(proofOf(times(50, [gone]), { promisedUntil: 51 * quarterMs })).toEqual(none);
  });
});
