import type { Requirement } from './requirement.ts';

/** What proves that the tests would see a broken promise. */
export const proofOfTestsRequirements: readonly Requirement[] = [
  {
    id: 'proof.mutation',
    source: 'docs/promise, How it is tested',
    text: 'Of all changes a mutation tool makes in the decisions about jobs, accounts and quota, the unit tests beside them see 90 % or more, or npm test fails.',
  },
  {
    id: 'proof.effects',
    source: 'docs/promise, How it is tested',
    text: 'For every event that may meet a job it is written down which fields change, which money moves, what becomes of the slot, and what is said of account and provider.',
  },
  {
    id: 'proof.fail-points',
    source: 'docs/promise, How it is tested',
    text: 'At each step of the submission protocol, before and after it, on SQLite and on Redis, an act that throws, an act that hangs longer than a lease and a killed process leave each job delivered and paid for once, or unknown where it may have been sent.',
  },
  {
    id: 'proof.soak',
    source: 'docs/promise, How it is tested',
    text: 'npm test plays a minute of kills, wrong wall clocks, spoilt results and two users, one with little to spend, by chance from a seed that it prints.',
  },
  {
    id: 'proof.changed-lines',
    source: 'docs/many-nodes',
    text: 'A change on Redis is done once and answered alike however often it is sent, and a store that knows less of a node than the node itself changes nothing and tells nothing.',
  },
];
