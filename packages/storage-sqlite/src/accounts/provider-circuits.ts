import { circuitAfter, type ProviderCircuit, type ProviderEvidence } from '@filmgate/core';
import type { Batch } from '../write/batch.ts';

/**
 * Evidence about each provider as a whole. Kept in memory only: after a restart the provider is given the benefit
 * of the doubt.
 */
export class ProviderCircuits {
  readonly #byProvider = new Map<string, ProviderCircuit>();

  /** Until when the circuit to the provider is open; null when it is closed. */
  openUntil(provider: string): number | null {
    return this.#byProvider.get(provider)?.openUntil ?? null;
  }

  note(
    batch: Batch,
    evidence: {
      readonly provider: string;
      readonly kind: ProviderEvidence;
      readonly now: number;
    },
  ): void {
    const { provider, kind, now } = evidence;
    const former = this.#byProvider.get(provider);
    batch.undo(() => this.#put(provider, former));
    this.#put(provider, circuitAfter(former, kind, now));
  }

  #put(provider: string, circuit: ProviderCircuit | undefined): void {
    if (circuit === undefined) this.#byProvider.delete(provider);
    else this.#byProvider.set(provider, circuit);
  }
}
