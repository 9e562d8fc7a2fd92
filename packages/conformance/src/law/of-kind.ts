import { AssertionError } from 'node:assert';

/** The outcome, known to be of this kind; fails with the whole outcome otherwise. */
export function ofKind<Outcome extends { readonly kind: string }, Kind extends Outcome['kind']>(
  outcome: Outcome,
  kind: Kind,
): Extract<Outcome, { readonly kind: Kind }> {
  if (isOfKind(outcome, kind)) return outcome;
  throw new AssertionError({ actual: outcome, expected: { kind }, operator: 'ofKind' });
}

function isOfKind<Outcome extends { readonly kind: string }, Kind extends Outcome['kind']>(
  outcome: Outcome,
  kind: Kind,
): outcome is Extract<Outcome, { readonly kind: Kind }> {
  return outcome.kind === kind;
}
