import type { ErrorCodes } from '../mechanics/error-codes.ts';
import type { LiveEventsSettings } from '../mechanics/live-events-settings.ts';
import { defaultStallMs } from '../mechanics/byte-server.ts';

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
   * Whether paths below the mount point that are nobody's get our 404. Off where the API is mounted without a prefix
   * beside other routes of a host that answers for unknown paths itself.
   */
  readonly answerUnknownRoutes: boolean;
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
  answerUnknownRoutes: true,
  errorCodes: {},
  routes: { models: true, videos: true, events: true, native: true },
};
