import type { AdminContext } from '../context.ts';
import type { AdminFailure } from '../failure.ts';
import type { AccountChange } from '../schemas/account-bodies.ts';

export const labelTaken: AdminFailure = {
  kind: 'label-taken',
  detail: 'Another account has this label.',
};

export function accountNeeded(jobs: number): AdminFailure {
  const which = jobs === 1 ? 'A job' : `${jobs} jobs`;
  const detail = `${which} from before the data loss may have been sent with this account. Disable the account instead, or remove it after the outcome is resolved.`;
  return { kind: 'account-needed', detail };
}

export function refuseProvider({ deps }: AdminContext, endpoint: string): AdminFailure | undefined {
  if (deps.providers.includes(endpoint)) return undefined;
  return { kind: 'field-invalid', detail: `provider must be one of ${deps.providers.join(', ')}` };
}

/** If another key cannot read the submissions of the present one, a change would lose the videos in progress. */
export async function refuseKeyInUse(
  { deps }: AdminContext,
  id: string,
  { secret, force = false }: AccountChange,
): Promise<AdminFailure | undefined> {
  if (secret === undefined || force) return undefined;
  const load = await deps.accounts.find(id);
  if (load === undefined || load.busy === 0) return undefined;
  if (!deps.handlesBelongToKey(load.account.endpoint)) return undefined;
  const jobs = load.busy === 1 ? 'One job' : `${load.busy} jobs`;
  return {
    kind: 'key-in-use',
    detail: `${jobs} in progress can only be retrieved with the current secret; wait for the end, or send force: true.`,
  };
}

export function refuseFamilies(
  { deps }: AdminContext,
  families: readonly string[] | undefined,
): AdminFailure | undefined {
  const { families: offered, retired = [] } = deps.gateway.catalog();
  const known = new Set(['*', ...[...offered, ...retired].map(({ id }) => id)]);
  const unknown = families?.find((family) => !known.has(family));
  if (unknown === undefined) return undefined;
  return {
    kind: 'field-invalid',
    detail: `families contains an unknown family: ${JSON.stringify(unknown)}`,
  };
}
