interface Row {
  readonly status: number;
  readonly code: string | null;
}

/** Returns true if a row can prove a refusal: redirects and 408 never do, and a success only by an exact code. */
function canProve({ status, code }: Row, successes: boolean): boolean {
  if (status >= 200 && status <= 299)
    return successes && code !== null && code !== '' && !code.endsWith('*');
  return status >= 400 && status <= 599 && status !== 408;
}

/**
 * Checks that every row can be a proof, and that no two rows are equal.
 *
 * @param successes - true if the provider documents errors inside successful responses
 * @throws RangeError that names the row
 */
export function checkRules(
  rules: readonly Row[],
  { successes }: { readonly successes: boolean },
): void {
  const seen = new Set<string>();
  for (const { status, code } of rules) {
    const name = `${status} ${code ?? '(any code)'}`;
    if (!canProve({ status, code }, successes))
      throw new RangeError(`A refusal with ${name} is no proof.`);
    if (seen.has(name)) throw new RangeError(`There are two refusals for ${name}.`);
    seen.add(name);
  }
}
