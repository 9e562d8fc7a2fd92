import { AssertionError, equal } from 'node:assert/strict';
import { StorageUnavailable } from '@filmgate/core';

/** Fails unless the call throws a `StorageUnavailable` that reports that nothing was applied. */
export async function refuses(call: () => Promise<unknown>, what: string): Promise<void> {
  const error = await call().then(
    () => {
      throw new AssertionError({ message: `${what} was not refused` });
    },
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof StorageUnavailable)) {
    throw new AssertionError({
      message: `${what} threw something other than StorageUnavailable: ${String(error)}`,
    });
  }
  equal(error.applied, 'no', `${what}: a refusal must say that nothing was applied`);
}

/** Returns the outcome if it is of this kind; otherwise fails with the whole outcome. */
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

/** Starts `count` calls at once, spread over the given bundles, and waits for all of them. */
export async function race<Way, Outcome>(
  ways: readonly Way[],
  count: number,
  call: (way: Way, index: number) => Promise<Outcome>,
): Promise<readonly Outcome[]> {
  const started = Array.from({ length: count }, (_, index) => {
    const way = ways[index % ways.length];
    if (way === undefined) throw new RangeError('A race needs at least one way in.');
    return call(way, index);
  });
  return await Promise.all(started);
}

/** Number of outcomes of each kind. */
export function kindsOf(outcomes: readonly { readonly kind: string }[]): {
  readonly [kind: string]: number;
} {
  const counts: { [kind: string]: number } = {};
  for (const { kind } of outcomes) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
