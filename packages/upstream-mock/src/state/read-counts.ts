import type { ReadFault } from '../job/mock-instructions.ts';
import type { LedgerFact } from '../records/ledger-fact.ts';

type CountedRead = Extract<LedgerFact, { readonly fact: 'read-failed' | 'link-used' }>;

/** Numbers of disturbed reads of jobs, and of uses of one-use links. */
export class ReadCounts {
  readonly #failed = new Map<string, Map<ReadFault, number>>();
  readonly #linkUses = new Map<string, number>();

  add(fact: CountedRead): void {
    const { id } = fact;
    if (fact.fact === 'link-used') {
      this.#linkUses.set(id, this.linkUses(id) + 1);
      return;
    }
    const { fault } = fact;
    const reads = this.#failed.get(id) ?? new Map<ReadFault, number>();
    reads.set(fault, (reads.get(fault) ?? 0) + 1);
    this.#failed.set(id, reads);
  }

  failed(id: string, fault: ReadFault): number {
    return this.#failed.get(id)?.get(fault) ?? 0;
  }

  /** Number of uses of this job's one-use link. */
  linkUses(id: string): number {
    return this.#linkUses.get(id) ?? 0;
  }

  clear(): void {
    this.#failed.clear();
    this.#linkUses.clear();
  }
}
