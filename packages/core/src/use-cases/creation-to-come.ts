import type { ModelSurface } from '../model/model-family.ts';

/** A creation of which only the owner and the key are known so far. */
export interface CreationToCome {
  readonly owner: string;
  readonly surface: ModelSurface;
  /** See `AcceptCommand`. */
  readonly quota: number | null;
  /** Its key; null without one. */
  readonly key: { readonly scope: string; readonly key: string } | null;
}
