import type { ModelCatalog } from './model-catalog.ts';
import type { ModelFamily, ModelRetirement } from './model-family.ts';

const dayMs = 86_400_000;

/** Time before a retirement from which callers and operators are warned, in ms. */
export const retirementNoticeMs = 30 * dayMs;

/** A family whose retirement is near or over. */
export interface RetiringFamily extends ModelRetirement {
  readonly family: string;
  /** In ms since 1970. */
  readonly retiresAtMs: number;
  readonly isRetired: boolean;
}

function retiresAtMs({ retirement }: ModelFamily): number {
  return retirement === undefined ? Number.POSITIVE_INFINITY : Date.parse(retirement.retiresAt);
}

/** Returns the retirement of a family from 30 days before it on; undefined earlier, and without one. */
export function retirementSeenAt(family: ModelFamily, now: number): RetiringFamily | undefined {
  const { retirement, id } = family;
  const at = retiresAtMs(family);
  if (retirement === undefined || now < at - retirementNoticeMs) return undefined;
  return { ...retirement, family: id, retiresAtMs: at, isRetired: now >= at };
}

/**
 * Returns the part of a catalog that is on offer at a time: retired families are in `retired` instead of `families`.
 *
 * @returns the same object where nothing is retired. `until`: time of the next retirement, in ms since 1970
 */
export function offerAt(
  catalog: ModelCatalog,
  now: number,
): { readonly catalog: ModelCatalog; readonly until: number } {
  const ends = catalog.families.map(retiresAtMs);
  const until = Math.min(Number.POSITIVE_INFINITY, ...ends.filter((at) => at > now));
  if (ends.every((at) => at > now)) return { catalog, until };
  const { retired = [], offered = [] } = Object.groupBy(catalog.families, (family) =>
    retiresAtMs(family) <= now ? 'retired' : 'offered',
  );
  return { catalog: { ...catalog, families: offered, retired }, until };
}

/** Returns a catalog with its retired families among the others, at the end: for who looks at past jobs. */
export function wholeCatalog(offer: ModelCatalog): ModelCatalog {
  const { families, retired = [] } = offer;
  return retired.length === 0 ? offer : { ...offer, families: [...families, ...retired] };
}

/** Returns what `offerAt` does at each call, and the same object until the catalog or the offer changes. */
export function createOffer(source: () => ModelCatalog, now: () => number): () => ModelCatalog {
  let last:
    | ({ readonly of: ModelCatalog; readonly from: number } & ReturnType<typeof offerAt>)
    | undefined;
  return () => {
    const of = source();
    const at = now();
    // A clock that was set back may bring a retired family back.
    if (last?.of !== of || at >= last.until || at < last.from)
      last = { of, from: at, ...offerAt(of, at) };
    return last.catalog;
  };
}
