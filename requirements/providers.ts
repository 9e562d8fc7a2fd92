import type { Requirement } from './requirement.ts';

const port = 'ARCHITECTURE, Ports';

/** The way a job takes to a provider and back: routes, choice, search, evidence. */
const portRequirements: readonly Requirement[] = [
  {
    id: 'providers.port.handle-owner',
    source: port,
    text: 'Every store tells which job has a handle in its place, however its JSON is written, until that job is removed.',
  },
  {
    id: 'providers.port.send-window',
    source: port,
    text: 'A search for a lost submission is told the instants between which its bytes can have left: from its mark to the end of the right to send, whenever the outcome was called unknown.',
  },
  {
    id: 'providers.port.owned',
    source: port,
    text: 'A search is told of each candidate whether another job has it.',
  },
  {
    id: 'providers.port.ambiguous',
    source: port,
    text: 'A submission that could be several pieces of work is left to a person, with their number in its trail; its money is held, it is never sent again, and it is looked at again.',
  },
  {
    id: 'providers.port.not-prepared',
    source: port,
    text: 'A job whose client throws while it prepares waits for an operator with the reason in its trail, and costs the runner nothing meanwhile.',
  },
];

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
export const providersRequirements: readonly Requirement[] = [
  ...portRequirements,
  ...moneyRequirements,
];
