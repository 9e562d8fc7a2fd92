import type { NewApiKey } from '@filmgate/http-adapter';
import type { GatewayServices } from './gateway-services.ts';

/** A new API user's key, its digest and its hint. */
export function newApiKey({ keys }: Pick<GatewayServices, 'keys'>): NewApiKey {
  const key = keys.make('user');
  const reading = keys.read(key);
  if (reading.kind !== 'well-formed') throw new Error('A key just made cannot be read.');
  return { key, digest: keys.digest(key), hint: reading.hint };
}
