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
}
