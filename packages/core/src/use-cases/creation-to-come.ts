import type { ModelSurface } from '../model/model-family.ts';

/** A creation of which no more is known than whose it is. */
export interface CreationToCome {
  readonly owner: string;
  readonly surface: ModelSurface;
  /** As in `AcceptCommand`. */
  readonly quota: number | null;
  /** The key it comes with; null without one. */
  readonly key: { readonly scope: string; readonly key: string } | null;
}
