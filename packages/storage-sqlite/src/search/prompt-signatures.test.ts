import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PromptSignatures } from './prompt-signatures.ts';

describe('PromptSignatures', () => {
  it('never misses a text that contains what is searched', () => {
    const unit = fc.constantFrom('a', 'b', ' ', '竖', '\ud83d', '\ude00', '\0');
    const text = fc.oneof(fc.string({ unit, maxLength: 40 }), fc.string({ unit: 'binary' }));
    const puts = fc.array(fc.record({ slot: fc.nat({ max: 600 }), text }), { maxLength: 30 });
    fc.assert(
      fc.property(puts, fc.string({ unit, minLength: 1, maxLength: 6 }), (given, search) => {
        const signatures = new PromptSignatures();
        const texts = new Map<number, string>();
        for (const put of given) {
          signatures.set(put.slot, put.text);
          texts.set(put.slot, put.text);
        }
        const candidates = signatures.candidates(search);
        const containing = [...texts].filter(([, one]) => one.includes(search));
        expect(candidates).toEqual(expect.arrayContaining(containing.map(([slot]) => slot)));
        expect(candidates).toEqual([...candidates].toSorted((one, other) => one - other));
      }),
    );
  });

  it('seldom names a text that does not contain it', () => {
    const signatures = new PromptSignatures();
    const words = ['lantern', 'harbour', 'at', 'dawn', 'a', 'paper', 'boat', 'drifts', 'slowly'];
    for (let slot = 0; slot < 1000; slot += 1) {
      const text = Array.from({ length: 40 }, (_, index) => words[(slot + index ** 2) % 9]);
      signatures.set(slot, text.join(' '));
    }
    for (const search of ['zq', 'xyzzy', 'zeppelin', 'vt_01k9z3']) {
      expect(signatures.candidates(search).length).toBeLessThan(50);
    }
  });

  it('forgets the text a slot had before', () => {
    const signatures = new PromptSignatures();
    signatures.set(300, 'paper boat');
    expect(signatures.candidates('boat')).toEqual([300]);
    signatures.set(300, 'train');
    expect(signatures.candidates('boat')).toEqual([]);
    expect(signatures.candidates('train')).toEqual([300]);
  });
});
