import { type CostUnit, decimalsOfUnit } from '@filmgate/core';
import { shellTexts } from '../texts/shell.ts';
import { translations } from '../texts/translations.ts';

/** Smallest parts of a unit in one unit, such as cents in a dollar. */
export const partsOf = (unit: CostUnit): number => 10 ** decimalsOfUnit[unit];

/** Minimum and maximum decimals of a dollar amount. */
const dollarDigits = { minimumFractionDigits: 2, maximumFractionDigits: 4 };
const leastShown = 0.0001;

/** An amount in its unit: dollars as currency, countable units with their name. */
export function sayMoney(amount: number, unit: CostUnit, language: string): string {
  const said = amount / partsOf(unit);
  if (unit === 'usd') return sayDollars(said, language);
  const t = translations.getFixedT(language, shellTexts);
  return t(`money.${unit}`, { count: Math.abs(said), amount: said.toLocaleString(language) });
}

/** An amount too small to show is shown as such, because it is not 0. */
function sayDollars(dollars: number, language: string): string {
  const say = (value: number): string =>
    value.toLocaleString(language, { style: 'currency', currency: 'USD', ...dollarDigits });
  const isTooSmall = dollars !== 0 && Math.abs(dollars) < leastShown / 2;
  return isTooSmall ? `< ${say(leastShown)}` : say(dollars);
}
