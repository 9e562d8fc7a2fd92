import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type ByteServer, createByteServer } from '../http/byte-server.ts';
import { createFailedCredentials, type FailedCredentials } from '../http/failed-credentials.ts';
import { createMediaLinks, type MediaLinks } from '../http/signed-media.ts';
import {
  defaultVideoTaskApiSettings,
  type VideoTaskApiDeps,
  type VideoTaskApiSettings,
} from './deps.ts';
import type { Failure } from './failure.ts';

/** Shared by the routes of one mounted API. */
export interface VideoTaskContext {
  readonly deps: VideoTaskApiDeps;
  readonly settings: VideoTaskApiSettings;
  readonly links: MediaLinks;
  readonly bytes: ByteServer;
  readonly failedCredentials: FailedCredentials;
  /** Requests without a key that may have begun an image: whatever fails, clients are asked not to repeat them. */
  readonly begun: WeakSet<FastifyRequest>;
}

interface ShownError {
  readonly code: string;
  readonly message: string;
}

/** Renames the error of a shown job as the embedding program names it. */
export function withErrorNamed<T extends { readonly error: ShownError | null }>(
  { settings }: Pick<VideoTaskContext, 'settings'>,
  shown: T,
): T {
  if (shown.error === null) return shown;
  const { code, message } = shown.error;
  return { ...shown, error: { code: settings.errorCodes[code] ?? code, message } };
}

export function createContext(deps: VideoTaskApiDeps): VideoTaskContext {
  const { routes } = defaultVideoTaskApiSettings;
  const settings = {
    ...defaultVideoTaskApiSettings,
    ...deps.settings,
    routes: {
      ...routes,
      ...deps.settings?.routes,
      ...(deps.waiting === undefined && { images: false }),
    },
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
      expiresAt: (_job, now) => Math.floor(now / 1000) + settings.mediaUrlSeconds,
    }),
    bytes: createByteServer({ stallMs: settings.stallMs }),
    failedCredentials: createFailedCredentials(deps),
    begun: new WeakSet(),
  };
}

/** A call without a key that fails after its image was accepted, or may have been, would pay once more if repeated. */
export function amendFailure(
  { begun }: Pick<VideoTaskContext, 'begun'>,
  request: FastifyRequest,
  failure: Failure,
): Failure {
  if (!begun.has(request)) return failure;
  const message = `${failure.message} An accepted image continues; list your tasks before retrying.`;
  return { ...failure, message, unsafeToRetry: true };
}

/** Path parameters that name a job. */
export const jobPath = z.object({ id: z.string() });
