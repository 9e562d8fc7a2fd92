import type { StoredResult } from '../job/job.ts';
import type { KeptFile } from '../job/result-fetch.ts';
import type { OpenBlob } from '../ports/blob-store.ts';
import type { Restoration } from './restore-result.ts';

/** The file on record is missing, or not with its length. */
export type FileLost = Exclude<Restoration, { readonly kind: 'restored' }>;

export type OpenResultResult =
  | { readonly kind: 'opened'; readonly blob: OpenBlob; readonly result: StoredResult }
  | FileLost
  /** Not completed, foreign, unknown or removed by retention: indistinguishable on purpose. */
  | { readonly kind: 'not-found' };

export type OpenFileResult =
  | { readonly kind: 'opened'; readonly blob: OpenBlob; readonly file: KeptFile }
  | FileLost
  /** There is none, or it was removed. */
  | { readonly kind: 'not-found' };
