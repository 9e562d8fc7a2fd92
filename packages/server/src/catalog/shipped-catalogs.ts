import { catalogSchema, defaultCatalog, type ModelCatalog, type ModelFamily } from '@filmgate/core';
import { z } from 'zod';
import type { Endpoints } from '../providers/endpoints.ts';

/** The catalogs that need no file, by name: `default`, and one for each protocol of a provider. */
export interface ShippedCatalogs {
  /** `default` first, the others in alphabetical order. */
  names(): readonly [string, ...string[]];
  /**
   * Returns a catalog without families that none of the operator's endpoints can make. Precondition: one of `names()`.
   *
   * @throws Error that names the protocol whose families are unusable
   */
  read(name: string): Promise<ModelCatalog>;
}

const builtIn = 'default';

/** Describes a protocol when its catalog is first requested. */
export function shippedCatalogs(
  endpoints: Pick<Endpoints, 'protocols' | 'speaking' | 'describe'>,
): ShippedCatalogs {
  const catalogs = new Map([[builtIn, Promise.resolve(defaultCatalog)]]);
  return {
    names: () => [builtIn, ...endpoints.protocols()],
    read: async (name) => {
      const catalog = catalogs.get(name) ?? catalogOf(name, endpoints);
      catalogs.set(name, catalog);
      return await catalog;
    },
  };
}

/** Gives each family of a protocol a route to every endpoint that offers it, the operator's own servers included. */
async function catalogOf(
  protocol: string,
  endpoints: Pick<Endpoints, 'speaking' | 'describe'>,
): Promise<ModelCatalog> {
  const families = new Map<string, ModelFamily>();
  for (const endpoint of endpoints.speaking(protocol)) {
    const { description } = await endpoints.describe(endpoint);
    for (const { model, route, source: _, read: __, ...family } of description.families ?? []) {
      const name = typeof model === 'string' ? model : model[endpoint];
      if (name === undefined) continue;
      const others = families.get(family.id)?.routes ?? [];
      const routes = [...others, { endpoint, model: name, rank: 1, ...route }];
      families.set(family.id, { ...family, routes });
    }
  }
  if (families.size === 0) return { families: [], aliases: {} };
  const parsed = catalogSchema.safeParse({ families: [...families.values()], aliases: {} });
  if (parsed.success) return parsed.data;
  throw new Error(`The families of ${protocol} are unusable:\n${z.prettifyError(parsed.error)}`);
}
