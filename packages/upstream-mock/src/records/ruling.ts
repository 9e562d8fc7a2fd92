/** A rule that did not decide about a request, and the reason. */
export interface PassedRule {
  readonly name: string;
  readonly why: string;
}

/** Decision of the rules about one request. */
export interface Ruling {
  /** The rule that decided, and the reason; null if none did. */
  readonly decided: { readonly name: string; readonly why: string } | null;
  readonly passed: readonly PassedRule[];
  /** Absent if no token contradicted another. */
  readonly overridden?: readonly OverriddenToken[];
}

/** A token without effect, because a later one contradicts it. */
export interface OverriddenToken {
  readonly token: string;
  /** Its place: a field of the submission, a rule or chaos. */
  readonly from: string;
  /** The later token, and its place. */
  readonly by: string;
  readonly byFrom: string;
}
