import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type ByteServer, createByteServer } from '../http/byte-server.ts';
import { createFailedCredentials, type FailedCredentials } from '../http/failed-credentials.ts';
import { createOpenWaits, type OpenWaits } from '../http/open-waits.ts';
import { createMediaLinks, type MediaLinks } from '../http/signed-media.ts';
import {
  defaultLocalGenerationApiSettings,
  type LocalGenerationApiDeps,
  type LocalGenerationApiSettings,
} from './deps.ts';
import type { Failure } from './failure.ts';
import { createRetryDeduplicator, type RetryDeduplicator } from './retry-deduplicator.ts';

/** Shared by the routes of one mounted API. */
export interface LocalContext {
  readonly deps: LocalGenerationApiDeps;
  readonly settings: LocalGenerationApiSettings;
  readonly links: MediaLinks;
  readonly bytes: ByteServer;
  readonly failedCredentials: FailedCredentials;
  /** Open waits for responses. */
  readonly waits: OpenWaits;
  readonly retries: RetryDeduplicator;
  /** Requests that may have begun paid work: whatever fails, the response asks the client not to repeat them. */
  readonly begun: WeakSet<FastifyRequest>;
}

export function createContext(deps: LocalGenerationApiDeps): LocalContext {
  const { routes } = defaultLocalGenerationApiSettings;
  const settings = {
    ...defaultLocalGenerationApiSettings,
    ...deps.settings,
    routes: { ...routes, ...deps.settings?.routes },
  };
  const { signer, publicUrl, clock } = deps;
  const linkEpoch = (owner: string) => deps.apiUsers.linkEpoch(owner);
  return {
    deps,
    settings,
    links: createMediaLinks({
      signer,
      publicUrl,
      clock,
      linkEpoch,
      // Valid as long as the result is kept.
      expiresAt: ({ resultExpiresAt: at }) => (at === null ? undefined : Math.floor(at / 1000)),
    }),
    bytes: createByteServer({ stallMs: settings.stallMs }),
    failedCredentials: createFailedCredentials(deps),
    waits: createOpenWaits(deps.stopping),
    retries: createRetryDeduplicator({ deps, joinMs: settings.retryJoinMs }),
    begun: new WeakSet(),
  };
}

/** A call that fails after its generation was accepted, or may have been, would pay once more if repeated. */
export function amendFailure(
  { begun }: Pick<LocalContext, 'begun'>,
  request: FastifyRequest,
  failure: Failure,
): Failure {
  if (!begun.has(request)) return failure;
  const message = `${failure.message} Accepted generations continue; check the request log before retrying.`;
  return { ...failure, message, unsafeToRetry: true };
}

export const resultLink = z
  .url()
  .meta({ description: 'Works without credentials for as long as the result is kept.' });

export const mediaResponse = {
  description: 'Video or image, an MP4 or PNG for most models, or a part with Range.',
  content: {
    'video/*': { schema: z.string().meta({ format: 'binary' }) },
    'image/*': { schema: z.string().meta({ format: 'binary' }) },
  },
};
