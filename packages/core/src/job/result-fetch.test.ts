import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isProven,
  newResultFetch,
  type PolledWord,
  proofAfter,
  type ResultFault,
  type ResultProof,
} from './result-fetch.ts';

const none: ResultProof = { unusable: [], gone: 0 };
const film = (sha256: string) => ({ sha256, size: 9, contentType: 'video/mp4' });
const read = (sha256: string): ResultFault => ({ kind: 'unusable', file: film(sha256) });
const gone: ResultFault = { kind: 'gone' };

type Read = readonly [fault: ResultFault | null, polled: PolledWord];

function proofOf(...reads: readonly Read[]): ResultProof {
  return reads.reduce((proof, [fault, polled]) => proofAfter(proof, fault, polled), none);
}

describe('[results.proof] what reads prove', () => {
  it('begins with nothing', () => {
    expect(newResultFetch(5)).toEqual({
      since: 5,
      awaits: null,
      awaitsSince: null,
      detail: null,
      until: null,
      ...none,
    });
    expect(isProven(newResultFetch(5))).toBe(false);
  });

  it('is enough with three different files, the latest last', () => {
    const [a, b, c] = [read('a'), read('b'), read('c')].map((fault): Read => [fault, 'nothing']);
    if (a === undefined || b === undefined || c === undefined) throw new Error('three reads');
    expect(proofOf(a, b, a)).toEqual({ unusable: [film('b'), film('a')], gone: 0 });
    expect(isProven(proofOf(a, b, a))).toBe(false);
    expect(isProven(proofOf(a, b, c))).toBe(true);
    expect(isProven(proofOf(a, [null, 'finished'], b, [gone, 'finished'], c))).toBe(true);
  });

  it('law: the same file proves nothing, however often and by whichever link', () => {
    const polled = fc.constantFrom('kept', 'finished', 'nothing');
    fc.assert(
      fc.property(fc.array(polled, { maxLength: 50 }), (words) => {
        const proof = proofOf(...words.map((word): Read => [read('a'), word]));
        expect(isProven(proof)).toBe(false);
        expect(proof.unusable).toHaveLength(words.length === 0 ? 0 : 1);
      }),
    );
  });

  it('law: reads of no media file prove nothing, however many', () => {
    const polled = fc.constantFrom('kept', 'finished', 'nothing');
    fc.assert(
      fc.property(fc.array(polled, { maxLength: 50 }), (words) => {
        expect(proofOf(...words.map((word): Read => [null, word]))).toEqual(none);
      }),
    );
  });

  it('[results.gone] is enough with three words of the provider in a row, each after a poll', () => {
    expect(isProven(proofOf([gone, 'finished'], [gone, 'finished']))).toBe(false);
    expect(proofOf([gone, 'nothing'], [gone, 'nothing'], [gone, 'nothing'])).toEqual(none);
    const broken: Read = [null, 'finished'];
    expect(proofOf([gone, 'finished'], broken, [gone, 'finished'])).toEqual({ ...none, gone: 1 });
    expect(
      isProven(
        proofOf([gone, 'finished'], [gone, 'nothing'], [gone, 'finished'], [gone, 'finished']),
      ),
    ).toBe(true);
  });

  it('[results.gone] is never enough before the end that the provider promised', () => {
    const words = Array.from({ length: 50 }, (): Read => [gone, 'kept']);
    expect(proofOf(...words)).toEqual(none);
  });
});
