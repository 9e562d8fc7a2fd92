import { parseModelId } from '@filmgate/core';
import { keyVariable, type OperatorAccount } from '../providers/operator-accounts.ts';
import { mockEndpoint, type Endpoints } from '../providers/endpoints.ts';
import { shippedCatalogs } from './shipped-catalogs.ts';

interface Offers {
  readonly endpoints: Endpoints;
  readonly accounts: readonly Pick<OperatorAccount, 'endpoint'>[];
}

/** Explains how to enable a model of a shipped catalog that is not in use; undefined if no catalog has its family. */
export async function familyElsewhere(
  model: string,
  { endpoints, accounts }: Offers,
): Promise<string | undefined> {
  const shipped = shippedCatalogs(endpoints);
  const wanted = parseModelId(model).family;
  for (const name of shipped.names()) {
    const { families } = await shipped.read(name);
    const family = families.find(({ id }) => id === wanted);
    if (family === undefined) continue;
    const makers = [...new Set(family.routes.map(({ endpoint }) => endpoint))];
    const isMade = makers.some(
      (maker) => maker === mockEndpoint || accounts.some(({ endpoint }) => endpoint === maker),
    );
    return isMade
      ? `${wanted} is in the catalog ${name}: add ${name} to FILMGATE_CATALOG.`
      : `${wanted} needs a key of its provider: set ${makers.map(keyVariable).join(' or ')}.`;
  }
  return undefined;
}
