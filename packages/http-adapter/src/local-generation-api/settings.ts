import type { ErrorCodes } from '../mechanics/error-codes.ts';
import type { LiveEventsSettings } from '../mechanics/live-events-settings.ts';
import { defaultStallMs } from '../mechanics/byte-server.ts';

const mebibyte = 1024 * 1024;

/** Limits of the Local Generation API. Sizes in bytes, durations in ms. */
export interface LocalGenerationApiSettings {
  /** A generation's whole body. */
  readonly createBodyBytes: number;
  /** What one data URL decodes to. */
  readonly dataUrlBytes: number;
  /** Images one call of the image endpoint may ask for. */
  readonly mostImagesAtOnce: number;
  /** How long after its end a job whose answer reached nobody is handed to the client's own retry. */
  readonly retryJoinMs: number;
  /** How long a download may take no byte before it is given up. */
  readonly stallMs: number;
  /** What differs from the usual policy of live events. */
  readonly liveEvents: Partial<LiveEventsSettings>;
  /**
   * Whether paths below the mount point that are nobody's get our 404. Off where the API is mounted without a prefix
   * beside other routes of a host that answers for unknown paths itself.
   */
  readonly answerUnknownRoutes: boolean;
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
  answerUnknownRoutes: true,
  errorCodes: {},
  routes: { models: true, chat: true, images: true, pool: true, workbench: true },
};
