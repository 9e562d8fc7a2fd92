import type { Requirement } from './requirement.ts';

/** Price and cost: what moves in which ledger. */
export const moneyRequirements: readonly Requirement[] = [
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
  {
    id: 'providers.money.estimate',
    source: 'ARCHITECTURE, Submission protocol',
    text: 'What a film is expected to cost the account follows from its route, in the unit of the place; without one it is the price where the place counts credits, and nothing elsewhere.',
  },
  {
    id: 'providers.money.settled-when-charged',
    source: 'ARCHITECTURE, Submission protocol',
    text: 'The account’s money is settled when the provider charges: as it accepts, or once the film is made. Until then it stays reserved, or held while the outcome is unknown, and it is released on proof that nothing was taken.',
  },
  {
    id: 'providers.money.unit',
    source: 'ARCHITECTURE, Submission protocol',
    text: 'An account counts in the unit of its place; one that was added before its place was known does so from the first look on, unless it was used.',
  },
  {
    id: 'providers.money.unknown-balance',
    source: 'ARCHITECTURE, Submission protocol',
    text: 'A balance that is not known blocks no work: neither at acceptance nor when an account is chosen.',
  },
  {
    id: 'providers.money.actual',
    source: 'ARCHITECTURE, Submission protocol',
    text: 'Where the provider tells what it took, that is what the account pays, also when it is told later; the owner pays the price.',
  },
  {
    id: 'providers.money.budget',
    source: 'ARCHITECTURE, Submission protocol',
    text: 'Where the budget of an account is reached, in all or in a day or month of UTC, no new work begins on it, and the reason is told; what runs goes on.',
  },
  {
    id: 'providers.money.shown',
    source: 'ARCHITECTURE, Submission protocol',
    text: 'The administration shows the price of a job beside what it was expected to cost, what it cost, in which unit, and the provider’s own figures; no public route shows any of it.',
  },
  {
    id: 'providers.money.former',
    source: 'ARCHITECTURE, Submission protocol',
    text: 'A store of the release before keeps all its money to the credit: each job, each owner, each account.',
  },
  {
    id: 'providers.trail.steps',
    source: 'ARCHITECTURE, Words',
    text: 'A trail is stored and told as steps: one for each act that tells something or moves money, with the money it moved and what each movement left of the job in its ledger; a reader groups and recomputes nothing.',
  },
  {
    id: 'providers.trail.former',
    source: 'ARCHITECTURE, Words',
    text: 'Trails that former releases wrote as lines, in a store or in records on their way to another, are read as steps: the same stories, the same money.',
  },
  {
    id: 'providers.trail.figures',
    source: 'ARCHITECTURE, Words',
    text: 'The step of a finished film says what the provider says it took and made, in its own fields: numbers and short words, bounded in number, no links and no sentences.',
  },
];
