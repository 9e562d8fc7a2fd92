import { expect, it } from 'vitest';
import { sayMoney } from './say-money.ts';

it.each([
  [1_250_000, 'usd', 'en', '$1.25'],
  [430, 'usd', 'en', '$0.0004'],
  [49, 'usd', 'en', '< $0.0001'],
  [0, 'usd', 'en', '$0.00'],
  [-2_500_000, 'usd', 'en', '-$2.50'],
  [1_250_000, 'usd', 'zh', 'US$1.25'],
  [12_345, 'tokens', 'en', '12,345 tokens'],
  [12_345, 'tokens', 'zh', '12,345 个 token'],
  [1, 'credits', 'en', '1 credit'],
  [0, 'credits', 'en', '0 credits'],
  [8, 'credits', 'zh', '8 点'],
  [450, 'units', 'en', '4.5 units'],
  [100, 'units', 'en', '1 unit'],
  [123_456, 'units', 'zh', '1,234.56 个单位'],
] as const)('[providers.money.shown] %i of %s in %s is %s', (amount, unit, language, said) => {
  expect(sayMoney(amount, unit, language)).toBe(said);
});
