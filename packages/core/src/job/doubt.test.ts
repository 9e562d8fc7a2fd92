import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  certainties,
  type Certainty,
  type CounterLook,
  type CounterWord,
  counterWords,
  type Doubt,
  isBelieved,
  checkWord,
} from './doubt.ts';

const minute = 60_000;
const hour = 60 * minute;
const paceMs = 1_000;

/** Returns the doubt after a row of checks at one source, with the given pauses between them. */
function heard(word: CounterWord, known: Certainty, pauses: readonly number[]) {
  let doubt: Doubt | null = null;
  let at = 1_000_000;
  const kinds = pauses.map((pauseMs) => {
    at += pauseMs;
    const verdict = checkWord(doubt, { word, source: 'one@', at, paceMs }, known);
    if (verdict.kind !== 'not-counted') doubt = verdict.doubt;
    return verdict.kind;
  });
  return { kinds, doubt };
}

const word = fc.constantFrom(...counterWords);
const known = fc.constantFrom(...certainties);
const look = fc.record({
  word,
  source: fc.constantFrom('one@', 'one@5', 'two@'),
  at: fc.integer({ min: 0, max: 3 * hour }),
  paceMs: fc.constant(paceMs),
});

describe('[evidence.several-looks] a word against work', () => {
  it('is believed the third time, where it agrees with what is known', () => {
    const three = [0, paceMs, paceMs];
    for (const [said, of] of [
      ['absent', 'sent'],
      ['failed', 'accepted'],
    ] as const)
      expect(heard(said, of, three).kinds).toEqual(['doubted', 'doubted', 'believed']);
  });

  it('counts one check in each pace', () => {
    expect(heard('failed', 'accepted', [0, 1, 1, 1, paceMs]).kinds).toEqual([
      'doubted',
      'not-counted',
      'not-counted',
      'not-counted',
      'doubted',
    ]);
  });

  it('begins anew with another word, and with another source', () => {
    const { doubt } = heard('failed', 'accepted', [0, paceMs]);
    const at = 2_000_000;
    for (const other of [
      { word: 'denied', source: 'one@' },
      { word: 'failed', source: 'one@7' },
    ] as const)
      expect(checkWord(doubt, { ...other, at, paceMs }, 'accepted')).toEqual({
        kind: 'doubted',
        doubt: { ...other, since: at, latest: at, looks: 1 },
      });
  });

  it('continues after the clock was set back', () => {
    const { doubt } = heard('failed', 'accepted', [0, paceMs]);
    const back = checkWord(doubt, { word: 'failed', source: 'one@', at: 5, paceMs }, 'accepted');
    expect(back).toMatchObject({ kind: 'doubted', doubt: { since: 5, latest: 5, looks: 2 } });
  });

  it('law: one check is never believed, whatever was known', () => {
    fc.assert(
      fc.property(look, known, (one, certainty) => {
        expect(checkWord(null, one, certainty).kind).toBe('doubted');
      }),
    );
  });

  it('law: what is believed was said in three looks that count, by one source, a pace apart', () => {
    // Two words of one source, so that three in a row agree in most rows of looks.
    const alike = fc.record({
      word: fc.constantFrom(...counterWords.slice(0, 2)),
      source: fc.constant('one@'),
      at: fc.integer({ min: 0, max: 3 * hour }),
      paceMs: fc.constant(paceMs),
    });
    const row = fc.oneof(
      fc.array(look, { maxLength: 12 }),
      fc.array(alike, { minLength: 6, maxLength: 20 }),
    );
    let believed = 0;
    fc.assert(
      fc.property(row, known, (looks, certainty) => {
        let doubt: Doubt | null = null;
        const since: CounterLook[] = [];
        for (const one of looks.toSorted((a, b) => a.at - b.at)) {
          const verdict = checkWord(doubt, one, certainty);
          if (verdict.kind === 'not-counted') continue;
          ({ doubt } = verdict);
          since.push(one);
          if (verdict.kind !== 'believed') continue;
          believed += 1;
          const last = since.slice(-3);
          expect(new Set(last.map(({ word: said, source }) => `${said} ${source}`)).size).toBe(1);
          expect((last[2]?.at ?? 0) - (last[0]?.at ?? 0)).toBeGreaterThanOrEqual(2 * paceMs);
        }
      }),
    );
    expect(believed).toBeGreaterThan(0);
  });
});

describe('[evidence.made-outranks-failed] a word against what was said before', () => {
  const contradictions = [
    ['failed', 'made'],
    ['gone', 'made'],
    ['denied', 'accepted'],
    ['denied', 'made'],
    ['absent', 'accepted'],
  ] as const;

  it.each(contradictions)('%s of work that is %s needs six checks and an hour', (said, of) => {
    const often = Array.from({ length: 30 }, () => paceMs);
    expect(heard(said, of, often).kinds).not.toContain('believed');
    expect(heard(said, of, [0, hour]).kinds).not.toContain('believed');
    const { kinds } = heard(said, of, [0, paceMs, paceMs, paceMs, paceMs, hour]);
    expect(kinds.at(-1)).toBe('believed');
  });

  it('law: more certain work needs more checks', () => {
    const doubt = fc.record({
      word,
      source: fc.constant('one@'),
      since: fc.constant(0),
      latest: fc.nat(2 * hour),
      looks: fc.nat(10),
    });
    fc.assert(
      fc.property(doubt, (said) => {
        const believed = certainties.map((of) => isBelieved(said, of));
        expect(believed).toEqual(believed.toSorted((one, other) => Number(other) - Number(one)));
      }),
    );
  });
});

it('[evidence.promised-end] law: no check counts before a promised end', () => {
  fc.assert(
    fc.property(look, known, fc.nat(3 * hour), (one, certainty, promisedUntil) => {
      const verdict = checkWord(null, { ...one, promisedUntil }, certainty);
      expect(verdict.kind === 'not-counted').toBe(one.at < promisedUntil);
    }),
  );
});
