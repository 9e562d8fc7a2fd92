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
import { defaultStallMs } from '../http/byte-server.ts';
import type { RequestLog } from '../http/request-record.ts';
import type { ErrorCodes } from '../http/error-codes.ts';
import type { LiveEventsSettings } from '../http/live-events-settings.ts';
import type { UrlSigner } from '../http/signed-url.ts';

const mebibyte = 1024 * 1024;

/** Limits and names of the Video Task API. Sizes in bytes. */
export interface VideoTaskApiSettings {
  /** A creation's whole body. */
  readonly createBodyBytes: number;
  /** Any other JSON body. */
  readonly jsonBodyBytes: number;
  /** What one data URL decodes to. */
  readonly dataUrlBytes: number;
  /** One uploaded asset. */
  readonly assetBytes: number;
  /** Images of one creation, whichever fields they come in. */
  readonly mostImages: number;
  /** Model of a creation that names none, as id or alias; null = the catalog's own. */
  readonly defaultModel: string | null;
  /** Model behind the native API's plugin `std`, as id or alias; null = the catalog's default. */
  readonly pluginModel: string | null;
  /** How long a signed media URL works, in seconds. */
  readonly mediaUrlSeconds: number;
  /** When to look at a task again, as told to clients, in ms. */
  readonly pollAfterMs: number;
  /** How long a download may take no byte before it is given up, in ms. */
  readonly stallMs: number;
  /** What differs from the usual policy of live events. */
  readonly liveEvents: Partial<LiveEventsSettings>;
  /**
   * Whether unknown paths below the mount point get our 404. Off where the API is mounted without a prefix beside other
   * routes of a host that answers for unknown paths itself.
   */
  readonly handleUnknownRoutes: boolean;
  /** What error codes are called here, of answers and of failed tasks, by their name in the list of errors. */
  readonly errorCodes: ErrorCodes;
  /** Which groups of routes there are; one that is off answers as an unknown path. Signed media links always work. */
  readonly routes: { readonly [G in VideoTaskRoutes]: boolean };
}

/** Groups of routes; `videos`: create, list, look, download; `native`: the native API with its uploads. */
export const videoTaskRoutes = ['models', 'videos', 'events', 'native'] as const;

export type VideoTaskRoutes = (typeof videoTaskRoutes)[number];

/** What an embedding program or an operator chooses otherwise; groups of routes that are not named stay on. */
export type VideoTaskApiChoices = Partial<Omit<VideoTaskApiSettings, 'routes'>> & {
  readonly routes?: Partial<VideoTaskApiSettings['routes']>;
};

/** The bounds of one request [tasks.create.body-limit] [native.assets.limit]. */
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
  routes: { models: true, videos: true, events: true, native: true },
};

/** Whose a request is, as the program around says; `message` is for the caller, who is answered 401 `api_key_invalid`. */
export type Authenticated =
  | {
      readonly kind: 'owner';
      /** Any name the program chooses; the owner's jobs, spending and rights belong to this name. */
      readonly owner: string;
      /**
       * Credits the owner's tasks may cost in all: what it used, reserved and held counts. A whole number, 0 allows nothing;
       * null or absent = no limit. Binds in the act that accepts, however many creations race [quota.as-given]. An owner
       * `user:<id>` of an API user has that user's limit beside it: the lower binds.
       */
      readonly quota?: number | null;
    }
  | { readonly kind: 'refused'; readonly message: string };

/** What the Video Task API needs from the composition root. */
export interface VideoTaskApiDeps {
  readonly gateway: Gateway;
  /**
   * Says which owner a request of the task routes belongs to, by any means of the surrounding program: a session
   * cookie, a client certificate. It alone decides, at each request and again while a live connection is open; without
   * it, callers use the key of an API user. What it throws with a status reaches the program's own error handler.
   * Requests that cookies let in are to be guarded against pages of other sites by the program.
   */
  readonly authenticate?: (request: FastifyRequest) => Authenticated | Promise<Authenticated>;
  readonly apiUsers: Pick<ApiUsers, 'authenticate' | 'linkEpoch'>;
  /**
   * Finds the job behind a signed URL, whatever its owner: the signature is the permission. Gives clients that resume
   * live events what changed meanwhile. Finds the task that a creation made, by the creation's key.
   */
  readonly jobs: Pick<JobReader, 'find' | 'findByKey' | 'changedSince'>;
  /** Tells of changes as they are saved. */
  readonly events: Pick<JobEvents, 'subscribeAll'>;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly ids: IdSource;
  readonly digest: Digest;
  readonly log: Logger;
  /** API user keys: their form, and the digest they are looked up by. */
  readonly keys: {
    digestOf(key: string): string;
    isWellFormed(key: string): boolean;
    /**
     * Whether a well-formed key can only have been made here, told from the key alone. If no user has it any longer, it
     * responds 401 and is never throttled. Absent = a key that no user has is a guess.
     */
    wasMade?(key: string): boolean;
  };
  /** Whether a key is the native API's, compared in constant time, or was before; null while none is configured. */
  readonly nativeKeyMatches: (presented: string) => boolean | 'former' | null;
  readonly signer: UrlSigner;
  /** Where calls are logged; absent = nowhere. Signed media links are not calls of this API. */
  readonly requestLog?: RequestLog;
  /** Where this API is reached from outside, mount prefix included, without a slash at its end. */
  readonly publicUrl: () => string;
  /** What differs from `defaultVideoTaskApiSettings`. */
  readonly settings?: VideoTaskApiChoices;
}
