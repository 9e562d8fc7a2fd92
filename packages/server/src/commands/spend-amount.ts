import { type CostUnit, decimalsOfUnit } from '@filmgate/core';

/**
 * An amount as a person writes it, such as `0.50` dollars, in the smallest part of its unit.
 *
 * @throws Error with a sentence for the operator when it is none
 */
export function readAmount(text: string, unit: CostUnit): number {
  const decimals = decimalsOfUnit[unit];
  const { whole, part = '' } = /^(?<whole>\d+)(?:\.(?<part>\d+))?$/.exec(text)?.groups ?? {};
  const amount = Number(`${whole}${part.padEnd(decimals, '0')}`);
  if (part.length <= decimals && Number.isSafeInteger(amount)) return amount;
  const form = decimals === 0 ? 'a whole number' : `a number with at most ${decimals} decimals`;
  throw new Error(`--spend must be ${form}, in ${unit === 'usd' ? 'dollars' : unit}.`);
}

/** An amount as a person reads it. */
export function amountText(amount: number, unit: CostUnit): string {
  const decimals = decimalsOfUnit[unit];
  const digits = String(amount).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const part = digits.slice(digits.length - decimals);
  if (unit === 'usd') return `$${whole}.${part.replace(/0{1,4}$/, '')}`;
  const shown = part.replace(/0+$/, '');
  return `${whole}${shown === '' ? '' : '.'}${shown} ${unit}`;
}
