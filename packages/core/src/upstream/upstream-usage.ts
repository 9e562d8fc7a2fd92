import type { JsonValue } from '../json/json-value.ts';
import type { CostUnit } from '../model/route.ts';

/** What the provider itself says a video cost. */
export interface UpstreamUsage {
  readonly unit: CostUnit;
  /** In the unit's smallest part. */
  readonly amount: number;
  /** What the provider said, in its own fields. */
  readonly figures: { readonly [field: string]: JsonValue };
}
