/** Whether a node can take work. */
export type Readiness =
  /** `reasons` are what it cannot do although it takes work, such as `free space low`. */
  | { readonly kind: 'ready'; readonly reasons?: readonly string[] }
  /** `reasons` are short words for an operator, such as `draining`, `store unreachable` or `store lost changes`. */
  | { readonly kind: 'not-ready'; readonly reasons: readonly string[] };
