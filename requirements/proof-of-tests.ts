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
];
