import type { CostUnit } from '../../model/route.ts';
import type {
  UpstreamAccount,
  UpstreamCapabilities,
  UpstreamClient,
} from '../../ports/upstream-client.ts';
import type { Work } from './work.ts';

/** Where a job's submission goes. */
export interface JobUpstream {
  readonly client: UpstreamClient;
  readonly account: UpstreamAccount;
  /** Where its handles name one piece of work: the account's provider. */
  readonly place: string;
  /** What the account counts in. */
  readonly unit: CostUnit;
}

/** The client and opened account of a job; undefined when the account or its provider is gone. */
export async function upstreamOf(
  { ports }: Pick<Work, 'ports'>,
  accountId: string | null,
): Promise<JobUpstream | undefined> {
  if (accountId === null) return undefined;
  const load = await ports.storage.accounts.find(accountId);
  const client = load === undefined ? undefined : ports.upstreams.get(load.account.provider);
  if (load === undefined || client === undefined) return undefined;
  const secret = ports.openSecret(accountId, await ports.storage.accounts.sealedSecret(accountId));
  const { label, provider: place, unit } = load.account;
  return { client, account: { id: accountId, label, secret }, place, unit };
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

/** What the job's upstream promises about its place. */
export async function capabilitiesOf(work: Work): Promise<UpstreamCapabilities> {
  const upstream = await upstreamOf(work, work.job.accountId);
  return upstream?.client.capabilities() ?? withoutUpstream;
}
