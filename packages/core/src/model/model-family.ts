import type { AspectRatio } from '../media/aspect-ratio.ts';
import type { MediaType } from '../media/media-type.ts';
import type { ReferenceKind, ReferenceRole } from '../media/reference.ts';
import type { Resolution } from '../media/resolution.ts';
import type { Route } from './route.ts';

/** Surfaces on which models are offered: the Video Task API, or the Local Generation API. */
export const modelSurfaces = ['tasks', 'local'] as const;
export type ModelSurface = (typeof modelSurfaces)[number];

/** References a family accepts. */
export interface ReferenceRules {
  readonly kinds: readonly ReferenceKind[];
  readonly roles: readonly ReferenceRole[];
  readonly minimum: number;
  readonly maximum: number;
}

/** Announced end of a model at its provider. */
export interface ModelRetirement {
  /** First moment at which the model cannot be ordered any more: RFC 3339 date-time in UTC, `2026-11-11T09:00:00Z`. */
  readonly retiresAt: string;
  /** Family that the provider names as successor; null = none. */
  readonly replacedBy: string | null;
}

/**
 * Rules of one model family, as data. On the tasks surface the id of a video family is its only model's id; on the
 * local surface, and for images, duration, aspect and resolution are part of the model id (`vidA-fast-4s-16x9-720p`).
 */
export interface ModelFamily {
  /** Family id; for videos on the tasks surface also its only model id. */
  readonly id: string;
  readonly mediaType: MediaType;
  /** Surfaces on which its models are offered; never empty. */
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
  /** Ways in which its videos can be made; never empty. */
  readonly routes: readonly Route[];
  /** Maximum wait of a synchronous caller, in seconds. */
  readonly waitSeconds: number;
  /** Absent = none is announced. */
  readonly retirement?: ModelRetirement | undefined;
}
