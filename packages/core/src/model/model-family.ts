import type { AspectRatio } from '../media/aspect-ratio.ts';
import type { MediaType } from '../media/media-type.ts';
import type { ReferenceKind, ReferenceRole } from '../media/reference.ts';
import type { Resolution } from '../media/resolution.ts';
import type { Route } from './route.ts';

/** Which references a family takes. */
export interface ReferenceRules {
  readonly kinds: readonly ReferenceKind[];
  readonly roles: readonly ReferenceRole[];
  readonly minimum: number;
  readonly maximum: number;
}

/**
 * What one model family permits, as data. `configured` families put duration, aspect and resolution into the
 * model id (`vidA-fast-4s-16x9-720p`); `plain` families have one id and take them from the request.
 */
export interface ModelFamily {
  /** Family id; for a `plain` family also its only model id. */
  readonly id: string;
  readonly addressing: 'plain' | 'configured';
  readonly mediaType: MediaType;
  /** Where its models are offered: the Video Task API, or the Local Generation API. */
  readonly surface: 'tasks' | 'local';
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
  /** The upstream's own model name. */
  readonly upstreamRoute: string;
  /** The ways to make its films; at least one. */
  readonly routes: readonly Route[];
  /** How long a synchronous caller is kept waiting at most, in seconds. */
  readonly waitSeconds: number;
}
