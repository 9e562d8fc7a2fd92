import type {
  ApiUsers,
  Clock,
  Digest,
  Gateway,
  IdSource,
  JobEvents,
  JobReader,
  Logger,
} from '@filmgate/core';
import type { FastifyRequest } from 'fastify';
import type { WaitingDeps } from '../generations/generation-context.ts';
import { defaultStallMs } from '../http/byte-server.ts';
import type { RequestLog } from '../http/request-record.ts';
import type { ErrorCodes } from '../http/error-codes.ts';
import type { LiveEventsSettings } from '../http/live-events-settings.ts';
import type { UrlSigner } from '../http/signed-url.ts';
import type { LinkedReferences } from '../http/asset-links.ts';

const mebibyte = 1024 * 1024;

/** Limits and names of the Video Task API. Sizes in bytes. */
export interface VideoTaskApiSettings {
  /** Maximum body of a creation. */
  readonly createBodyBytes: number;
  /** Maximum of any other JSON body. */
  readonly jsonBodyBytes: number;
  /** Maximum decoded size of one data URL. */
  readonly dataUrlBytes: number;
  /** Maximum size of one uploaded asset. */
  readonly assetBytes: number;
  /** Maximum images of one creation, over all fields. */
  readonly mostImages: number;
  /** Default model, as id or alias; null = the catalog's own. */
  readonly defaultModel: string | null;
  /** Model behind the native API's plugin `std`, as id or alias; null = the catalog's default. */
  readonly pluginModel: string | null;
  /** Lifetime of a signed media URL, in seconds. */
  readonly mediaUrlSeconds: number;
  /** Poll interval recommended to clients, in ms. */
  readonly pollAfterMs: number;
  /** Maximum time without a byte read by a downloader before its connection is closed, in ms. */
  readonly stallMs: number;
  /** Overrides of the default policy of live events. */
  readonly liveEvents: Partial<LiveEventsSettings>;
  /**
   * Respond with our 404 to unknown paths below the mount point. Off if the API is mounted without a prefix beside
   * other routes of a host that handles unknown paths itself.
   */
  readonly handleUnknownRoutes: boolean;
  /** Names of error codes here, of responses and of failed tasks, by their name in the list of errors. */
  readonly errorCodes: ErrorCodes;
  /** Enabled groups of routes; a disabled one responds as an unknown path. Signed media links always work. */
  readonly routes: { readonly [G in VideoTaskRoutes]: boolean };
}

/**
 * Groups of routes; `videos`: create, list, read, download; `images`: make an image and wait for it; `native`: the
 * native API with its uploads.
 */
export const videoTaskRoutes = ['models', 'videos', 'images', 'events', 'native'] as const;

export type VideoTaskRoutes = (typeof videoTaskRoutes)[number];

/** Overrides by an embedding program or an operator; groups of routes that are not named stay on. */
export type VideoTaskApiChoices = Partial<Omit<VideoTaskApiSettings, 'routes'>> & {
  readonly routes?: Partial<VideoTaskApiSettings['routes']>;
};

/** The limits of one request [tasks.create.body-limit] [native.assets.limit]. */
export const defaultVideoTaskApiSettings: VideoTaskApiSettings = {
  createBodyBytes: 64 * mebibyte,
  jsonBodyBytes: mebibyte,
  dataUrlBytes: 20 * mebibyte,
  assetBytes: 100 * mebibyte,
  mostImages: 9,
  defaultModel: null,
  pluginModel: null,
  mediaUrlSeconds: 24 * 3600,
  pollAfterMs: 3000,
  stallMs: defaultStallMs,
  liveEvents: {},
  handleUnknownRoutes: true,
  errorCodes: {},
  routes: { models: true, videos: true, images: true, events: true, native: true },
};

/** The owner of a request, as the embedding program decides; `message` is for a caller, with 401 `api_key_invalid`. */
export type Authenticated =
  | {
      readonly kind: 'owner';
      /** Any name the program chooses; the owner's jobs, spending and rights belong to this name. */
      readonly owner: string;
      /**
       * Maximum credits of the owner's tasks in total: used, reserved and held ones count. A whole number, 0 allows
       * nothing; null or absent = no limit. Enforced in the transaction that accepts, however many creations race
       * [quota.as-given]. An owner `user:<id>` of an API user has that user's limit beside it: the lower one applies.
       */
      readonly quota?: number | null;
    }
  | { readonly kind: 'refused'; readonly message: string };

/** The parts the Video Task API needs from the composition root. */
export interface VideoTaskApiDeps {
  readonly gateway: Gateway;
  /**
   * Returns the owner of a request to the task routes, by any means of the embedding program: a session cookie, a
   * client certificate. It alone decides, at each request and again while a live connection is open; without it,
   * callers use the key of an API user. An error it throws with a status reaches the program's own error handler. The
   * program has to protect requests admitted by cookies against pages of other sites.
   */
  readonly authenticate?: (request: FastifyRequest) => Authenticated | Promise<Authenticated>;
  readonly apiUsers: Pick<ApiUsers, 'authenticate' | 'linkEpoch'>;
  /**
   * Finds the job behind a signed URL, whatever its owner: the signature is the permission. Returns the changes that
   * clients who resume live events missed. Finds the task that a creation made, by the creation's key or its content.
   */
  readonly jobs: Pick<JobReader, 'find' | 'findByKey' | 'findByContent' | 'changedSince'>;
  /** Notifies of changes as they are saved. */
  readonly events: Pick<JobEvents, 'subscribeAll'>;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly ids: IdSource;
  readonly digest: Digest;
  readonly log: Logger;
  /** Format of API user keys, and the digest they are looked up by. */
  readonly keys: {
    digestOf(key: string): string;
    isWellFormed(key: string): boolean;
    /**
     * Returns true if a well-formed key can only have been made here, from the key alone. If no user has it any longer,
     * the response is 401 and never throttled. Absent = a key that no user has is a guess.
     */
    wasMade?(key: string): boolean;
  };
  /** Compares a key with the native API's, in constant time, and with former ones; null while none is configured. */
  readonly nativeKeyMatches: (presented: string) => boolean | 'former' | null;
  readonly signer: UrlSigner;
  /** The parts of calls that wait for images; absent = the routes for images do not exist. */
  readonly waiting?: WaitingDeps;
  /** Recognises the URLs at which providers call back; absent = the route for notices does not exist. */
  readonly notices?: Pick<UrlSigner, 'verify'>;
  /** Absent = the route at which providers read references does not exist. */
  readonly references?: LinkedReferences;
  /** Log of calls; absent = not logged. Signed media links are not calls of this API. */
  readonly requestLog?: RequestLog;
  /** External URL of this API, mount prefix included, without a slash at its end. */
  readonly publicUrl: () => string;
  /** Overrides of `defaultVideoTaskApiSettings`. */
  readonly settings?: VideoTaskApiChoices;
}
