import type {
  ApiUsers,
  Clock,
  Digest,
  EventLog,
  Gateway,
  IdSource,
  JobEvents,
  JobReader,
  ModelCatalog,
} from '@filmgate/core';
import type { CallLog } from '../mechanics/call-destination.ts';
import type { UrlSigner } from '../mechanics/signed-url.ts';
import type { VideoTaskApiSettings } from './settings.ts';

/** What the Video Task API needs from the composition root. */
export interface VideoTaskApiDeps {
  readonly gateway: Gateway;
  readonly apiUsers: Pick<ApiUsers, 'authenticate' | 'linkEpoch'>;
  /**
   * Finds the job behind a signed URL, whoever owns it: the signature is the permission. Tells who resumes live events
   * what changed meanwhile. Finds the task that a creation made, by the creation's key.
   */
  readonly jobs: Pick<JobReader, 'find' | 'findByKey' | 'changedSince'>;
  /** Tells of changes as they are saved. */
  readonly events: Pick<JobEvents, 'subscribeAll'>;
  /** Read at each use, since an operator may change its aliases. */
  readonly catalog: ModelCatalog;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly ids: IdSource;
  readonly digest: Digest;
  readonly log: EventLog;
  /** API user keys: their form, and the digest they are looked up by. */
  readonly keys: {
    digestOf(key: string): string;
    isWellFormed(key: string): boolean;
  };
  /** Whether a key is the native API's, compared in constant time; null while none is configured. */
  readonly upstreamKeyMatches: (presented: string) => boolean | null;
  readonly signer: UrlSigner;
  /** Where calls are logged; absent = nowhere. Signed media links are not calls of this API. */
  readonly callLog?: CallLog;
  /** Where this API is reached from outside, mount prefix included, without a slash at its end. */
  readonly publicUrl: () => string;
  /** What differs from `defaultVideoTaskApiSettings`. */
  readonly settings?: Partial<VideoTaskApiSettings>;
}
