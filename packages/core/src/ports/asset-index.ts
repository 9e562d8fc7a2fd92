import type { ReferenceKind } from '../media/reference.ts';

/** An uploaded file: metadata here, bytes in the blob store under `sha256`. */
export interface Asset {
  readonly id: string;
  readonly owner: string;
  readonly kind: ReferenceKind;
  readonly contentType: string;
  readonly fileName: string;
  readonly size: number;
  readonly sha256: string;
  readonly createdAt: number;
}

/** Bytes of an owner's requests. They count against the owner's allowance; equal bytes count once. */
export interface Holding {
  readonly owner: string;
  readonly sha256: string;
  readonly size: number;
  /** Instant of the owner's last request with them. */
  readonly heldAt: number;
}

export type HoldOutcome =
  | { readonly kind: 'held' }
  /** Nothing was changed. */
  | { readonly kind: 'allowance-exhausted'; readonly heldBytes: number };

/** Index of assets. Equal bytes twice are two assets with one digest [native.assets.same-bytes]. */
export interface AssetIndex {
  add(asset: Asset): Promise<void>;
  find(id: string): Promise<Asset | undefined>;
  /** Returns those of the digests that an asset or an open job still needs; the others may be swept. */
  neededDigests(digests: readonly string[]): Promise<ReadonlySet<string>>;
  /** Removes assets created before the instant, except those an open job refers to; returns how many. */
  removeOlderThan(input: {
    readonly createdBefore: number;
    readonly limit: number;
  }): Promise<number>;
  /** Removes at most `limit` of an owner's assets that no open job refers to; returns them. Safe to repeat. */
  removeOwned(input: { readonly owner: string; readonly limit: number }): Promise<readonly Asset[]>;
  /**
   * Records that an owner's request brings these bytes, all of them or none, before they are kept.
   * `allowance-exhausted` when the owner would then hold more bytes than `allowance`, counting equal bytes once. Bytes
   * it holds already count as brought now. Race: the bytes of one owner never exceed the allowance, however many
   * requests come at one time.
   */
  hold(input: {
    readonly owner: string;
    readonly bytes: readonly { readonly sha256: string; readonly size: number }[];
    /** Bytes. */
    readonly allowance: number;
    readonly now: number;
  }): Promise<HoldOutcome>;
  /** Bytes of an owner's holdings. */
  heldBytes(owner: string): Promise<number>;
  /** One holding. */
  holding(input: { readonly owner: string; readonly sha256: string }): Promise<Holding | undefined>;
  /**
   * Releases at most `limit` holdings that were last brought before the instant and whose bytes neither an asset nor an
   * open job needs. Returns how many.
   */
  releaseHoldings(input: { readonly heldBefore: number; readonly limit: number }): Promise<number>;
}
