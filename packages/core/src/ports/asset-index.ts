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

/** Bytes an owner's requests brought, counted against what the owner may store; the same bytes count once. */
export interface Holding {
  readonly owner: string;
  readonly sha256: string;
  readonly size: number;
  /** When the owner brought them last. */
  readonly heldAt: number;
}

export type HoldOutcome =
  | { readonly kind: 'held' }
  /** Nothing was changed. */
  | { readonly kind: 'allowance-exhausted'; readonly heldBytes: number };

/** Which assets exist. The same bytes twice are two assets with one digest [native.assets.same-bytes]. */
export interface AssetIndex {
  add(asset: Asset): Promise<void>;
  find(id: string): Promise<Asset | undefined>;
  /** Which of these digests an asset or an open job still needs; the rest may be swept. */
  neededDigests(digests: readonly string[]): Promise<ReadonlySet<string>>;
  /** Forgets assets created before the instant that no open job refers to; returns how many. */
  removeOlderThan(input: {
    readonly createdBefore: number;
    readonly limit: number;
  }): Promise<number>;
  /** Forgets an owner's assets that no open job refers to, at most `limit`; returns what was forgotten. Safe to repeat. */
  removeOwned(input: { readonly owner: string; readonly limit: number }): Promise<readonly Asset[]>;
  /**
   * Notes that an owner's request brings these bytes, all of them or none, before they are kept: `allowance-exhausted` when
   * the owner's bytes, those it holds already counted once, would be more than `allowance`. Bytes held already count as
   * brought now. Race: the bytes of one owner never exceed the allowance, however many requests come at the same time.
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
   * Lets go of holdings last brought before the instant whose bytes neither an asset nor an open job needs; at most `limit`.
   * Returns how many.
   */
  releaseHoldings(input: { readonly heldBefore: number; readonly limit: number }): Promise<number>;
}
