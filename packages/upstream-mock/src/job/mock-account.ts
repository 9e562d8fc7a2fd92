/** Limits of one account key at the mock. */
export interface MockAccountSettings {
  readonly credits: number;
  /** Jobs in flight at once. */
  readonly concurrency: number;
  /** Submissions within a sliding window; null = unlimited. */
  readonly rate: { readonly submissions: number; readonly windowMs: number } | null;
  readonly login: 'valid' | 'expired' | 'banned';
}

/** Limits of an undescribed account: practically none. */
export const defaultMockAccount: MockAccountSettings = {
  credits: 1_000_000,
  concurrency: 1_000_000,
  rate: null,
  login: 'valid',
};

/** Keys that misbehave by their name, for callers without another channel. */
const namedAccounts: { readonly [key: string]: Partial<MockAccountSettings> } = {
  mk_poor: { credits: 0 },
  mk_login_expired: { login: 'expired' },
  mk_banned: { login: 'banned' },
  mk_single: { concurrency: 1 },
};

/** Initial limits of a key, by its name. */
export function startingAccount(key: string): MockAccountSettings {
  return { ...defaultMockAccount, ...namedAccounts[key] };
}
