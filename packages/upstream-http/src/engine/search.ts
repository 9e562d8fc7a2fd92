import {
  type JsonValue,
  mostCandidates,
  type ReconcileOutcome,
  type ReportedWork,
  type UnansweredSubmission,
  type UpstreamHandle,
} from '@filmgate/core';
import type { JsonResponse, ListedTask, PreparedCall, ReadCall } from './provider-description.ts';

/** Instants between which the bytes of a submission can have left, in ms since 1970. */
export interface SendWindow {
  readonly from: number;
  readonly to: number;
}

/** A task that may be the one searched for. */
type Found = Pick<ListedTask, 'task' | 'createdAt' | 'reported'>;

/** A lost submission, and the parts for searching it. */
export interface Search {
  readonly correlationId: string;
  /** Undefined if its saved form cannot be read. */
  readonly call: PreparedCall | undefined;
  readonly sentBetween: SendWindow;
  /** True if the operator declares that nobody else submits with the account's key. */
  readonly isExclusive: boolean;
  readonly isOwned: (handle: UpstreamHandle) => Promise<boolean>;
  /** Other submissions of the endpoint without a response; undefined if they are too many. */
  readonly unanswered: () => Promise<readonly UnansweredSubmission[] | undefined>;
  /** Returns a task's report for a person; undefined if no person could name it. */
  readonly report: (candidate: Found) => ReportedWork | undefined;
  /** Wall clock in ms. */
  readonly now: () => number;
  /** One read; undefined if the response was not JSON. */
  readonly read: (call: ReadCall) => Promise<JsonResponse | undefined>;
  /** The read of one task. */
  readonly taskRead: (task: JsonValue) => ReadCall | undefined;
}

/** Reports several matching tasks, or one that may be another's, with everything a person needs to choose. */
export function ambiguousAmong(
  candidates: readonly Found[],
  { report }: Pick<Search, 'report'>,
): ReconcileOutcome {
  const among = candidates.slice(0, mostCandidates).flatMap((one) => report(one) ?? []);
  return { kind: 'ambiguous', candidates: candidates.length, ...(among.length > 0 && { among }) };
}
