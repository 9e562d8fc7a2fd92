import { isLoopback } from './loopback.ts';
import type { Settings } from './settings-schema.ts';

/**
 * Whether others on the network could call the service without a key although the operator did not allow it
 * [admin.settings.not-opened].
 */
export function isOpenToOthers(settings: Settings): boolean {
  const { FILMGATE_SERVICE_API_KEY: key = '', FILMGATE_HOST: host } = settings;
  return key === '' && !isLoopback(host) && !settings.FILMGATE_ALLOW_OPEN;
}
