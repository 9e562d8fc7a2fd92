import { type Audited, StorageUnavailable } from '@filmgate/core';
import { storageFault } from '../faults/storage-fault.ts';
import type { Batch } from '../write/batch.ts';
import type { WriteQueue } from '../write/write-queue.ts';
import type { StoreState } from './store-state.ts';

/** The one way ports reach the store: shut after `close`, and never letting any other error out. */
export class StoreAccess {
  readonly state: StoreState;
  readonly #queue: WriteQueue;
  readonly #refusal: () => StorageUnavailable | null;
  #isShut = false;

  /** `refusal` says why nothing may be done now; absent = there never is a reason. */
  constructor(
    state: StoreState,
    queue: WriteQueue,
    refusal: () => StorageUnavailable | null = () => null,
  ) {
    this.state = state;
    this.#queue = queue;
    this.#refusal = refusal;
  }

  /** Looks at what is committed. */
  async read<Result>(look: (state: StoreState) => Result): Promise<Awaited<Result>> {
    try {
      return await this.readNow(look);
    } catch (error) {
      throw storageFault(error);
    }
  }

  /** As `read`, within this call. */
  readNow<Result>(look: (state: StoreState) => Result): Result {
    const refusal = this.#whyNot();
    if (refusal !== null) throw refusal;
    try {
      return look(this.state);
    } catch (error) {
      throw storageFault(error);
    }
  }

  /** Runs an act in the next transaction; resolves once it is durable. */
  write<Outcome>(act: (state: StoreState, batch: Batch) => Outcome): Promise<Outcome> {
    const refusal = this.#whyNot();
    if (refusal !== null) return Promise.reject(refusal);
    return this.#queue.submit({ run: (batch) => act(this.state, batch) });
  }

  /** As `write`; an act that changed something has its entry of the audit log written in its transaction. */
  writeAudited<Outcome>(
    { audit }: Audited,
    act: (state: StoreState, batch: Batch) => Outcome,
    isChange: (outcome: Outcome) => boolean,
  ): Promise<Outcome> {
    return this.write((state, batch) => {
      const outcome = act(state, batch);
      if (audit !== undefined && isChange(outcome)) state.adminRecords.addAudit(audit);
      return outcome;
    });
  }

  /** Has written soon what waits for a transaction. A failure is not reported: it waits for the next one then. */
  saveSoon(): void {
    this.write(() => undefined).catch(() => undefined);
  }

  /** Lets nothing more in. */
  shut(): void {
    this.#isShut = true;
  }

  #whyNot(): StorageUnavailable | null {
    return this.#isShut ? closedFault() : this.#refusal();
  }
}

function closedFault(): StorageUnavailable {
  return new StorageUnavailable('The store is closed.', { applied: 'no' });
}
