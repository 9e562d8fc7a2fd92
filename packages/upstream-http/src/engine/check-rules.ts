/** Returns true if a response of this status can prove a refusal: redirects, 408 and successes never do. */
function canProve(status: number): boolean {
  return status >= 400 && status <= 599 && status !== 408;
}

/**
 * Checks that every row can be a proof, and that no two rows are equal.
 *
 * @throws RangeError that names the row
 */
export function checkRules(
  rules: readonly { readonly status: number; readonly code: string | null }[],
): void {
  const seen = new Set<string>();
  for (const { status, code } of rules) {
    const name = `${status} ${code ?? '(any code)'}`;
    if (!canProve(status)) throw new RangeError(`A refusal with ${name} is no proof.`);
    if (seen.has(name)) throw new RangeError(`There are two refusals for ${name}.`);
    seen.add(name);
  }
}
