import type { ModelFamily, Route } from '@filmgate/core';

/** A family that a protocol offers without a catalog file. One credit is one US cent of the list price, rounded up. */
export interface OfferedFamily extends Omit<ModelFamily, 'routes'> {
  /** The provider's own name of the model, or its names by endpoint: an endpoint without a name does not offer it. */
  readonly model: string | { readonly [endpoint: string]: string };
  /** Rest of its route to each endpoint. */
  readonly route: Omit<Route, 'endpoint' | 'model' | 'rank'>;
  /** Source of the price. */
  readonly source: string;
  /** Day it was read, such as `2026-11-22`. */
  readonly read: string;
}
