import type { ModelFamily } from './model-family.ts';

/** Every family on offer and the aliases callers may use, as data an operator can replace. */
export interface ModelCatalog {
  readonly families: readonly ModelFamily[];
  /** Alias → canonical model id (video-task-api §2.1). */
  readonly aliases: { readonly [alias: string]: string };
}
