import { routesInUse } from '../account/router.ts';
import type { ModelFamily } from '../model/model-family.ts';
import type { FindsBy } from '../ports/upstream-capabilities.ts';
import type { GatewayPorts } from '../ports/gateway-ports.ts';

/** The surest first. */
const ways: readonly FindsBy[] = ['own-key', 'own-id', 'notice', 'mark', 'list', 'none'];

/**
 * Returns the way in which a lost response of a family is resolved wherever it is sent: the weakest of its routes.
 *
 * @returns undefined if none of its endpoints is there
 */
export function lostResponseOf(
  family: ModelFamily,
  clients: GatewayPorts['upstreams'],
): FindsBy | undefined {
  const known = routesInUse(family).map(({ endpoint }) => {
    const promised = clients.get(endpoint)?.capabilities();
    const ofImages = family.mediaType === 'image' ? promised?.images?.findsBy : undefined;
    return ofImages ?? promised?.findsBy;
  });
  return ways.findLast((way) => known.includes(way));
}
