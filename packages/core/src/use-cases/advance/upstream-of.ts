import type { UpstreamAccount, UpstreamClient } from '../../ports/upstream-client.ts';
import type { Work } from './work.ts';

/** The client and opened account of a job; undefined when the account or its provider is gone. */
export async function upstreamOf(
  { ports }: Pick<Work, 'ports'>,
  accountId: string | null,
): Promise<{ readonly client: UpstreamClient; readonly account: UpstreamAccount } | undefined> {
  if (accountId === null) return undefined;
  const load = await ports.storage.accounts.find(accountId);
  const client = load === undefined ? undefined : ports.upstreams.get(load.account.provider);
  if (load === undefined || client === undefined) return undefined;
  const secret = ports.openSecret(accountId, await ports.storage.accounts.sealedSecret(accountId));
  return { client, account: { id: accountId, label: load.account.label, secret } };
}
