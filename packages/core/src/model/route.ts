import type { JsonValue } from '../json/json-value.ts';
import type { AspectRatio } from '../media/aspect-ratio.ts';
import type { ReferenceKind, ReferenceRole } from '../media/reference.ts';
import type { Resolution } from '../media/resolution.ts';

/** Units of cost: `credits`, dollars, tokens, or the provider's own `units`. */
export const costUnits = ['credits', 'usd', 'tokens', 'units'] as const;
export type CostUnit = (typeof costUnits)[number];

/** Decimals of each unit. Amounts are whole numbers of smallest parts: millionths of a dollar, hundredths of a unit. */
export const decimalsOfUnit = { credits: 0, usd: 6, tokens: 0, units: 2 } as const;

/** Times at which a provider charges for a video: on accepting the submission, or after making the video. */
export const chargeTimes = ['acceptance', 'success'] as const;
export type ChargeTime = (typeof chargeTimes)[number];

/** Limits of a route within the offer of its family; absent = not narrowed. */
export interface RouteLimits {
  /** Whole seconds. */
  readonly durationsSeconds?: readonly number[];
  readonly aspectRatios?: readonly AspectRatio[];
  readonly resolutions?: readonly Resolution[];
  /** Sound, silence, or both. */
  readonly audio?: readonly boolean[];
  readonly references?: {
    readonly kinds?: readonly ReferenceKind[];
    readonly roles?: readonly ReferenceRole[];
    readonly maximum?: number;
  };
}

/** Cost of a video to the account, in the smallest part of its endpoint's unit. */
export interface RouteCost {
  /** By resolution; for an image, for each image. */
  readonly perSecond?: { readonly [R in Resolution]?: number };
  /** For each video or image, in addition to its seconds. */
  readonly each?: number;
}

/** One way to make a family's videos. */
export interface Route {
  /** Endpoint: an account may use the route when it belongs to this endpoint. */
  readonly endpoint: string;
  /** The provider's own name of the model; sent unchanged. */
  readonly model: string;
  /** Routes of rank 1 are tried before those of rank 2; within a rank the least busy account comes first. */
  readonly rank: number;
  readonly limits?: RouteLimits;
  /** Constants sent with each submission in the provider's own request; never fields that its description writes. */
  readonly fixed?: { readonly [field: string]: JsonValue };
  /** Absent = unknown; at an endpoint that counts credits, the price. */
  readonly cost?: RouteCost;
  /** Absent = by the endpoint's rule. */
  readonly charges?: ChargeTime;
}
