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
import type { WaitingDeps } from '../generations/generation-context.ts';
import { defaultStallMs } from '../http/byte-server.ts';
import type { RequestLog } from '../http/request-record.ts';
import type { ErrorCodes } from '../http/error-codes.ts';
import type { LiveEventsSettings } from '../http/live-events-settings.ts';
import type { SessionEnds } from '../http/session-guard.ts';
import type { UrlSigner } from '../http/signed-url.ts';

/** Owner of everything made with the service key, or without one if none is configured. */
export const serviceOwner = 'service';

const mebibyte = 1024 * 1024;

/** Limits of the Local Generation API. Sizes in bytes, durations in ms. */
export interface LocalGenerationApiSettings {
  /** Maximum body of a generation. */
  readonly createBodyBytes: number;
  /** Maximum decoded size of one data URL. */
  readonly dataUrlBytes: number;
  /** Maximum images of one call of the image endpoint. */
  readonly mostImagesAtOnce: number;
  /** Time after its end in which a job is handed to the client's own retry, if its response reached no caller. */
  readonly retryJoinMs: number;
  /** Maximum time without a byte read by a downloader before its connection is closed. */
  readonly stallMs: number;
  /** Overrides of the default policy of live events. */
  readonly liveEvents: Partial<LiveEventsSettings>;
  /**
   * Respond with our 404 to unknown paths below the mount point. Off if the API is mounted without a prefix beside
   * other routes of a host that handles unknown paths itself.
   */
  readonly handleUnknownRoutes: boolean;
  /** Names of error codes here, by their name in the list of errors. */
  readonly errorCodes: ErrorCodes;
  /** Enabled groups of routes; a disabled one responds as an unknown path. Signed links of results always work. */
  readonly routes: { readonly [G in LocalGenerationRoutes]: boolean };
}

/** Groups of routes; `pool`: capacity and pacing of generations; `workbench`: all below `/local-video`. */
export const localGenerationRoutes = ['models', 'chat', 'images', 'pool', 'workbench'] as const;

export type LocalGenerationRoutes = (typeof localGenerationRoutes)[number];

/** Overrides by an embedding program or an operator; groups of routes that are not named stay on. */
export type LocalGenerationApiChoices = Partial<Omit<LocalGenerationApiSettings, 'routes'>> & {
  readonly routes?: Partial<LocalGenerationApiSettings['routes']>;
};

/** The limits of one request [local.chat.image-limit] [local.wait.bound]. */
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

/** The parts the Local Generation API needs from the composition root. Functions are called at each use. */
export interface LocalGenerationApiDeps extends WaitingDeps {
  /** Must fetch remote images as this surface promises: from any public host, or the operator's list. */
  readonly gateway: Gateway;
  readonly jobs: JobReader;
  /** The store of the jobs' reference images, by digest. */
  readonly referenceBlobs: Pick<BlobStore, 'open'>;
  /** Notifies of changes as they are saved. */
  readonly events: Pick<JobEvents, 'subscribeAll'>;
  /** The epochs that links to results are signed with. */
  readonly apiUsers: Pick<ApiUsers, 'linkEpoch'>;
  readonly accounts: Pick<AccountPool, 'loads' | 'find'>;
  /** Resolves the accounts that can make a model. */
  readonly book: Router;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly ids: IdSource;
  readonly digest: Digest;
  readonly log: Logger;
  /**
   * Compares a key with the service's, in constant time, and with former ones; null = none is configured or required.
   */
  readonly serviceKeyMatches: (presented: string) => boolean | 'former' | null;
  /** True to make videos of titles, tags and the like that chat programs request for themselves; absent = refused. */
  readonly takesTitlePrompts?: () => boolean;
  /** Maximum jobs that wait for an account. */
  readonly queueLimit: () => number;
  readonly signer: UrlSigner;
  /** Log of calls of the programmatic routes and of creations at the workbench; absent = not logged. */
  readonly requestLog?: RequestLog;
  /** External URL of this API, mount prefix included, without a slash at its end. */
  readonly publicUrl: () => string;
  /** Sessions of the administrator, for the workbench. */
  readonly access: Pick<AdminAccess, 'visit' | 'findSession'>;
  /** Announces ended sessions, so that live connections end at once; absent, they end within seconds. */
  readonly sessionEnds?: Pick<SessionEnds, 'subscribe'>;
  /** Idle timeout of a session, in ms. */
  readonly sessionIdleMs: () => number;
  /**
   * Every origin of this listener, as browsers write them [login.own-origin]. While no service key is configured, calls
   * with another `Host` are refused.
   */
  readonly ownOrigins: () => readonly string[];
  /** Overrides of `defaultLocalGenerationApiSettings`. */
  readonly settings?: LocalGenerationApiChoices;
}
