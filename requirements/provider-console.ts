import type { Requirement } from './requirement.ts';

/** Real providers in the console. */
export const providerConsoleRequirements: readonly Requirement[] = [
  {
    id: 'providers.desk.key-in-use',
    source: 'docs/operating, Real providers',
    text: 'Where a new secret is refused for jobs in flight, the console says how many there are and what may be lost, and replaces it all the same when told to.',
  },
  {
    id: 'providers.desk.credential',
    source: 'docs/operating, Real providers',
    text: 'The console draws a field for each part of a login that the provider names, says by its name which one is empty, sends them as one secret, and shows none that is stored.',
  },
  {
    id: 'providers.desk.amounts',
    source: 'docs/operating, Real providers',
    text: 'In the console every amount of an account has its unit; dollars are shown and typed as dollars.',
  },
  {
    id: 'providers.desk.test-reason',
    source: 'docs/operating, Real providers',
    text: 'A test of an account says why it could not be read, and says so where nothing could be asked.',
  },
  {
    id: 'providers.desk.promised',
    source: 'docs/providers, What is promised where',
    text: 'Beside each account stands how a lost answer is found there: by its own id, by notice, in the list when unambiguous, or by a person.',
  },
  {
    id: 'providers.desk.job',
    source: 'docs/operating, Real providers',
    text: 'The console shows of a job its place and the model there, its price, what it was expected to cost and cost, and the figures of the provider.',
  },
];
