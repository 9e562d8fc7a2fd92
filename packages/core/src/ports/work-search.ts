import type { PreparedSubmission, UpstreamHandle } from '../upstream/upstream-handle.ts';

/** A field that a submission and what the provider says of the work have in common, under the name the submission has for it. */
export interface ComparedField {
  readonly field: string;
  /** Null where the submission does not say it, or is not known. */
  readonly asked: string | number | boolean | null;
  readonly told: string | number | boolean;
}

/** A piece of work as its provider tells of it. */
export interface ToldWork {
  /** The provider's own id, by which `lookUp` finds it. */
  readonly id: string;
  /** ms since 1970; null where the provider does not say. */
  readonly createdAt: number | null;
  /** Holds no secret. */
  readonly compared: readonly ComparedField[];
}

/** Pieces of work an ambiguous search tells of at most. */
export const mostCandidates = 20;

export type ReconcileOutcome =
  | { readonly kind: 'found'; readonly handle: UpstreamHandle }
  /** Conclusive: every page was read, past the settle time; the submission was never accepted. */
  | { readonly kind: 'absent' }
  /** It shows nothing, and it lost a part of its past since the submission: what it does not show proves nothing. */
  | { readonly kind: 'forgotten' }
  /** Several pieces of work could be it, or it could be one of several of our own: a person has to say. */
  | {
      readonly kind: 'ambiguous';
      readonly candidates: number;
      /** What is told of them, `mostCandidates` at most; absent where nothing is. */
      readonly among?: readonly ToldWork[];
    }
  /** This upstream cannot be asked about this submission. */
  | { readonly kind: 'cannot-ask' }
  | {
      readonly kind: 'transient';
      readonly detail: string;
      /** The upstream answered with nothing: no proof, since it may show work late, but more than a failed search. */
      readonly isEmpty?: true;
    };

/** A submission whose outcome this gateway does not know. */
export interface UnansweredSubmission {
  readonly submission: PreparedSubmission;
  /** Instants between which its bytes can have left, in ms since 1970. */
  readonly sentBetween: { readonly from: number; readonly to: number };
}
