import type { JsonValue, UpstreamError, UpstreamOutput, UpstreamUsage } from '@filmgate/core';

/** The location of a finished video, as its poll named it. */
export interface OutputLocation {
  /**
   * `own` = below the base URL; `foreign` = a URL from the provider; `inline` = the video is in the response. Only the
   * endpoint's origin gets credentials.
   */
  readonly kind: 'foreign' | 'own' | 'inline';
  /**
   * For `own` a path; for `foreign` a URL, or a path at the endpoint's origin; for `inline` the bytes in base64. Only a
   * path is stored, the others are read anew.
   */
  readonly at: string;
  /** Absent = a video. */
  readonly mediaType?: UpstreamOutput['mediaType'];
  /** Instant up to which the provider keeps it, in ms since 1970; absent if it does not say. */
  readonly keptUntil?: number;
}

/** Facts of a read beside the state. */
export interface ReadingAside {
  /** Names of the fields with values the description cannot read; absent = none. */
  readonly unread?: readonly string[];
  /** The task as the response names it, if that differs from the request; absent = equal. */
  readonly namedAs?: JsonValue;
}

/** The deciding fields (the task and its state) are read separately from the others: unreadable values are left out. */
export type PollReading = ReadingAside &
  (
    | { readonly kind: 'pending'; readonly progress: number | null }
    | {
        readonly kind: 'succeeded';
        readonly output: OutputLocation;
        readonly usage?: UpstreamUsage;
        /** The actual parameters of the video, in the provider's fields; absent if it does not state them. */
        readonly effective?: { readonly [field: string]: JsonValue };
      }
    | {
        readonly kind: 'failed';
        readonly error: Pick<UpstreamError, 'kind' | 'charge' | 'detail'>;
        /** The charge in spite of the failure; absent if the provider does not state it. */
        readonly usage?: UpstreamUsage;
      }
    /** The provider's own statement that it does not know the task. */
    | { readonly kind: 'lost' }
    /** Proves nothing about the task; the engine counts it and reads again. */
    | { readonly kind: 'unclear'; readonly detail: string }
  );
