import type { AccountPool } from '../ports/account-pool.ts';
import type { AdminAccess } from '../ports/admin-access.ts';
import type { ApiUsers } from '../ports/api-users.ts';
import type { AssetIndex } from '../ports/asset-index.ts';
import type { JobReader } from '../ports/job-reader.ts';
import type { KeyValueStore } from '../ports/storage-bundle.ts';
import type { KeyClaim, RecordCounts, RecordPosition, StoreRecord } from './store-record.ts';

/** A store to compare: its reader ports, and the little that no port shows. */
export interface StoreView {
  readonly reader: Pick<JobReader, 'find' | 'trail' | 'dispatches' | 'depth'>;
  readonly accounts: Pick<AccountPool, 'find' | 'sealedSecret'>;
  readonly apiUsers: Pick<ApiUsers, 'find' | 'usage' | 'linkEpoch'>;
  readonly assets: Pick<AssetIndex, 'find' | 'holding' | 'heldBytes'>;
  readonly values: Pick<KeyValueStore, 'get'>;
  readonly adminAccess: Pick<AdminAccess, 'audit'>;
  /** The digest under which an API user's key is found; undefined when it is found under none. */
  keyDigest(userId: string): Promise<string | undefined>;
  /** The idempotency key that leads to a job; undefined when none does. */
  keyClaim(jobId: string): Promise<KeyClaim | undefined>;
  /** Records there are, told from the store itself. Key-value entries of the transfer are not counted. */
  counts(): Promise<RecordCounts>;
}

/**
 * A store whose records are taken elsewhere. No other program has it open, and only `conclude` changes it.
 * Throws `StorageUnavailable` with a sentence for the operator.
 */
export interface StoreExport {
  /** Names the store, the same at each opening and another one for every other store. */
  readonly identity: string;
  /** Rises whenever a program opened the store that may have changed it. */
  readonly opening: number;
  readonly view: StoreView;
  /** Every record behind the place, kind by kind in the order of `storeRecordKinds`. */
  records(after: RecordPosition | null): AsyncIterable<StoreRecord>;
  /** Puts a key-value entry, durably: the one change of a store that was taken elsewhere. */
  conclude(name: string, value: string): Promise<void>;
  close(): Promise<void>;
}

export type BeginImportOutcome =
  /** The store was empty, and now holds the text. */
  | { readonly kind: 'begun' }
  /** An import was begun before, with this text or what was put in its place. */
  | { readonly kind: 'found'; readonly text: string }
  | { readonly kind: 'not-empty' };

/**
 * A store that takes the records of another. What it notes of the import is a key-value entry, which every program that opens the store reads:
 * until the import is over none may work on it. Throws `StorageUnavailable`.
 */
export interface StoreImport {
  readonly view: StoreView;
  /** One atomic act. Race: of two that begin, one does. */
  begin(note: { readonly name: string; readonly text: string }): Promise<BeginImportOutcome>;
  /** Removes everything that was imported, then replaces the note. Killed half-way, the old note is still there. */
  startOver(note: { readonly name: string; readonly text: string }): Promise<void>;
  /**
   * Each record is one atomic act; durable when this resolves. A repeat of the same record changes nothing; another record in
   * its place is a fault. Every open job can be claimed at once, as after a restart, since the leases of its former store are void.
   */
  write(records: readonly StoreRecord[]): Promise<void>;
  /** Replaces the note. */
  note(note: { readonly name: string; readonly text: string }): Promise<void>;
  /**
   * Writes down, outside of a store that can forget, how much it holds: so that the next program to open it notices when some of that
   * is gone. Precondition: it was verified.
   */
  keepBaseline(): Promise<void>;
  close(): Promise<void>;
}
