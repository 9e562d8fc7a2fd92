import type { AnswerSpool } from './answer-spool.ts';
import type { BlobStore } from './blob-store.ts';
import type { Clock } from './clock.ts';
import type { Digest } from './digest.ts';
import type { Logger } from './logger.ts';
import type { FreeSpace } from './free-space.ts';
import type { IdSource } from './id-source.ts';
import type { FetchReference, SniffMedia } from './reference-source.ts';
import type { StorageBundle } from './storage-bundle.ts';
import type { UpstreamClient } from './upstream-client.ts';

/** Everything the use-cases need from outside; the composition root supplies it. */
export interface GatewayPorts {
  readonly storage: StorageBundle;
  readonly assetBlobs: BlobStore;
  readonly resultBlobs: BlobStore;
  /** Upstream clients by provider name. */
  readonly upstreams: ReadonlyMap<string, UpstreamClient>;
  readonly clock: Clock;
  /**
   * The newest instant that something beside the clock witnesses, ms since 1970: a video that was paid for is given up by that one.
   * Absent = what the clock says.
   */
  readonly witnessedNow?: () => Promise<number>;
  readonly ids: IdSource;
  readonly digest: Digest;
  readonly log: Logger;
  readonly fetchReference: FetchReference;
  readonly sniffMedia: SniffMedia;
  /** Where an upstream's answer waits for a store that fails; absent = in memory alone. */
  readonly answerSpool?: AnswerSpool;
  /** Whether there is room for what callers bring; absent = always. */
  readonly freeSpace?: FreeSpace;
  /** Opens an account's sealed secret; null when it has none. Throws when it was sealed under another key. */
  readonly openSecret: (accountId: string, sealed: string | undefined) => string | null;
}
