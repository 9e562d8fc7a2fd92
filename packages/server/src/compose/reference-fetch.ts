import type { Logger } from '@filmgate/core';
import {
  type AllowedHosts,
  createGuardedFetch,
  type GuardedFetch,
  type OutboundProxy,
  parseAllowedHosts,
} from '@filmgate/runtime-node';
import { deriveOnChange } from '../settings/derive-on-change.ts';
import type { LiveSettings } from '../settings/live-settings.ts';
import type { Settings } from '../settings/settings-schema.ts';
import { outboundProxy } from '../providers/outbound-proxy.ts';

/** Limits of one remote image [tasks.images.guarded]. */
const remoteImageBytes = 20 * 1024 * 1024;
const remoteImageTimeoutMs = 30_000;
const remoteImageIdleMs = 10_000;

/**
 * Fetches from the hosts allowed at each call; from `whenUnset` while no list is set. A fault of the proxy is logged:
 * the caller learns nothing of it.
 */
export function createReferenceFetch(
  {
    live,
    log,
  }: { readonly live: Pick<LiveSettings, 'current'>; readonly log: Pick<Logger, 'warn'> },
  whenUnset: AllowedHosts,
): GuardedFetch {
  const proxy = outboundProxy(live.current());
  const fetchNow = deriveOnChange(
    () => live.current().FILMGATE_IMAGE_HOSTS,
    (hosts) => guardedFetchFrom(hosts.length === 0 ? whenUnset : hostsOf(hosts), proxy),
  );
  return async (url, call) => {
    const outcome = await fetchNow()(url, call);
    if (outcome.kind === 'refused' && outcome.proxyFault !== undefined)
      log.warn('reference-not-fetched', { reason: outcome.proxyFault });
    return outcome;
  };
}

function hostsOf(hosts: Settings['FILMGATE_IMAGE_HOSTS']): AllowedHosts {
  const reading = parseAllowedHosts(hosts.join(','));
  if (reading.kind === 'refused') throw new Error('FILMGATE_IMAGE_HOSTS was not checked.');
  return reading.hosts;
}

/** Names are chosen by callers, so the proxy is given none. */
function guardedFetchFrom(
  allowedHosts: AllowedHosts,
  proxy: OutboundProxy | undefined,
): GuardedFetch {
  return createGuardedFetch({
    allowedHosts,
    ...(proxy !== undefined && { proxy }),
    maxBytes: remoteImageBytes,
    timeoutMs: remoteImageTimeoutMs,
    idleTimeoutMs: remoteImageIdleMs,
  });
}
