import type { JsonValue } from '../json/json-value.ts';
import type { CostUnit } from '../model/route.ts';

/** The provider's own report of a video's cost. */
export interface UpstreamUsage {
  readonly unit: CostUnit;
  /** In the unit's smallest part. */
  readonly amount: number;
  /** The provider's report, in its own fields. */
  readonly figures: { readonly [field: string]: JsonValue };
}
