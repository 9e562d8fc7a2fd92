import type { Reference } from '../media/reference.ts';
import type { GenerationRequest } from './generation-request.ts';
import type { RequestDraft } from './request-draft.ts';

/** What a reference of each kind mostly is. */
const usualContentType = { image: 'image/png', video: 'video/mp4', audio: 'audio/mpeg' } as const;

/** The request as far as it is known before its references are looked at: how many there are, of which kind and for what. */
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
