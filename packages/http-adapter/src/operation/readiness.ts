/** Whether a node can take work. */
export type Readiness =
  | { readonly kind: 'ready' }
  /** `reasons` are short words for an operator, such as `draining`, `store unreachable` or `store lost changes`. */
  | { readonly kind: 'not-ready'; readonly reasons: readonly string[] };
