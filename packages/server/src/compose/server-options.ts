import type { Server } from 'node:http';
import type { FastifyHttpOptions } from 'fastify';
import type { Settings } from '../settings/settings-schema.ts';

/** How long a client may take to send its headers, in ms: cuts slow-header attacks short. */
const headersTimeoutMs = 15_000;
/** Longer than common proxies keep theirs, so that they close first. */
const keepAliveTimeoutMs = 75_000;

/** What every listener is set to. Body times are bounded per route, since a 100 MB upload may rightly take long. */
export function serverOptions(settings: Settings): FastifyHttpOptions<Server> {
  const { FILMGATE_TRUST_PROXY: proxies } = settings;
  return {
    logger: false,
    trustProxy: proxies.length === 0 ? false : [...proxies],
    keepAliveTimeout: keepAliveTimeoutMs,
    forceCloseConnections: 'idle',
    // While it drains it still answers what comes over open connections.
    return503OnClosing: false,
    http: { headersTimeout: headersTimeoutMs, maxHeaderSize: 16 * 1024 },
  };
}
