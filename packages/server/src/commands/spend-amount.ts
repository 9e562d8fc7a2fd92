import type { CostUnit } from '@filmgate/core';

/** Digits behind the point of a dollar that are counted. */
const dollarDigits = 6;

/**
 * An amount as a person writes it, in the smallest part of its unit: dollars as `0.50`, anything else in whole numbers.
 *
 * @throws Error with a sentence for the operator when it is none
 */
export function readAmount(text: string, unit: CostUnit): number {
  const isDollars = unit === 'usd';
  const { whole, part = '' } =
    (isDollars ? /^(?<whole>\d+)(?:\.(?<part>\d{1,6}))?$/ : /^(?<whole>\d+)$/).exec(text)?.groups ??
    {};
  const amount = Number(`${whole}${isDollars ? part.padEnd(dollarDigits, '0') : ''}`);
  if (Number.isSafeInteger(amount)) return amount;
  const form = isDollars
    ? 'dollars with at most six decimals, such as 0.50'
    : `a whole number of ${unit}`;
  throw new Error(`--spend must be ${form}.`);
}

/** An amount as a person reads it. */
export function amountText(amount: number, unit: CostUnit): string {
  if (unit !== 'usd') return `${amount} ${unit}`;
  const digits = String(amount).padStart(dollarDigits + 1, '0');
  const part = digits.slice(-dollarDigits).replace(/0{1,4}$/, '');
  return `$${digits.slice(0, -dollarDigits)}.${part}`;
}
