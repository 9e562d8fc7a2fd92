import { draftedRequest, type Eligibility, type RequestDraft } from '@filmgate/core';
import type { WorkbenchCreation } from './decode/workbench-job.ts';
import { type WorkbenchContext, workbenchOwner } from './workbench-context.ts';
import type { WorkbenchFailure } from './workbench-failure.ts';

export type PinnedAccount =
  | { readonly kind: 'pinned'; readonly pin: Pick<RequestDraft, 'pinnedAccountId'> }
  | { readonly kind: 'refused'; readonly failure: WorkbenchFailure };

const anyAccount: PinnedAccount = { kind: 'pinned', pin: {} };

/**
 * The one account a creation asks for, by id or label [workbench.account]; one that is being removed takes no new job and
 * is none. One that has gone since does not keep a
 * job that was accepted from being found again under its id.
 */
export async function pinAccount(
  { deps }: WorkbenchContext,
  { id, account: wanted, draft }: WorkbenchCreation,
): Promise<PinnedAccount> {
  if (wanted === null) return anyAccount;
  const loads = await deps.accounts.loads();
  const accounts = loads.map(({ account }) => account).filter(({ draining }) => !draining);
  const found =
    accounts.find((account) => account.id === wanted) ??
    accounts.find(({ label }) => label === wanted);
  const eligibility =
    found === undefined ? undefined : deps.book.routesOf(found, draftedRequest(draft));
  if (found !== undefined && eligibility?.kind === 'eligible')
    return { kind: 'pinned', pin: { pinnedAccountId: found.id } };
  if ((await deps.gateway.get({ ...workbenchOwner, id })) !== undefined) return anyAccount;
  const detail = reasonOf(eligibility, draft.model);
  return { kind: 'refused', failure: { kind: 'field-invalid', detail } };
}

function reasonOf(eligibility: Eligibility | undefined, model: string): string {
  if (eligibility === undefined)
    return 'account must be auto, or the id or label of an account there is.';
  return eligibility.kind === 'request-not-supported'
    ? `account cannot make this: ${eligibility.detail}.`
    : `account does not serve ${model}.`;
}
