import { readPages } from '@filmgate/console';
import { createPages } from '@filmgate/http-adapter';
import type { GatewayServices } from './gateway-services.ts';
import type { ListenerParts } from './listener-parts.ts';

const nonceBytes = 16;
const minute = 60_000;

/** The console and the workbench of the local listener. */
export function pages(
  services: GatewayServices,
  { address }: Pick<ListenerParts, 'address'>,
): ReturnType<typeof createPages> {
  const { storage, clock, ids, digest } = services.composed.ports;
  const { live } = services;
  return createPages({
    files: readPages(),
    access: storage.adminAccess,
    digest,
    clock,
    ids,
    newNonce: () => services.ids.token(nonceBytes),
    sessionIdleMs: () => live.current().FILMGATE_SESSION_IDLE_MINUTES * minute,
    publicUrl: () => address.publicUrl(),
  });
}
