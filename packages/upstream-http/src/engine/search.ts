import type { JsonValue, UnansweredSubmission, UpstreamHandle } from '@filmgate/core';
import type { Report } from './ambiguous-among.ts';
import type { JsonResponse, PreparedCall, ReadCall } from './provider-description.ts';

/** Instants between which the bytes of a submission can have left, in ms since 1970. */
export interface SendWindow {
  readonly from: number;
  readonly to: number;
}

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
  readonly report: Report;
  /** Wall clock in ms. */
  readonly now: () => number;
  /** One read; undefined if the response was not JSON. */
  readonly read: (call: ReadCall) => Promise<JsonResponse | undefined>;
  /** The read of one task. */
  readonly taskRead: (task: JsonValue) => ReadCall | undefined;
}
