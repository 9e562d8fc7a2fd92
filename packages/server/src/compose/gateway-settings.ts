import type { AdminApiDeps } from '@filmgate/http-adapter';
import type { LiveSettings } from '../settings/live-settings.ts';
import { type ListenerAddress, ownOrigins } from './public-urls.ts';

/** The settings in force for the admin API of the listener at `address`. */
export function gatewaySettingsOf(
  live: LiveSettings,
  address: ListenerAddress,
): AdminApiDeps['gatewaySettings'] {
  return {
    list: () => live.list(),
    change: ({ requested, isOwnUnder, audit }) =>
      live.change(requested, {
        audit,
        judge: (candidate) => (isOwnUnder(ownOrigins(candidate, address)) ? [] : [shutsOut]),
      }),
  };
}

const shutsOut =
  'local_public_url and allowed_origins would shut out the address this request came to; list it in allowed_origins first.';
