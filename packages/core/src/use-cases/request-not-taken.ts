import type { RouteRefusal } from '../account/router.ts';
import type { RequestDraft } from '../job/generation-request.ts';
import type { AcceptResult } from './accept-outcomes.ts';

/** Returns the first field of a request that no endpoint accepts, with the reasons. */
export function requestNotTaken(
  { references }: RequestDraft,
  verdicts: readonly RouteRefusal[],
): Extract<AcceptResult, { readonly kind: 'request-not-taken' }> {
  const [{ parameter, reference } = { parameter: 'model', reference: undefined }] = verdicts;
  const param = reference === undefined ? null : (references[reference]?.param ?? null);
  const said = verdicts.filter((one) => one.parameter === parameter && one.reference === reference);
  const message = [...new Set(said.map(({ reason }) => reason))].join(' ');
  return { kind: 'request-not-taken', parameter, param, message };
}
