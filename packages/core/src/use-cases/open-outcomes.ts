import type { StoredResult } from '../job/job.ts';
import type { KeptFile } from '../job/result-fetch.ts';
import type { OpenBlob } from '../ports/blob-store.ts';

/** The file on record is missing, or not with its length. */
export type FileLost =
  /** The file is being fetched, or its provider cannot say now; asking again may help then. */
  | { readonly kind: 'restoring'; readonly retryAfterMs: number }
  /** Its provider does not have it either, by its last report. */
  | { readonly kind: 'lost' };

export type OpenResultResult =
  | { readonly kind: 'opened'; readonly blob: OpenBlob; readonly result: StoredResult }
  | FileLost
  /** Not completed, foreign, unknown or removed by retention: indistinguishable on purpose. */
  | { readonly kind: 'not-found' };

export type OpenFileResult =
  | { readonly kind: 'opened'; readonly blob: OpenBlob; readonly file: KeptFile }
  | FileLost
  /** No file exists, or it was removed. */
  | { readonly kind: 'not-found' };
