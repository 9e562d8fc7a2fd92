import { createHash } from 'node:crypto';

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

/** Distinguishes accounts without revealing anything of a key. */
export function aliasOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 6);
}
