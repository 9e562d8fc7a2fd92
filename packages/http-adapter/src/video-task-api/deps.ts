import type {
  ApiUsers,
  Clock,
  Digest,
  EventLog,
  Gateway,
  IdSource,
  JobReader,
  ModelCatalog,
} from '@filmgate/core';
import type { UrlSigner } from '../mechanics/signed-url.ts';
import type { VideoTaskApiSettings } from './settings.ts';

/** What the Video Task API needs from the composition root. */
export interface VideoTaskApiDeps {
  readonly gateway: Gateway;
  readonly apiUsers: Pick<ApiUsers, 'authenticate'>;
  /** Finds the job behind a signed URL, whoever owns it: the signature is the permission. */
  readonly jobs: Pick<JobReader, 'find'>;
  readonly catalog: ModelCatalog;
  readonly clock: Pick<Clock, 'now'>;
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
  /** Where this API is reached from outside, mount prefix included, without a slash at its end. */
  readonly publicUrl: () => string;
  /** What differs from `defaultVideoTaskApiSettings`. */
  readonly settings?: Partial<VideoTaskApiSettings>;
}
