import type { AdminContext } from '../context.ts';
import type { AdminFailure } from '../failure.ts';
import type { AccountChange } from '../schemas/account-bodies.ts';

export const labelTaken: AdminFailure = {
  kind: 'label-taken',
  detail: 'Another account has this label.',
};

export function accountNeeded(jobs: number): AdminFailure {
  const which = jobs === 1 ? 'A job' : `${jobs} jobs`;
  const detail = `${which} of the time before data was lost may have been sent by this account. Disable it instead, or remove it once the outcome is resolved.`;
  return { kind: 'account-needed', detail };
}

export function refuseProvider({ deps }: AdminContext, provider: string): AdminFailure | undefined {
  if (deps.providers.includes(provider)) return undefined;
  return { kind: 'field-invalid', detail: `provider must be one of ${deps.providers.join(', ')}` };
}

/** Where another key cannot read what the present one submitted, a change would lose the videos under way. */
export async function refuseKeyInUse(
  { deps }: AdminContext,
  id: string,
  { secret, force = false }: AccountChange,
): Promise<AdminFailure | undefined> {
  if (secret === undefined || force) return undefined;
  const load = await deps.accounts.find(id);
  if (load === undefined || load.busy === 0) return undefined;
  if (!deps.handlesBelongToKey(load.account.provider)) return undefined;
  const jobs = load.busy === 1 ? 'One job' : `${load.busy} jobs`;
  return {
    kind: 'key-in-use',
    detail: `${jobs} in flight can be read with the present secret only; wait for them, or send force: true.`,
  };
}

export function refuseFamilies(
  { deps }: AdminContext,
  families: readonly string[] | undefined,
): AdminFailure | undefined {
  const known = new Set(['*', ...deps.gateway.catalog().families.map(({ id }) => id)]);
  const unknown = families?.find((family) => !known.has(family));
  if (unknown === undefined) return undefined;
  return {
    kind: 'field-invalid',
    detail: `families names no family of the catalog: ${JSON.stringify(unknown)}`,
  };
}
