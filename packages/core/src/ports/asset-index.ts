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

/** Which assets exist. The same bytes twice are two assets with one digest (decisions §4). */
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
}
