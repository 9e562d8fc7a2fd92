import type { PoolAccount } from '../../api/schemas/account.ts';

/** Where the admin API has an account. */
export function accountPath({ id }: Pick<PoolAccount, 'id'>): string {
  return `/api/v1/admin/accounts/${encodeURIComponent(id)}`;
}
