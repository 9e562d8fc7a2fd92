import type { Requirement } from './requirement.ts';

/** Price and cost: what moves in which ledger. */
const moneyRequirements: readonly Requirement[] = [
  {
    id: 'providers.money.amounts',
    source: 'ARCHITECTURE, Submission protocol',
    text: 'What must be saved with a job says how much moves, in which ledger and unit; a change that moves another amount than the job costs is a fault, and changes nothing.',
  },
  {
    id: 'providers.money.one-rule',
    source: 'ARCHITECTURE, Submission protocol',
    text: 'Slots and money of every store go by the same rules: the same histories give the same answers and balances.',
  },
];

/** What is promised about real providers. */
export const providersRequirements: readonly Requirement[] = [...moneyRequirements];
