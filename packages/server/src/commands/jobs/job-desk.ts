import type { JobState } from '@filmgate/core';
import type {
  AdminJobRecord,
  CheckedJobRecord,
  LookedUpWorkRecord,
  TrailStepRecord,
} from '@filmgate/http-adapter';

/** What is wanted of a list. */
export interface JobsWanted {
  /** null = every state. */
  readonly states: readonly JobState[] | null;
  readonly text: string | null;
  readonly limit: number;
}

/** Work at a provider that is named by its id; `account` is an id or a label, where the job does not know it. */
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

/** The jobs of one gateway in an operator's hands, in the records of the administration API. Faults are thrown, with a sentence. */
export interface JobDesk {
  /** Whether a runner is at work there, so that what is found is fetched at once. */
  readonly isRunning: boolean;
  list(wanted: JobsWanted): Promise<DialectResponse<readonly AdminJobRecord[]>>;
  show(
    id: string,
  ): Promise<
    DialectResponse<{ readonly job: AdminJobRecord; readonly trail: readonly TrailStepRecord[] }>
  >;
  /** Asks the provider; submits nothing. */
  check(id: string): Promise<DialectResponse<CheckedJobRecord>>;
  /** Reads the work a job would be resolved with; changes nothing. */
  lookUp(id: string, named: NamedByHand): Promise<DialectResponse<LookedUpWorkRecord>>;
  resolve(
    id: string,
    resolution: ResolutionByHand,
    note: string,
  ): Promise<DialectResponse<AdminJobRecord>>;
  close(): Promise<void>;
}
