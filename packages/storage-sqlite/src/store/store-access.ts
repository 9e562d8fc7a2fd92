import { type Audited, StorageUnavailable } from '@filmgate/core';
import { storageFault } from '../faults/storage-fault.ts';
import type { Batch } from '../write/batch.ts';
import type { WriteQueue } from '../write/write-queue.ts';
import type { StoreState } from './store-state.ts';

/** The only way ports reach the store: closed after `close`, and throws no other error. */
export class StoreAccess {
  readonly state: StoreState;
  readonly #queue: WriteQueue;
  readonly #refusal: () => StorageUnavailable | null;
  #isShut = false;

  /** `refusal` returns the reason why calls are refused now; absent = never refused. */
  constructor(
    state: StoreState,
    queue: WriteQueue,
    refusal: () => StorageUnavailable | null = () => null,
  ) {
    this.state = state;
    this.#queue = queue;
    this.#refusal = refusal;
  }

  /** Reads committed state. */
  async read<Result>(look: (state: StoreState) => Result): Promise<Awaited<Result>> {
    try {
      return await this.readNow(look);
    } catch (error) {
      throw storageFault(error);
    }
  }

  /** Like `read`, but synchronous. */
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

  /** Like `write`; the audit log entry of an act that changed something is written in the same transaction. */
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

  /** Soon writes the changes that wait for a transaction; after a failure, not reported, they wait for the next one. */
  saveSoon(): void {
    this.write(() => undefined).catch(() => undefined);
  }

  /** Refuses all further calls. */
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
