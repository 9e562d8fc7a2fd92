import type { ReferenceRole } from '../media/reference.ts';
import type { GenerationRequest } from './generation-request.ts';

/** Where a reference's bytes come from, as the caller gave it. */
export type ReferenceSource =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'asset'; readonly assetId: string };

/** A reference whose bytes have not been looked at yet. */
export interface ReferenceDraft {
  /** The field to name in a refusal, as the caller wrote it (`images[2]`). */
  readonly param: string;
  readonly role: ReferenceRole;
  /** Kind the caller or the field promises; the bytes must agree. */
  readonly kind: 'image' | 'video' | 'audio';
  readonly source: ReferenceSource;
}

/** A decoded request whose references are still to be fetched and checked; everything else is final. */
export interface RequestDraft extends Omit<GenerationRequest, 'references'> {
  readonly references: readonly ReferenceDraft[];
}
