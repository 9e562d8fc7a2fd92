import type { JsonValue } from '../json/json-value.ts';
import type { AspectRatio } from '../media/aspect-ratio.ts';
import type { ReferenceKind, ReferenceRole } from '../media/reference.ts';
import type { Resolution } from '../media/resolution.ts';

/** What costs are counted in: `credits`, dollars, tokens, or the provider's own `units`. */
export const costUnits = ['credits', 'usd', 'tokens', 'units'] as const;
export type CostUnit = (typeof costUnits)[number];

/** Decimals of each unit that are counted. An amount is a whole number of its unit's smallest part: millionths of a dollar, hundredths of a unit. */
export const decimalsOfUnit = { credits: 0, usd: 6, tokens: 0, units: 2 } as const;

/** When a provider takes what a video costs: as it accepts the submission, or once it has made the video. */
export const chargeTimes = ['acceptance', 'success'] as const;
export type ChargeTime = (typeof chargeTimes)[number];

/** What a route takes of what its family offers; what is absent is not narrowed. */
export interface RouteLimits {
  /** Whole seconds. */
  readonly durationsSeconds?: readonly number[];
  readonly aspectRatios?: readonly AspectRatio[];
  readonly resolutions?: readonly Resolution[];
  /** Whether it makes sound, silence, or both. */
  readonly audio?: readonly boolean[];
  readonly references?: {
    readonly kinds?: readonly ReferenceKind[];
    readonly roles?: readonly ReferenceRole[];
    readonly maximum?: number;
  };
}

/** What a video costs the account, in the smallest part of its place's unit. */
export interface RouteCost {
  /** By resolution; for an image, for each image. */
  readonly perSecond?: { readonly [R in Resolution]?: number };
  /** For each video or image, beside what its seconds cost. */
  readonly each?: number;
}

/** One way to make a family's videos. */
export interface Route {
  /** The place: an account may take the route when it belongs to it. */
  readonly endpoint: string;
  /** The provider's own name of the model; reaches its wire as it is. */
  readonly model: string;
  /** Routes of rank 1 are tried before those of rank 2; within a rank the least busy account comes first. */
  readonly rank: number;
  readonly limits?: RouteLimits;
  /** Constants of the provider's own request, sent with each submission; never a field the provider's description writes. */
  readonly fixed?: { readonly [field: string]: JsonValue };
  /** Absent = not known; in a place that counts credits, the price. */
  readonly cost?: RouteCost;
  /** Absent = as the place says. */
  readonly charges?: ChargeTime;
}
