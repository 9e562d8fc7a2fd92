/** What one account key may do at the mock. */
export interface MockAccountSettings {
  readonly credits: number;
  /** Jobs in flight at once. */
  readonly concurrency: number;
  /** Submissions within a sliding window; null = unlimited. */
  readonly rate: { readonly submissions: number; readonly windowMs: number } | null;
  readonly login: 'valid' | 'expired' | 'banned';
}

/** An account without a description: plenty of everything. */
export const defaultMockAccount: MockAccountSettings = {
  credits: 1_000_000,
  concurrency: 1_000_000,
  rate: null,
  login: 'valid',
};

/** Keys that behave badly by their name alone, for callers with no other channel. */
const namedAccounts: { readonly [key: string]: Partial<MockAccountSettings> } = {
  mk_poor: { credits: 0 },
  mk_login_expired: { login: 'expired' },
  mk_banned: { login: 'banned' },
  mk_single: { concurrency: 1 },
};

/** What a key starts as, from its name. */
export function startingAccount(key: string): MockAccountSettings {
  return { ...defaultMockAccount, ...namedAccounts[key] };
}
