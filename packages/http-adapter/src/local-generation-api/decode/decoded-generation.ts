import type { JsonValue, RequestDraft } from '@filmgate/core';
import type { Failure } from '../failure.ts';

/** A generation, decoded: everything acceptance needs but its owner. */
export interface Generation {
  /** What makes a repeated request the same request. */
  readonly content: JsonValue;
  readonly draft: RequestDraft;
}

export type Decoded<T> =
  | ({ readonly kind: 'decoded' } & T)
  | { readonly kind: 'refused'; readonly failure: Failure };

/** A refusal of a request. */
export function refused(failure: Failure): {
  readonly kind: 'refused';
  readonly failure: Failure;
} {
  return { kind: 'refused', failure };
}
