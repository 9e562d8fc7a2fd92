import type { ModelFamily, ModelSurface } from './model-family.ts';

/** The families on offer and the aliases callers may use, as data an operator can replace. */
export interface ModelCatalog {
  readonly families: readonly ModelFamily[];
  /** Families that cannot be ordered any more, though jobs of theirs may be under way; absent = none. */
  readonly retired?: readonly ModelFamily[];
  /** Alias → canonical model id [tasks.models.aliases]. */
  readonly aliases: { readonly [alias: string]: string };
  /** Model ids or aliases for requests that name none; absent = the first model of the surface. */
  readonly defaults?: { readonly [S in ModelSurface]?: string };
}
