import type { JsonValue } from '../json/json-value.ts';
import type { UpstreamHandle, UpstreamOutput } from '../upstream/upstream-handle.ts';
import type { UpstreamError } from '../upstream/upstream-refusal.ts';
import type { UpstreamUsage } from '../upstream/upstream-usage.ts';

/** What a read says beside the state of the job. */
export interface ReadAside {
  /** Names of the fields that say something which could not be read, or a name of the work that is not its handle's; absent = none. */
  readonly unread?: readonly string[];
  /** The handle as the response names it, where that is another one; absent = the same. */
  readonly namedAs?: UpstreamHandle;
}

export type PollOutcome = ReadAside &
  (
    | {
        readonly kind: 'pending';
        readonly progress: number | null;
        readonly retryAfterMs: number | null;
      }
    | {
        readonly kind: 'succeeded';
        readonly output: UpstreamOutput;
        /** Absent when the upstream does not say. */
        readonly usage?: UpstreamUsage;
        /**
         * What the upstream says it made, in its own fields; absent when it does not say. `reportedFacts` keeps numbers and
         * short words.
         */
        readonly effective?: { readonly [field: string]: JsonValue };
      }
    /** The upstream's own verdict on the job. */
    | {
        readonly kind: 'failed';
        readonly error: UpstreamError;
        /** What it took all the same; absent when the upstream does not say. */
        readonly usage?: UpstreamUsage;
      }
    /** The read failed or returned something unknown. It says nothing about the job. */
    | { readonly kind: 'transient'; readonly detail: string; readonly retryAfterMs: number | null }
    /** The upstream does not know the job. */
    | { readonly kind: 'lost' }
  );
