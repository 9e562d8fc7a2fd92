import type { WorkbenchModel } from '../../../api/responses.ts';

/** A reference image: a URL, or the file as a data URL. */
export interface ReferenceImage {
  /** Distinguishes equal images in the list. */
  readonly key: string;
  readonly url: string;
  readonly name: string;
}

/** Input of a new video, not submitted yet. */
export interface Draft {
  readonly prompt: string;
  readonly negativePrompt: string;
  readonly generateAudio: boolean;
  readonly references: readonly ReferenceImage[];
  /** Id of the chosen account; null for automatic choice. */
  readonly account: string | null;
}

export const emptyDraft: Draft = {
  prompt: '',
  negativePrompt: '',
  generateAudio: false,
  references: [],
  account: null,
};

/** Unicode code points, as the server counts. */
export const mostPromptCharacters = 2000;

export const promptLength = (prompt: string): number => Array.from(prompt).length;

/** Reason a draft cannot be submitted. */
export type DraftProblem =
  | { readonly kind: 'prompt-empty' }
  | { readonly kind: 'prompt-long'; readonly by: number }
  | { readonly kind: 'images-few'; readonly least: number }
  | { readonly kind: 'images-many'; readonly most: number };

export function checkDraft(
  { prompt, references }: Draft,
  model: WorkbenchModel,
): readonly DraftProblem[] {
  const { min, max } = model.reference_images;
  const over = promptLength(prompt) - mostPromptCharacters;
  return [
    ...(prompt.trim() === '' ? [{ kind: 'prompt-empty' } as const] : []),
    ...(over > 0 ? [{ kind: 'prompt-long', by: over } as const] : []),
    ...(references.length < min ? [{ kind: 'images-few', least: min } as const] : []),
    ...(references.length > max ? [{ kind: 'images-many', most: max } as const] : []),
  ];
}

/** Request body of a creation without its id. */
export interface CreationRequest {
  readonly model: string;
  readonly aspect_ratio: string;
  readonly resolution: string;
  readonly duration: number;
  readonly generate_audio: boolean;
  readonly prompt: string;
  readonly negative_prompt?: string;
  readonly reference_images?: readonly string[];
  /** Id or label; `auto` when absent. */
  readonly account?: string;
}

/** Inputs the model does not support are left out, because the server would refuse them. */
export function requestOf(draft: Draft, model: WorkbenchModel): CreationRequest {
  const { id, aspect_ratio, resolution, duration, audio, negative_prompt } = model;
  const negativePrompt = draft.negativePrompt.trim();
  return {
    model: id,
    aspect_ratio,
    resolution,
    duration,
    generate_audio: audio.supported && (draft.generateAudio || audio.default),
    prompt: draft.prompt,
    ...(negative_prompt && negativePrompt !== '' && { negative_prompt: negativePrompt }),
    ...(draft.references.length > 0 && {
      reference_images: draft.references.map(({ url }) => url),
    }),
    ...(draft.account !== null && { account: draft.account }),
  };
}
