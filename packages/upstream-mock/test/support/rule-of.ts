/** Body of a rule with its fault. */
export function ruleOf(given: object, outcome: unknown): object {
  return { ...given, then: outcome };
}
