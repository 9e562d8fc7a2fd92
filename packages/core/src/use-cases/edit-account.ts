import type { AccountPool, AccountSettings } from '../ports/account-pool.ts';
import type { GatewayPorts } from '../ports/gateway-ports.ts';
import { askAgain } from './ask-again.ts';

/** Changes an account, and queries again the jobs of unknown outcome whose provider may respond truly from now on. */
export async function editAccount(
  { storage, clock, log }: Pick<GatewayPorts, 'storage' | 'clock' | 'log'>,
  input: Parameters<AccountPool['edit']>[0],
): Promise<Awaited<ReturnType<AccountPool['edit']>>> {
  const outcome = await storage.accounts.edit(input);
  if (outcome.kind !== 'edited' || !mayReportMore(input.settings)) return outcome;
  const { id: account } = input;
  try {
    const jobs = await askAgain({ storage, clock }, account);
    if (jobs > 0) log.info('unknown-jobs-asked-again', { account, jobs });
  } catch (error) {
    log.error('unknown-jobs-not-asked-again', error, { account });
  }
  return outcome;
}

/** Another secret may see what this one did not, and an exclusive key lets a search believe what it finds. */
function mayReportMore({ sealedSecret, enabled, exclusive }: AccountSettings): boolean {
  return sealedSecret !== undefined || enabled === true || exclusive === true;
}
