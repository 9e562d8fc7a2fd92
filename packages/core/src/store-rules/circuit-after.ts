import { providerFailuresToOpen, providerOpenForMs } from '../account/provider-circuit.ts';

/** What is known against a provider as a whole. */
export interface ProviderCircuit {
  /** `unavailable` in a row. */
  readonly failures: number;
  /** Null while it was never opened. */
  readonly openUntil: number | null;
}

/** The circuit after one more piece of evidence; undefined = nothing is known against the provider. */
export function circuitAfter(
  former: ProviderCircuit | undefined,
  evidence: 'answered' | 'unavailable',
  now: number,
): ProviderCircuit | undefined {
  if (evidence === 'answered') return undefined;
  const failures = (former?.failures ?? 0) + 1;
  const opens = failures >= providerFailuresToOpen;
  return { failures, openUntil: opens ? now + providerOpenForMs : (former?.openUntil ?? null) };
}
