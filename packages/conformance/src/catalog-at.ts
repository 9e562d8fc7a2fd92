import { defaultCatalog, type ModelCatalog } from '@filmgate/core';

/** The default catalog with every family made at one endpoint, under its own id. */
export function catalogAt(endpoint: string): ModelCatalog {
  const families = defaultCatalog.families.map((family) => ({
    ...family,
    routes: [{ endpoint, model: family.id, rank: 1 }],
  }));
  return { ...defaultCatalog, families };
}
