import type { AspectRatio } from '../media/aspect-ratio.ts';
import type { MediaType } from '../media/media-type.ts';
import type { Reference } from '../media/reference.ts';
import type { Resolution } from '../media/resolution.ts';

/** Which rule gave the aspect ratio [tasks.aspect.explicit-wins]; `model` means the model id fixes it. */
export type AspectSource = 'explicit' | 'size' | 'prompt' | 'model' | 'default';

/**
 * The canonical request every surface decodes into: complete, with every default resolved, so that an
 * upstream client never has to guess. Nothing in it names a surface.
 */
export interface GenerationRequest {
  /** Canonical full model id. */
  readonly model: string;
  /** Family the model belongs to; accounts are eligible by family. */
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
  /** The only account that may take it; absent = the pool chooses. */
  readonly pinnedAccountId?: string;
}
