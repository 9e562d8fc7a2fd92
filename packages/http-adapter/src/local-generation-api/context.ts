import { type ByteServer, createByteServer } from '../mechanics/byte-server.ts';
import {
  createFailedCredentials,
  type FailedCredentials,
} from '../mechanics/failed-credentials.ts';
import { createOpenWaits, type OpenWaits } from '../mechanics/open-waits.ts';
import type { FastifyRequest } from 'fastify';
import {
  defaultLocalGenerationApiSettings,
  type LocalGenerationApiDeps,
  type LocalGenerationApiSettings,
} from './deps.ts';
import { createResultLinks, type ResultLinks } from './encode/result-links.ts';
import { createRetryDeduplicator, type RetryDeduplicator } from './retry-deduplicator.ts';

/** What the routes of one mounted API share. */
export interface LocalContext {
  readonly deps: LocalGenerationApiDeps;
  readonly settings: LocalGenerationApiSettings;
  readonly links: ResultLinks;
  readonly bytes: ByteServer;
  readonly failedCredentials: FailedCredentials;
  /** Answers that are waited for. */
  readonly waits: OpenWaits;
  readonly retries: RetryDeduplicator;
  /** Requests that may have begun something paid: whatever goes wrong with one, its client is told not to repeat it. */
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
    links: createResultLinks({ signer, publicUrl, clock, linkEpoch }),
    bytes: createByteServer({ stallMs: settings.stallMs }),
    failedCredentials: createFailedCredentials(deps),
    waits: createOpenWaits(deps.stopping),
    retries: createRetryDeduplicator({ deps, joinMs: settings.retryJoinMs }),
    begun: new WeakSet(),
  };
}
