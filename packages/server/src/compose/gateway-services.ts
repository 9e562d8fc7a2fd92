import { createGateway, type Gateway, type GatewayOptions } from '@filmgate/core';
import {
  createCredentialKeys,
  createDigest,
  createTimeOrderedIds,
  type CredentialKeys,
  type Sha256Digest,
  type TimeOrderedIds,
} from '@filmgate/runtime-node';
import type { Settings } from '../settings/settings-schema.ts';
import { type AdminPassword, openAdminPassword } from './admin-password.ts';
import type { ComposedPorts } from './compose-ports.ts';
import { createUrlSigner, keptSecret } from './signer.ts';

/** Everything the two listeners share, made once. */
export interface GatewayServices {
  readonly gateway: Gateway;
  readonly options: GatewayOptions;
  readonly composed: ComposedPorts;
  readonly keys: CredentialKeys;
  readonly digest: Sha256Digest;
  readonly ids: TimeOrderedIds;
  readonly signer: ReturnType<typeof createUrlSigner>;
  readonly adminPassword: AdminPassword;
  /** Whether a key is the native API's; null while none is configured. */
  readonly upstreamKeyMatches: (presented: string) => boolean | null;
}

/** Makes the services of one process from its ports and settings. */
export async function createServices(
  settings: Settings,
  composed: ComposedPorts,
  options: GatewayOptions,
): Promise<GatewayServices> {
  const { ports, secretBox } = composed;
  const { values } = ports.storage;
  const digest = createDigest();
  const ids = createTimeOrderedIds({ now: () => ports.clock.now() });
  const upstreamKey = settings.FILMGATE_UPSTREAM_API_KEY;
  return {
    gateway: createGateway(ports, options),
    options,
    composed,
    keys: createCredentialKeys({ pepper: await keptSecret(values, secretBox, 'api-key-pepper') }),
    digest,
    ids,
    signer: createUrlSigner(digest, await keptSecret(values, secretBox, 'media-url-key')),
    adminPassword: await openAdminPassword({
      username: settings.FILMGATE_ADMIN_USERNAME,
      given: settings.FILMGATE_ADMIN_PASSWORD,
      values,
      ids,
    }),
    upstreamKeyMatches: (presented) =>
      upstreamKey === undefined ? null : digest.equalInConstantTime(presented, upstreamKey),
  };
}
