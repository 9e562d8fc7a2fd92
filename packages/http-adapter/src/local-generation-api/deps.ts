import type {
  AccountPool,
  AdminAccess,
  ApiUsers,
  BlobStore,
  Clock,
  Digest,
  Gateway,
  IdSource,
  JobEvents,
  JobReader,
  Logger,
  Router,
} from '@filmgate/core';
import { defaultStallMs } from '../http/byte-server.ts';
import type { RequestLog } from '../http/request-record.ts';
import type { ErrorCodes } from '../http/error-codes.ts';
import type { LiveEventsSettings } from '../http/live-events-settings.ts';
import type { SessionEnds } from '../http/session-guard.ts';
import type { UrlSigner } from '../http/signed-url.ts';

/** Owner of everything made with the service key, or without one where none is configured. */
export const serviceOwner = 'service';

const mebibyte = 1024 * 1024;

/** Limits of the Local Generation API. Sizes in bytes, durations in ms. */
export interface LocalGenerationApiSettings {
  /** A generation's whole body. */
  readonly createBodyBytes: number;
  /** What one data URL decodes to. */
  readonly dataUrlBytes: number;
  /** Images one call of the image endpoint may ask for. */
  readonly mostImagesAtOnce: number;
  /** How long after its end a job is handed to the client's own retry, if its response reached no caller. */
  readonly retryJoinMs: number;
  /** How long a download may take no byte before it is given up. */
  readonly stallMs: number;
  /** What differs from the usual policy of live events. */
  readonly liveEvents: Partial<LiveEventsSettings>;
  /**
   * Whether unknown paths below the mount point get our 404. Off where the API is mounted without a prefix beside other
   * routes of a host that answers for unknown paths itself.
   */
  readonly handleUnknownRoutes: boolean;
  /** What error codes are called here, by their name in the list of errors. */
  readonly errorCodes: ErrorCodes;
  /** Which groups of routes there are; one that is off answers as an unknown path. Signed links of results always work. */
  readonly routes: { readonly [G in LocalGenerationRoutes]: boolean };
}

/** Groups of routes; `pool`: capacity and whether generations are taken; `workbench`: all below `/local-video`. */
export const localGenerationRoutes = ['models', 'chat', 'images', 'pool', 'workbench'] as const;

export type LocalGenerationRoutes = (typeof localGenerationRoutes)[number];

/** What an embedding program or an operator chooses otherwise; groups of routes that are not named stay on. */
export type LocalGenerationApiChoices = Partial<Omit<LocalGenerationApiSettings, 'routes'>> & {
  readonly routes?: Partial<LocalGenerationApiSettings['routes']>;
};

/** The bounds of one request [local.chat.image-limit] [local.wait.bound]. */
export const defaultLocalGenerationApiSettings: LocalGenerationApiSettings = {
  createBodyBytes: 64 * mebibyte,
  dataUrlBytes: 20 * mebibyte,
  mostImagesAtOnce: 4,
  retryJoinMs: 60_000,
  stallMs: defaultStallMs,
  liveEvents: {},
  handleUnknownRoutes: true,
  errorCodes: {},
  routes: { models: true, chat: true, images: true, pool: true, workbench: true },
};

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
  readonly book: Router;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly ids: IdSource;
  readonly digest: Digest;
  readonly log: Logger;
  /** Whether a key is the service's, compared in constant time, or was before; null while none is configured, and then none is asked for. */
  readonly serviceKeyMatches: (presented: string) => boolean | 'former' | null;
  /** Whether a title, tags and the like that chat programs ask for themselves are made as videos; absent = they are refused. */
  readonly takesTitlePrompts?: () => boolean;
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
  readonly requestLog?: RequestLog;
  /** Where this API is reached from outside, mount prefix included, without a slash at its end. */
  readonly publicUrl: () => string;
  /** Sessions of the administrator, for the workbench. */
  readonly access: Pick<AdminAccess, 'visit' | 'findSession'>;
  /** Tells of ended sessions, so that live connections end at once; absent, they end within seconds. */
  readonly sessionEnds?: Pick<SessionEnds, 'subscribe'>;
  /** How long a session may rest, in ms. */
  readonly sessionIdleMs: () => number;
  /**
   * Every origin this listener is reached under, as browsers write them [login.own-origin]. While no service key is
   * configured, calls under another `Host` are refused.
   */
  readonly ownOrigins: () => readonly string[];
  /** What differs from `defaultLocalGenerationApiSettings`. */
  readonly settings?: LocalGenerationApiChoices;
}
