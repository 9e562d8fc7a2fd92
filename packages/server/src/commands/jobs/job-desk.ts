import type { JobState } from '@filmgate/core';
import type {
  AdminJobRecord,
  CheckedJobRecord,
  LookedUpWorkRecord,
  TrailStepRecord,
} from '@filmgate/http-adapter';

/** Filter of a list of jobs. */
export interface JobsWanted {
  /** null = every state. */
  readonly states: readonly JobState[] | null;
  readonly text: string | null;
  readonly limit: number;
}

/** Work at a provider, named by its id; `account` is an id or a label, required where the job does not have it. */
export interface NamedByHand {
  readonly upstreamId: string;
  readonly account: string | undefined;
}

export type ResolutionByHand =
  | { readonly outcome: 'charged' | 'not_charged' }
  | (NamedByHand & { readonly outcome: 'found' });

export type DialectResponse<Value> =
  | { readonly kind: 'answered'; readonly value: Value }
  /** A sentence for the operator; nothing was changed. */
  | { readonly kind: 'refused'; readonly message: string };

/** Operations on the jobs of one gateway, in records of the administration API. Faults are thrown, with a sentence. */
export interface JobDesk {
  /** True if a runner is running there, so that found work is fetched at once. */
  readonly isRunning: boolean;
  list(wanted: JobsWanted): Promise<DialectResponse<readonly AdminJobRecord[]>>;
  show(
    id: string,
  ): Promise<
    DialectResponse<{ readonly job: AdminJobRecord; readonly trail: readonly TrailStepRecord[] }>
  >;
  /** Queries the provider; submits nothing. */
  check(id: string): Promise<DialectResponse<CheckedJobRecord>>;
  /** Reads the work that would resolve a job; changes nothing. */
  lookUp(id: string, named: NamedByHand): Promise<DialectResponse<LookedUpWorkRecord>>;
  resolve(
    id: string,
    resolution: ResolutionByHand,
    note: string,
  ): Promise<DialectResponse<AdminJobRecord>>;
  close(): Promise<void>;
}
