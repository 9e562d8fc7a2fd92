import type { ReferenceKind } from '../media/reference.ts';
import type { BlobStore } from './blob-store.ts';
import type { Clock } from './clock.ts';
import type { InspectMedia, RecogniseMedia } from './inspect-media.ts';
import type { Logger } from './logger.ts';
import type { NoticeUrls } from './notice.ts';
import type { StorageBundle } from './storage-bundle.ts';
import type { UpstreamClient } from './upstream-client.ts';

/** Digests and comparison; the only cryptography the core needs. */
export interface Digest {
  /** SHA-256 of UTF-8 text or bytes, lower-case hex. */
  sha256(data: string | Uint8Array): string;
}

/** Guarded fetch of a caller's URL: no private address, no redirect, bounded size and time [tasks.images.guarded]. */
export type FetchReference = (url: string) => Promise<
  | { readonly kind: 'fetched'; readonly bytes: Uint8Array }
  /** `message` names the caller's host and the rule, never a host of ours. */
  | { readonly kind: 'refused'; readonly message: string }
>;

/** Result of reading magic bytes. */
export type SniffedMedia =
  | { readonly kind: ReferenceKind; readonly contentType: string; readonly extension: string }
  /** A named format that is not accepted: HEIC, GIF. */
  | { readonly kind: 'not-taken'; readonly contentType: string };

/** Returns the type that the magic bytes show; undefined when it is none that we know. */
export type SniffMedia = (head: Uint8Array) => SniffedMedia | undefined;

/** Identifiers that cannot be guessed. */
export interface IdSource {
  /** 26 lower-case Crockford base32 characters, strictly increasing within a process [tasks.object.id]. */
  next(): string;
}

/**
 * Checks if the disk still has the room that is reserved for results. When it is low the gateway accepts nothing that
 * callers bring, so that it can still store videos that were paid for.
 */
export interface FreeSpace {
  /** The last reading, at most a moment old. A disk that cannot be read does not count as low. */
  isLow(): Promise<boolean>;
  /** Returns true if a disk has no room left at all, so that the store can keep nothing either. */
  isFull(): Promise<boolean>;
}

/**
 * Keeps a provider's responses while the store does not accept them, in room on one node's disk that was reserved in
 * advance. It is used when a store fails, so it shares nothing with one. Methods throw when the disk fails.
 */
export interface ResponseSpool {
  /** Keeps a text; resolves once it survives a power cut. `full`: the reserved room is used up. */
  keep(
    text: string,
  ): Promise<{ readonly kind: 'kept'; readonly ticket: string } | { readonly kind: 'full' }>;
  /** All kept entries, of this run and of former ones. */
  entries(): Promise<readonly { readonly ticket: string; readonly text: string }[]>;
  /** Frees the room of an entry. Safe to repeat. */
  remove(ticket: string): Promise<void>;
}

/** All ports the use cases need; the composition root supplies them. */
export interface GatewayPorts {
  readonly storage: StorageBundle;
  readonly assetBlobs: BlobStore;
  readonly resultBlobs: BlobStore;
  /** Upstream clients by provider name. */
  readonly upstreams: ReadonlyMap<string, UpstreamClient>;
  readonly clock: Clock;
  /**
   * The newest instant that something other than the clock confirms, ms since 1970. It decides when to abandon a video
   * that was paid for. Absent = the clock decides.
   */
  readonly trustedNow?: () => Promise<number>;
  readonly ids: IdSource;
  readonly digest: Digest;
  readonly log: Logger;
  readonly fetchReference: FetchReference;
  readonly sniffMedia: SniffMedia;
  readonly inspectMedia: InspectMedia;
  /** Ends a copy that does not begin as a media file; absent = only `inspectMedia` checks it, after the copy. */
  readonly recogniseMedia?: RecogniseMedia;
  /** Spool for a provider's responses while the store fails; absent = in memory alone. */
  readonly responseSpool?: ResponseSpool;
  /**
   * Spool for files that providers delivered in their responses while `resultBlobs` fails, on a disk of this machine.
   * Nothing else may be in it. Absent = in memory alone.
   */
  readonly resultSpool?: BlobStore;
  /** Check for room for what callers bring; absent = always room. */
  readonly freeSpace?: FreeSpace;
  /** URLs at which providers call back about submissions; absent = no provider is asked to. */
  readonly notices?: NoticeUrls;
  /** Opens an account's sealed secret; null when it has none. Throws when it was sealed under another key. */
  readonly openSecret: (accountId: string, sealed: string | undefined) => string | null;
}
