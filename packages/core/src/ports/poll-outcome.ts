import type { JsonValue } from '../json/json-value.ts';
import type { UpstreamHandle, UpstreamOutput } from '../upstream/upstream-handle.ts';
import type { UpstreamError } from '../upstream/upstream-refusal.ts';
import type { UpstreamUsage } from '../upstream/upstream-usage.ts';

/** Statements of a read beside the state of the job. */
export interface ReadAside {
  /** Fields with an unreadable value, or a name of the work that is not its handle's; absent = none. */
  readonly unread?: readonly string[];
  /** The handle as the response names it, where it differs; absent = equal. */
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
        /** Absent when the provider does not report it. */
        readonly usage?: UpstreamUsage;
        /** Report of what was made, in the provider's fields; `reportedFacts` keeps numbers and short words. */
        readonly effective?: { readonly [field: string]: JsonValue };
      }
    /** The provider reports that the job failed. */
    | {
        readonly kind: 'failed';
        readonly error: UpstreamError;
        /** Charge despite the failure; absent when the provider does not report it. */
        readonly usage?: UpstreamUsage;
      }
    /** The read failed or returned something unknown. It says nothing about the job. */
    | { readonly kind: 'transient'; readonly detail: string; readonly retryAfterMs: number | null }
    /** The provider does not know the job. */
    | { readonly kind: 'lost' }
  );
