import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountText, readAmount } from './video-cost.ts';

describe('an amount to spend', () => {
  it.each([
    ['0.50', 'usd', 500_000, '$0.50'],
    ['12', 'usd', 12_000_000, '$12.00'],
    ['0.000001', 'usd', 1, '$0.000001'],
    ['1.2345', 'usd', 1_234_500, '$1.2345'],
    ['270', 'units', 27_000, '270 units'],
    ['4.5', 'units', 450, '4.5 units'],
    ['0.07', 'units', 7, '0.07 units'],
    ['0', 'tokens', 0, '0 tokens'],
  ] as const)('[providers.places.spend] %s in %s is %d', (text, unit, amount, said) => {
    expect(readAmount(text, unit)).toBe(amount);
    expect(amountText(amount, unit)).toBe(said);
  });

  it.each([
    ['', 'usd'],
    ['.5', 'usd'],
    ['0.0000001', 'usd'],
    ['1e3', 'usd'],
    ['-1', 'usd'],
    ['$1', 'usd'],
    ['99999999999999999', 'usd'],
    ['2.505', 'units'],
    ['2.5', 'tokens'],
    ['many', 'credits'],
    ['99999999999999999', 'tokens'],
  ] as const)('[providers.places.spend] %j in %s is refused', (text, unit) => {
    expect(() => readAmount(text, unit)).toThrow(/^--spend must be /);
  });

  it('[providers.places.spend] reads back its own output', () => {
    fc.assert(
      fc.property(
        fc.nat(Number.MAX_SAFE_INTEGER),
        fc.constantFrom('usd', 'units'),
        (amount, unit) => {
          const said = amountText(amount, unit).replace(/^\$| units$/g, '');
          expect(readAmount(said, unit)).toBe(amount);
        },
      ),
    );
  });
});
