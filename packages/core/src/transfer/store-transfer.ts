import type { AccountPool } from '../ports/account-pool.ts';
import type { AdminAccess } from '../ports/admin-access.ts';
import type { ApiUsers } from '../ports/api-users.ts';
import type { AssetIndex } from '../ports/asset-index.ts';
import type { JobReader } from '../ports/job-reader.ts';
import type { KeyValueStore } from '../ports/storage-bundle.ts';
import type { KeyClaim, RecordCounts, RecordPosition, StoreRecord } from './store-record.ts';

/** A store to compare: its reader ports, and the few data that no port shows. */
export interface StoreView {
  readonly reader: Pick<JobReader, 'find' | 'trail' | 'dispatches' | 'depth'>;
  readonly accounts: Pick<AccountPool, 'find' | 'sealedSecret'>;
  readonly apiUsers: Pick<ApiUsers, 'find' | 'usage' | 'linkEpoch'>;
  readonly assets: Pick<AssetIndex, 'find' | 'holding' | 'heldBytes'>;
  readonly values: Pick<KeyValueStore, 'get'>;
  readonly adminAccess: Pick<AdminAccess, 'audit'>;
  /** Returns the digest under which an API user's key is found; undefined when it is found under none. */
  keyDigest(userId: string): Promise<string | undefined>;
  /** Returns the idempotency key that leads to a job; undefined when none does. */
  keyClaim(jobId: string): Promise<KeyClaim | undefined>;
  /** Counts the records from the store itself. Key-value entries of the transfer are not counted. */
  counts(): Promise<RecordCounts>;
}

/**
 * A store whose records are transferred elsewhere. No other program has it open, and only `conclude` changes it. Throws
 * `StorageUnavailable` with a sentence for the operator.
 */
export interface StoreExport {
  /** Name of the store, unique and equal at each opening. */
  readonly identity: string;
  /** Rises with each opening by a program that may have changed the store. */
  readonly opening: number;
  readonly view: StoreView;
  /** Yields every record after the position, kind by kind in the order of `storeRecordKinds`. */
  records(after: RecordPosition | null): AsyncIterable<StoreRecord>;
  /** Puts a key-value entry, durably: the one change of a store that was moved elsewhere. */
  conclude(name: string, value: string): Promise<void>;
  close(): Promise<void>;
}

export type BeginImportOutcome =
  /** The store was empty, and now holds the text. */
  | { readonly kind: 'begun' }
  /** An import was begun before, with this text or a later replacement of it. */
  | { readonly kind: 'found'; readonly text: string }
  | { readonly kind: 'not-empty' };

/**
 * A store that receives the records of another. Its progress note on the import is a key-value entry, which every
 * program that opens the store reads: until the import is complete none may work on it. Throws `StorageUnavailable`.
 */
export interface StoreImport {
  readonly view: StoreView;
  /** One atomic act. Race: of two that begin, one does. */
  begin(note: { readonly name: string; readonly text: string }): Promise<BeginImportOutcome>;
  /** Removes everything that was imported, then replaces the note. After a kill half-way, the old note still exists. */
  startOver(note: { readonly name: string; readonly text: string }): Promise<void>;
  /**
   * Each record is one atomic, durable act; an equal repeat changes nothing, another record in its position is a fault.
   * Every open job can be claimed at once, as after a restart: leases of its former store are void.
   */
  write(records: readonly StoreRecord[]): Promise<void>;
  note(note: { readonly name: string; readonly text: string }): Promise<void>;
  /** Writes the extent outside of the store, so that the next opening notices a loss. Precondition: it was verified. */
  keepBaseline(): Promise<void>;
  close(): Promise<void>;
}
