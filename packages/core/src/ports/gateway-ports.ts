import type { ReferenceKind } from '../media/reference.ts';
import type { BlobStore } from './blob-store.ts';
import type { Clock } from './clock.ts';
import type { InspectMedia, RecogniseMedia } from './inspect-media.ts';
import type { Logger } from './logger.ts';
import type { StorageBundle } from './storage-bundle.ts';
import type { UpstreamClient } from './upstream-client.ts';

/** Digests and comparison; the only cryptography the core asks for. */
export interface Digest {
  /** SHA-256 of UTF-8 text or bytes, lower-case hex. */
  sha256(data: string | Uint8Array): string;
}

/** The guarded fetch of a caller's URL [tasks.images.guarded]: no private address, no redirect, bounded in size and time. */
export type FetchReference = (url: string) => Promise<
  | { readonly kind: 'fetched'; readonly bytes: Uint8Array }
  /** `message` names the caller's host and the rule, never a host of ours. */
  | { readonly kind: 'refused'; readonly message: string }
>;

/** What magic bytes show. */
export type SniffedMedia =
  | { readonly kind: ReferenceKind; readonly contentType: string; readonly extension: string }
  /** A format with a name that is not taken: HEIC, GIF. */
  | { readonly kind: 'not-taken'; readonly contentType: string };

/** The type that the magic bytes show; undefined when it is none that we know. */
export type SniffMedia = (head: Uint8Array) => SniffedMedia | undefined;

/** Identifiers that cannot be guessed. */
export interface IdSource {
  /** 26 lower-case Crockford base32 characters, strictly increasing within a process [tasks.object.id]. */
  next(): string;
}

/**
 * Whether the disk still has the room that is reserved for results. When it is low the gateway takes in nothing that
 * callers bring, so that it can still store videos that were paid for.
 */
export interface FreeSpace {
  /** The last reading, at most a moment old. A disk that cannot be read does not count as low. */
  isLow(): Promise<boolean>;
  /** Whether a disk has no room left at all, so that the store can keep nothing either. */
  isFull(): Promise<boolean>;
}

/**
 * Keeps an upstream's responses while the store cannot take them, in room on one node's disk that was reserved in
 * advance. It serves when a store fails, so it shares nothing with one. Methods throw when the disk fails.
 */
export interface ResponseSpool {
  /** Keeps a text; resolves once it survives a power cut. `full`: the reserved room is used up. */
  keep(
    text: string,
  ): Promise<{ readonly kind: 'kept'; readonly ticket: string } | { readonly kind: 'full' }>;
  /** All kept entries, of this run and of former ones. */
  entries(): Promise<readonly { readonly ticket: string; readonly text: string }[]>;
  /** Gives the room of an entry back. Safe to repeat. */
  remove(ticket: string): Promise<void>;
}

/** Everything the use cases need from outside; the composition root supplies it. */
export interface GatewayPorts {
  readonly storage: StorageBundle;
  readonly assetBlobs: BlobStore;
  readonly resultBlobs: BlobStore;
  /** Upstream clients by provider name. */
  readonly upstreams: ReadonlyMap<string, UpstreamClient>;
  readonly clock: Clock;
  /**
   * The newest instant that something other than the clock confirms, ms since 1970. It decides when to give up a video
   * that was paid for. Absent = the clock decides.
   */
  readonly trustedNow?: () => Promise<number>;
  readonly ids: IdSource;
  readonly digest: Digest;
  readonly log: Logger;
  readonly fetchReference: FetchReference;
  readonly sniffMedia: SniffMedia;
  readonly inspectMedia: InspectMedia;
  /** Ends the copy of a result that does not begin as a media file does; absent = `inspectMedia` judges it once it is here. */
  readonly recogniseMedia?: RecogniseMedia;
  /** Where an upstream's response waits for a store that fails; absent = in memory alone. */
  readonly responseSpool?: ResponseSpool;
  /** Whether there is room for what callers bring; absent = always. */
  readonly freeSpace?: FreeSpace;
  /** Opens an account's sealed secret; null when it has none. Throws when it was sealed under another key. */
  readonly openSecret: (accountId: string, sealed: string | undefined) => string | null;
}
