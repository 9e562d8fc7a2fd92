import type { AdminAccess, Clock, Digest, IdSource } from '@filmgate/core';
import type { PageFiles } from './page-files.ts';

/** What the pages need from the composition root. Functions are asked at each use. */
export interface PagesDeps {
  readonly files: PageFiles;
  /** Sessions of the administrator. */
  readonly access: Pick<AdminAccess, 'visit'>;
  readonly digest: Digest;
  readonly clock: Pick<Clock, 'now'>;
  readonly ids: IdSource;
  /** Something nobody can guess, for one answer: base64 or base64url. */
  readonly newNonce: () => string;
  /** How long a session may rest, in ms. */
  readonly sessionIdleMs: () => number;
  /** Where the listener is reached from outside, mount prefix included, without a slash at its end. */
  readonly publicUrl: () => string;
}
