import type { AspectRatio } from '../media/aspect-ratio.ts';
import type { MediaType } from '../media/media-type.ts';
import type { Reference, ReferenceRole } from '../media/reference.ts';
import type { Resolution } from '../media/resolution.ts';

/** Most common content type of a reference of each kind. */
const usualContentType = { image: 'image/png', video: 'video/mp4', audio: 'audio/mpeg' } as const;

/** Returns the part of a request that is known before its references are fetched: their number, kinds and roles. */
export function draftedRequest(draft: RequestDraft): GenerationRequest {
  const references = draft.references.map(
    ({ kind, role }): Reference => ({
      kind,
      role,
      assetId: null,
      sha256: '',
      contentType: usualContentType[kind],
      size: 1,
    }),
  );
  return { ...draft, references };
}

/** Source of a reference's bytes, as the caller gave it. */
export type ReferenceSource =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'asset'; readonly assetId: string };

/** A reference whose bytes are not checked yet. */
export interface ReferenceDraft {
  /** Field to name in a refusal, as the caller wrote it (`images[2]`). */
  readonly param: string;
  readonly role: ReferenceRole;
  /** Kind promised by the caller or the field; the bytes must agree. */
  readonly kind: 'image' | 'video' | 'audio';
  readonly source: ReferenceSource;
}

/** A decoded request whose references are still to be fetched and checked; everything else is final. */
export interface RequestDraft extends Omit<GenerationRequest, 'references'> {
  readonly references: readonly ReferenceDraft[];
}

/** The rule that gave the aspect ratio [tasks.aspect.explicit-wins]; `model` means the model id fixes it. */
export type AspectSource = 'explicit' | 'size' | 'prompt' | 'model' | 'default';

/** Canonical request that every surface decodes into, with every default resolved, so that no client has to guess. */
export interface GenerationRequest {
  /** Canonical full model id. */
  readonly model: string;
  /** Family of the model; accounts are eligible by family. */
  readonly family: string;
  readonly mediaType: MediaType;
  /** 1 or more Unicode code points; bounded by the family's prompt limit. */
  readonly prompt: string;
  readonly negativePrompt: string | null;
  /** Whole seconds; null for images. */
  readonly durationSeconds: number | null;
  readonly aspectRatio: AspectRatio;
  readonly aspectSource: AspectSource;
  readonly resolution: Resolution;
  readonly generateAudio: boolean;
  readonly references: readonly Reference[];
  /** The only account that may make it; absent = the pool chooses. */
  readonly pinnedAccountId?: string;
}
