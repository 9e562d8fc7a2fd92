import type { Account } from '../../account/account.ts';
import type { CostUnit } from '../../model/route.ts';
import type {
  UpstreamAccount,
  UpstreamCapabilities,
  UpstreamClient,
} from '../../ports/upstream-client.ts';
import { toldClient } from './told-client.ts';
import type { Work } from './work.ts';

/** Where a job's submission goes. */
export interface JobUpstream {
  readonly client: UpstreamClient;
  readonly account: UpstreamAccount;
  /** Where its handles name one piece of work: the account's provider. */
  readonly place: string;
  /** What the account counts in. */
  readonly unit: CostUnit;
  /** See `Account.exclusive`. */
  readonly exclusive: boolean;
  /** See `Account.secretSince`. */
  readonly secretSince: number | null;
}

/** The client and opened account of a job; undefined when the account or its provider is gone. */
export async function upstreamOf(
  { ports }: Pick<Work, 'ports'>,
  accountId: string | null,
): Promise<JobUpstream | undefined> {
  const found = await clientOf(ports, accountId);
  if (found === undefined) return undefined;
  const { id, label, provider: place, unit, exclusive, secretSince } = found.account;
  const secret = ports.openSecret(id, await ports.storage.accounts.sealedSecret(id));
  const account = { id, label, secret };
  return { client: toldClient(found.client), account, exclusive, place, unit, secretSince };
}

/** An account with the client of its place; undefined when one of them is gone. */
async function clientOf(
  { storage, upstreams }: Work['ports'],
  accountId: string | null,
): Promise<{ readonly account: Account; readonly client: UpstreamClient } | undefined> {
  const load = accountId === null ? undefined : await storage.accounts.find(accountId);
  const client = load === undefined ? undefined : upstreams.get(load.account.provider);
  return load === undefined || client === undefined ? undefined : { account: load.account, client };
}

/** What holds for a job whose account or provider is gone: look rarely, nothing to search. */
const withoutUpstream: UpstreamCapabilities = {
  provider: '',
  minimumPollIntervalMs: 60_000,
  visibilityLagMs: 0,
  reconcileAfterMs: null,
  handlesBelongTo: 'account',
  findsBy: 'none',
  unit: 'credits',
  charges: 'acceptance',
};

/** How long after `now` the upstream may still be at work on what it accepted. */
export function deadlineFrom(
  now: number,
  { jobDeadlineMs: ownMs }: Pick<UpstreamCapabilities, 'jobDeadlineMs'>,
  { options }: Pick<Work, 'options'>,
): number {
  return now + (ownMs ?? options.jobDeadlineMs);
}

/** What the job's upstream promises about its place: the client alone says it, so no secret is read for it. */
export async function capabilitiesOf({ ports, job }: Work): Promise<UpstreamCapabilities> {
  const found = await clientOf(ports, job.accountId);
  return found?.client.capabilities() ?? withoutUpstream;
}
