import type { PreparedSubmission, UpstreamHandle } from '../upstream/upstream-handle.ts';

/** A field that both a submission and the provider's report of the work have, under the submission's name for it. */
export interface ComparedField {
  readonly field: string;
  /** Null where the submission does not say it, or is not known. */
  readonly asked: string | number | boolean | null;
  readonly reported: string | number | boolean;
}

/** A piece of work as its provider reports it. */
export interface ReportedWork {
  /** The provider's own id, by which `lookUp` finds it. */
  readonly id: string;
  /** ms since 1970; null where the provider does not say. */
  readonly createdAt: number | null;
  /** Contains no secret. */
  readonly compared: readonly ComparedField[];
}

/** Maximum pieces of work that an ambiguous search reports. */
export const mostCandidates = 20;

export type ReconcileOutcome =
  | { readonly kind: 'found'; readonly handle: UpstreamHandle }
  /** Conclusive: every page was read, past the settle time; the submission was never accepted. */
  | { readonly kind: 'absent' }
  /** The provider shows nothing, and it lost a part of its past since the submission: absence proves nothing. */
  | { readonly kind: 'forgotten' }
  /** Several pieces of work could be it, or it could be one of several of our own: a person has to choose. */
  | {
      readonly kind: 'ambiguous';
      readonly candidates: number;
      /** Reports of them, `mostCandidates` at most; absent without any. */
      readonly among?: readonly ReportedWork[];
    }
  /** This provider cannot be queried about this submission. */
  | { readonly kind: 'cannot-ask' }
  | {
      readonly kind: 'transient';
      readonly detail: string;
      /** The provider responded with nothing: no proof, since it may show work late, but more than a failed search. */
      readonly isEmpty?: true;
    };

/** A submission whose outcome this gateway does not know. */
export interface UnansweredSubmission {
  readonly submission: PreparedSubmission;
  /** Instants between which its bytes can have left, in ms since 1970. */
  readonly sentBetween: { readonly from: number; readonly to: number };
}
