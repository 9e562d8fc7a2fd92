import type { RouteRefusal } from '../account/route-book.ts';
import type { RequestDraft } from '../job/generation-request.ts';
import type { AcceptResult } from './accept-outcomes.ts';

/** Tells the first thing of a request that no place takes, and all that is said of it. */
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
