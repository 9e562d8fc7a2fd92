import type { JsonValue, UpstreamError, UpstreamOutput, UpstreamUsage } from '@filmgate/core';

/** A finished video, as its poll named it. */
export interface OutputLocation {
  /** `own` = below the place's base URL; `foreign` = where the provider says. Credentials go to the place's own origin alone. */
  readonly kind: 'foreign' | 'own';
  /**
   * For `foreign` an URL, or a path at the place's own origin, which is never kept but asked for again when the video is fetched; for
   * `own` a path.
   */
  readonly at: string;
  /** Absent = a video. */
  readonly mediaType?: UpstreamOutput['mediaType'];
  /** Instant up to which the provider keeps it, in ms since 1970; absent where it does not say. */
  readonly keptUntil?: number;
}

/** What a read says beside the state. */
export interface ReadingAside {
  /** Names of the fields that say something the description cannot read; absent = none. */
  readonly unread?: readonly string[];
  /** The task as the response names it, where that is not as it was asked for; absent = as it was asked for. */
  readonly namedAs?: JsonValue;
}

/** What decides (the task and its state) is read by itself, and so is every other field: what cannot be read is left out. */
export type PollReading = ReadingAside &
  (
    | { readonly kind: 'pending'; readonly progress: number | null }
    | {
        readonly kind: 'succeeded';
        readonly output: OutputLocation;
        readonly usage?: UpstreamUsage;
        /** What it says it made, in its own fields; absent where it does not say. */
        readonly effective?: { readonly [field: string]: JsonValue };
      }
    | {
        readonly kind: 'failed';
        readonly error: Pick<UpstreamError, 'kind' | 'charge' | 'detail'>;
        /** What it took all the same; absent where the provider does not say. */
        readonly usage?: UpstreamUsage;
      }
    /** The provider's own word that it does not know the task. */
    | { readonly kind: 'lost' }
    /** Says nothing about the task; the engine counts it and looks again. */
    | { readonly kind: 'unclear'; readonly detail: string }
  );
