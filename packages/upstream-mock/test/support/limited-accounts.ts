import type { MockAccountSettings } from '../../src/job/mock-account.ts';
import { wrongKey } from '@filmgate/mock-cassettes';

/** Accounts that refuse submissions, by their keys. */
export const limitedAccounts: { readonly [key: string]: Partial<MockAccountSettings> } = {
  'poor-key': { credits: 0 },
  'single-key': { concurrency: 1 },
  'expired-key': { login: 'expired' },
  'banned-key': { login: 'banned' },
  [wrongKey]: { login: 'expired' },
};
