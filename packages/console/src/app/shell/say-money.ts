import { type CostUnit, decimalsOfUnit } from '@filmgate/core';

/** The smallest parts amounts in a unit are counted in, of one as people say it. */
export const partsOf = (unit: CostUnit): number => 10 ** decimalsOfUnit[unit];

/** What is shown of a dollar at least, and at most. */
const dollarDigits = { minimumFractionDigits: 2, maximumFractionDigits: 4 };
const leastShown = 0.0001;

/** What one is called, and what several are; Chinese has one form only. */
const names = {
  en: { credits: ['credit', 'credits'], tokens: ['token', 'tokens'], units: ['unit', 'units'] },
  zh: { credits: ['点', '点'], tokens: ['个 token', '个 token'], units: ['个单位', '个单位'] },
} as const;

/** An amount of an account or a job in its unit, in the language given: dollars as dollars, what is counted with its name. */
export function sayMoney(amount: number, unit: CostUnit, language: string): string {
  const said = amount / partsOf(unit);
  if (unit === 'usd') return sayDollars(said, language);
  const [one, several] = names[language.startsWith('zh') ? 'zh' : 'en'][unit];
  return `${said.toLocaleString(language)} ${Math.abs(said) === 1 ? one : several}`;
}

/** An amount too small to show is called that, because it is not 0. */
function sayDollars(dollars: number, language: string): string {
  const say = (value: number): string =>
    value.toLocaleString(language, { style: 'currency', currency: 'USD', ...dollarDigits });
  const isTooSmall = dollars !== 0 && Math.abs(dollars) < leastShown / 2;
  return isTooSmall ? `< ${say(leastShown)}` : say(dollars);
}
