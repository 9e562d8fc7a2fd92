import type { AspectRatio } from '../media/aspect-ratio.ts';
import type { Resolution } from '../media/resolution.ts';
import type { ModelFamily } from './model-family.ts';

/** One full model id and what it fixes. */
export interface OfferedModel {
  /** Canonical full id. */
  readonly model: string;
  readonly family: ModelFamily;
  /** Whole seconds; null when the request states them, and for images. */
  readonly durationSeconds: number | null;
  /** null when the request states it. */
  readonly aspectRatio: AspectRatio | null;
  /** null when the request states it. */
  readonly resolution: Resolution | null;
}
