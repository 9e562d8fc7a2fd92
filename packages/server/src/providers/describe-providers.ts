import { type ModelCatalog, routesInUse } from '@filmgate/core';
import type { AdminApiDeps } from '@filmgate/http-adapter';
import { findsBy } from '@filmgate/upstream-http';
import { type ShippedCatalogs, shippedCatalogs } from '../catalog/shipped-catalogs.ts';
import { mockEndpoint, type Endpoints } from './endpoints.ts';

type ProviderDetail = Awaited<ReturnType<AdminApiDeps['providerDetails']>>[number];

interface Sources {
  readonly endpoints: Endpoints;
  readonly shipped: ShippedCatalogs;
  /** Catalog in force. */
  readonly catalog: Pick<ModelCatalog, 'families'>;
}

/** Describes each endpoint for an operator who chooses one; loads the code of the protocols. */
export async function describeProviders(
  endpoints: Endpoints,
  catalog: Pick<ModelCatalog, 'families'>,
): Promise<readonly ProviderDetail[]> {
  const shipped = shippedCatalogs(endpoints);
  const real = endpoints.ids().map((id) => describeEndpoint(id, { endpoints, shipped, catalog }));
  return [describeMock(catalog), ...(await Promise.all(real))];
}

async function describeEndpoint(
  id: string,
  { endpoints, shipped, catalog }: Sources,
): Promise<ProviderDetail> {
  const { endpoint, description, isNoticed } = await endpoints.describe(id);
  const days = [...description.models, ...description.refusals].map(({ read }) => read);
  return {
    id,
    protocol: description.protocol,
    origin: new URL(endpoint.baseUrl).origin,
    credential: description.credential.fields.map(({ name, secret }) => ({ name, secret })),
    unit: description.unit,
    finds_by: findsBy(description, isNoticed),
    images_at_once: description.atOnce !== undefined,
    charges: description.charges,
    families: familiesAt(id, catalog),
    catalog: await shippedCatalogFor(id, { endpoints, shipped }),
    can_be_tested: description.probe !== undefined,
    docs_read: days.toSorted().at(-1) ?? null,
  };
}

function describeMock(catalog: Pick<ModelCatalog, 'families'>): ProviderDetail {
  return {
    id: mockEndpoint,
    protocol: mockEndpoint,
    origin: null,
    credential: [{ name: 'key', secret: true }],
    unit: 'credits',
    finds_by: 'own-id',
    images_at_once: false,
    charges: 'acceptance',
    families: familiesAt(mockEndpoint, catalog),
    catalog: 'default',
    can_be_tested: true,
    docs_read: null,
  };
}

/** Name of the shipped catalog for an endpoint: that of its protocol. */
async function shippedCatalogFor(
  id: string,
  { endpoints, shipped }: Omit<Sources, 'catalog'>,
): Promise<string | null> {
  const name = shipped.names().find((one) => one === endpoints.protocolOf(id));
  if (name === undefined) return null;
  return familiesAt(id, await shipped.read(name)).length > 0 ? name : null;
}

/** Returns the families of a catalog that have a route to an endpoint. */
export function familiesAt(
  endpoint: string,
  { families }: Pick<ModelCatalog, 'families'>,
): string[] {
  return families
    .filter((family) => routesInUse(family).some((route) => route.endpoint === endpoint))
    .map(({ id }) => id);
}
