import { expect, it } from 'vitest';
import { sayMoney } from './say-money.ts';

it.each([
  [1_250_000, 'usd', 'en', '$1.25'],
  [430, 'usd', 'en', '$0.00043'],
  [12_345, 'tokens', 'en', '12,345 tokens'],
  [8, 'credits', 'zh', '8 credits'],
] as const)('[providers.money.shown] %i of %s in %s is %s', (amount, unit, language, said) => {
  expect(sayMoney(amount, unit, language)).toBe(said);
});
