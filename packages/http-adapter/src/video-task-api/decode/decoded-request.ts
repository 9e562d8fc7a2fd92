import type { JsonValue, ReferenceDraft, RequestDraft, Warning } from '@filmgate/core';
import type { Failure } from '../failure.ts';

/** A creation, decoded: everything acceptance needs but its owner and key. */
export type DecodedRequest =
  | {
      readonly kind: 'decoded';
      /** What makes a repeated request the same request: aliases folded, defaults not yet filled in. */
      readonly content: JsonValue;
      readonly draft: RequestDraft;
      /** Named, checked like the others, and of no use to the request. */
      readonly unusedReferences: readonly ReferenceDraft[];
      readonly warnings: readonly Warning[];
    }
  | { readonly kind: 'refused'; readonly failure: Failure };
