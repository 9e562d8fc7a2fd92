import {
  type AllowedHosts,
  createGuardedFetch,
  type GuardedFetch,
  parseAllowedHosts,
} from '@filmgate/runtime-node';
import { deriveOnChange } from '../settings/derive-on-change.ts';
import type { LiveSettings } from '../settings/live-settings.ts';
import type { Settings } from '../settings/settings-schema.ts';

/** Limits of one remote image [tasks.images.guarded]. */
const remoteImageBytes = 20 * 1024 * 1024;
const remoteImageTimeoutMs = 30_000;
const remoteImageIdleMs = 10_000;

/** Fetches from the hosts allowed at each call; from `whenUnset` while no list is set. */
export function createReferenceFetch(live: LiveSettings, whenUnset: AllowedHosts): GuardedFetch {
  const fetchNow = deriveOnChange(
    () => live.current().FILMGATE_IMAGE_HOSTS,
    (hosts) => guardedFetchFrom(hosts.length === 0 ? whenUnset : hostsOf(hosts)),
  );
  return (url, call) => fetchNow()(url, call);
}

function hostsOf(hosts: Settings['FILMGATE_IMAGE_HOSTS']): AllowedHosts {
  const reading = parseAllowedHosts(hosts.join(','));
  if (reading.kind === 'refused') throw new Error('FILMGATE_IMAGE_HOSTS was not checked.');
  return reading.hosts;
}

function guardedFetchFrom(allowedHosts: AllowedHosts): GuardedFetch {
  return createGuardedFetch({
    allowedHosts,
    maxBytes: remoteImageBytes,
    timeoutMs: remoteImageTimeoutMs,
    idleTimeoutMs: remoteImageIdleMs,
  });
}
