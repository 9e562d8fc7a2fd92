/** A rule as it is sent, with what it does. */
export function ruleOf(given: object, outcome: unknown): object {
  return { ...given, then: outcome };
}
