import { providerFailuresToOpen, providerOpenForMs } from '@filmgate/core';
import type { Batch } from '../write/batch.ts';

interface Circuit {
  readonly failures: number;
  readonly openUntil: number | null;
}

/**
 * Evidence about each provider as a whole. Kept in memory only: after a restart the provider is given the benefit
 * of the doubt.
 */
export class ProviderCircuits {
  readonly #byProvider = new Map<string, Circuit>();

  /** Until when the circuit to the provider is open; null when it is closed. */
  openUntil(provider: string): number | null {
    return this.#byProvider.get(provider)?.openUntil ?? null;
  }

  note(
    batch: Batch,
    evidence: {
      readonly provider: string;
      readonly kind: 'answered' | 'unavailable';
      readonly now: number;
    },
  ): void {
    const { provider, kind, now } = evidence;
    const former = this.#byProvider.get(provider);
    batch.undo(() => this.#put(provider, former));
    this.#put(provider, kind === 'answered' ? undefined : afterFailure(former, now));
  }

  #put(provider: string, circuit: Circuit | undefined): void {
    if (circuit === undefined) this.#byProvider.delete(provider);
    else this.#byProvider.set(provider, circuit);
  }
}

function afterFailure(former: Circuit | undefined, now: number): Circuit {
  const failures = (former?.failures ?? 0) + 1;
  const opens = failures >= providerFailuresToOpen;
  return { failures, openUntil: opens ? now + providerOpenForMs : (former?.openUntil ?? null) };
}
