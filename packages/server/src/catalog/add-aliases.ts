import { catalogSchema, type ModelCatalog } from '@filmgate/core';
import { z } from 'zod';

/** A catalog with further aliases, or why it cannot have them. */
export type AliasedCatalog =
  | { readonly kind: 'usable'; readonly catalog: ModelCatalog }
  | { readonly kind: 'refused'; readonly reason: string };

/** Adds the operator's aliases (`FILMGATE_MODEL_ALIASES`) to a catalog; they win over its own. */
export function addAliases(
  catalog: ModelCatalog,
  aliases: Readonly<Record<string, string>>,
): AliasedCatalog {
  const parsed = catalogSchema.safeParse({
    ...catalog,
    aliases: { ...catalog.aliases, ...aliases },
  });
  return parsed.success
    ? { kind: 'usable', catalog: parsed.data }
    : { kind: 'refused', reason: z.prettifyError(parsed.error) };
}
