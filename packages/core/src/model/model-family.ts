import type { AspectRatio } from '../media/aspect-ratio.ts';
import type { MediaType } from '../media/media-type.ts';
import type { ReferenceKind, ReferenceRole } from '../media/reference.ts';
import type { Resolution } from '../media/resolution.ts';
import type { Route } from './route.ts';

/** Where models are offered: the Video Task API, or the Local Generation API. */
export const modelSurfaces = ['tasks', 'local'] as const;
export type ModelSurface = (typeof modelSurfaces)[number];

/** Which references a family takes. */
export interface ReferenceRules {
  readonly kinds: readonly ReferenceKind[];
  readonly roles: readonly ReferenceRole[];
  readonly minimum: number;
  readonly maximum: number;
}

/**
 * What one model family permits, as data. On the tasks surface it has one model, whose id is the family's, and the request
 * says the rest; on the local surface duration, aspect and resolution are part of the model id (`vidA-fast-4s-16x9-720p`).
 */
export interface ModelFamily {
  /** Family id; on the tasks surface also its only model id. */
  readonly id: string;
  readonly mediaType: MediaType;
  /** Where its models are offered; never empty. */
  readonly surfaces: readonly ModelSurface[];
  readonly displayName: string;
  readonly description: string;
  readonly ownedBy: string;
  /** Whole seconds, ascending; empty for images. */
  readonly durationsSeconds: readonly number[];
  readonly aspectRatios: readonly AspectRatio[];
  readonly resolutions: readonly Resolution[];
  readonly audio: 'none' | 'optional' | 'always';
  readonly negativePrompt: boolean;
  readonly references: ReferenceRules;
  /** Unicode code points. */
  readonly promptLimit: number;
  /** Credits per second of video (per image for images), by resolution. */
  readonly creditsPerSecond: { readonly [R in Resolution]?: number };
  /** The ways its videos can be made; never empty. */
  readonly routes: readonly Route[];
  /** How long a synchronous caller is kept waiting at most, in seconds. */
  readonly waitSeconds: number;
}
