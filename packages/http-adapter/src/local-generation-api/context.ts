import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type ByteServer, createByteServer } from '../http/byte-server.ts';
import { createFailedCredentials, type FailedCredentials } from '../http/failed-credentials.ts';
import { createMediaLinks } from '../http/signed-media.ts';
import {
  defaultLocalGenerationApiSettings,
  type LocalGenerationApiDeps,
  type LocalGenerationApiSettings,
  serviceOwner,
} from './deps.ts';
import { amongOthers, generationFailure } from './accept-failure.ts';
import { type Failure, sendFailure } from './failure.ts';
import { createWaits, type GenerationContext } from '../generations/generation-context.ts';

/** Shared by the routes of one mounted API. */
export interface LocalContext extends GenerationContext {
  readonly deps: LocalGenerationApiDeps;
  readonly settings: LocalGenerationApiSettings;
  readonly bytes: ByteServer;
  readonly failedCredentials: FailedCredentials;
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
    ...createWaits(deps, settings.retryJoinMs),
    begun: new WeakSet(),
    surface: 'local',
    orderOf: () => ({
      owner: serviceOwner,
      jobId: `lj_${deps.ids.next()}`,
      idempotency: { scope: `${serviceOwner}/calls`, key: null },
    }),
    refuse: (reply, fault, others) =>
      sendFailure(reply, amongOthers(generationFailure(fault), others)),
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
