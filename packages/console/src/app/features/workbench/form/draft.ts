import type { WorkbenchModel } from '../../../api/responses.ts';

/** An image to go by: a URL, or the file itself as a data URL. */
export interface ReferenceImage {
  /** Tells equal images apart in the list. */
  readonly key: string;
  readonly url: string;
  readonly name: string;
}

/** What the person is about to ask for. */
export interface Draft {
  readonly prompt: string;
  readonly negativePrompt: string;
  readonly generateAudio: boolean;
  readonly references: readonly ReferenceImage[];
  /** Id of the account asked for; null for any. */
  readonly account: string | null;
}

export const emptyDraft: Draft = {
  prompt: '',
  negativePrompt: '',
  generateAudio: false,
  references: [],
  account: null,
};

/** In Unicode code points, as the server counts. */
export const mostPromptCharacters = 2000;

export const promptLength = (prompt: string): number => Array.from(prompt).length;

/** Why a draft cannot be sent yet. */
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

/** The body of a creation, but for its id. */
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

/** What the model has no use for is left out: the server would refuse it. */
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
