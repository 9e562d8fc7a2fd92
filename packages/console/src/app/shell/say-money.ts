import type { costUnits } from '../api/schemas/account.ts';

type Unit = (typeof costUnits)[number];

/** Parts of a dollar amounts in `usd` are counted in. */
const partsOfDollar = 1_000_000;

/** An amount in its unit, in the language given: what is not dollars is counted and named. */
export function sayMoney(amount: number, unit: Unit, language: string): string {
  if (unit !== 'usd') return `${amount.toLocaleString(language)} ${unit}`;
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 6 };
  return (amount / partsOfDollar).toLocaleString(language, {
    style: 'currency',
    currency: 'USD',
    ...digits,
  });
}
