import type { JsonValue } from '../json/json-value.ts';

/** One line of a job's event trail: what happened and why, for the person who has to explain a bill. */
export interface TrailEntry {
  readonly at: number;
  /** A `TrailKind`; a store may keep one of another version. */
  readonly what: string;
  /** Facts of the line. `by` is `check` or `operator` where not the runner did it; in a ruling it is the operator's name. */
  readonly detail: { readonly [key: string]: JsonValue };
}
