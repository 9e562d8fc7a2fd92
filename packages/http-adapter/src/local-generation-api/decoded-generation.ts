import type { JsonValue, OfferedModel, ReferenceDraft, RequestDraft } from '@filmgate/core';
import type { Failure } from './failure.ts';

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

/** What a request states besides its model, which fixes the rest. */
export interface StatedGeneration {
  readonly prompt: string;
  readonly negativePrompt: string | null;
  /** undefined where nothing is said: no sound, unless the model always makes it. */
  readonly generateAudio: boolean | undefined;
  readonly references: readonly ReferenceDraft[];
}

/** The whole request: duration, aspect and resolution are the model id's [local.models.fixes-configuration]. */
export function draftOf(offered: OfferedModel, stated: StatedGeneration): RequestDraft {
  const { model, family, durationSeconds, aspectRatio, resolution } = offered;
  if (aspectRatio === null || resolution === null)
    throw new Error(`The model id ${model} does not fix what it makes.`);
  return {
    model,
    family: family.id,
    mediaType: family.mediaType,
    prompt: stated.prompt,
    negativePrompt: stated.negativePrompt,
    durationSeconds,
    aspectRatio,
    aspectSource: 'model',
    resolution,
    generateAudio: stated.generateAudio ?? family.audio === 'always',
    references: stated.references,
  };
}
