import type {
  AccountPool,
  AdminAccess,
  ApiUsers,
  BlobStore,
  Clock,
  Digest,
  Logger,
  Gateway,
  IdSource,
  JobEvents,
  JobReader,
  RouteBook,
} from '@filmgate/core';
import type { CallLog } from '../mechanics/call-destination.ts';
import type { SessionEnds } from '../mechanics/session-ends.ts';
import type { UrlSigner } from '../mechanics/signed-url.ts';
import type { LocalGenerationApiChoices } from './settings.ts';

/** What the Local Generation API needs from the composition root. Functions are asked at each use. */
export interface LocalGenerationApiDeps {
  /** Must fetch remote images as this surface promises: from any public host, or the operator's list. */
  readonly gateway: Gateway;
  readonly jobs: JobReader;
  /** Where the reference images of jobs are kept, under their digests. */
  readonly referenceBlobs: Pick<BlobStore, 'open'>;
  /** Tells of changes as they are saved. */
  readonly events: Pick<JobEvents, 'subscribeAll'>;
  /** What links to results are signed with. */
  readonly apiUsers: Pick<ApiUsers, 'linkEpoch'>;
  readonly accounts: Pick<AccountPool, 'loads' | 'find'>;
  /** Who could make what. */
  readonly book: RouteBook;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly ids: IdSource;
  readonly digest: Digest;
  readonly log: Logger;
  /** Whether a key is the service's, compared in constant time; null while none is configured, and then none is asked for. */
  readonly serviceKeyMatches: (presented: string) => boolean | null;
  /** How long a caller is kept waiting for a family, in ms. */
  readonly syncWaitMs: (family: string) => number;
  /** Whether new work is refused, because the server is about to stop. */
  readonly isDraining: () => boolean;
  /** Aborts when open waits are to be cut: the runner has stopped, the jobs go on after the next start. */
  readonly stopping: AbortSignal;
  /** Jobs that may wait for an account. */
  readonly queueLimit: () => number;
  readonly signer: UrlSigner;
  /** Where calls of the programmatic routes and creations of the workbench are logged; absent = nowhere. */
  readonly callLog?: CallLog;
  /** Where this API is reached from outside, mount prefix included, without a slash at its end. */
  readonly publicUrl: () => string;
  /** Sessions of the administrator, for the workbench. */
  readonly access: Pick<AdminAccess, 'visit' | 'findSession'>;
  /** Tells of ended sessions, so that live connections end at once; absent, they end within seconds. */
  readonly sessionEnds?: Pick<SessionEnds, 'subscribe'>;
  /** How long a session may rest, in ms. */
  readonly sessionIdleMs: () => number;
  /**
   * Every origin this listener is reached under, as browsers write them (decisions §5 Login). While no service key is
   * configured, calls under another `Host` are refused.
   */
  readonly ownOrigins: () => readonly string[];
  /** What differs from `defaultLocalGenerationApiSettings`. */
  readonly settings?: LocalGenerationApiChoices;
}
