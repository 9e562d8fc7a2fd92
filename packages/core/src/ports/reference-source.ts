import type { ReferenceKind } from '../media/reference.ts';

/** The guarded fetch of a caller's URL [tasks.images.guarded]: no private address, no redirect, bounded in size and time. */
export type FetchReference = (url: string) => Promise<
  | { readonly kind: 'fetched'; readonly bytes: Uint8Array }
  /** `message` names the caller's host and the rule, never a host of ours. */
  | { readonly kind: 'refused'; readonly message: string }
>;

/** What the magic bytes say the material is; undefined = none of the types we take. */
export type SniffMedia = (
  head: Uint8Array,
) =>
  | { readonly kind: ReferenceKind; readonly contentType: string; readonly extension: string }
  | undefined;
