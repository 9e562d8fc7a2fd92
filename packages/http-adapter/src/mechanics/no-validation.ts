/** What a validator without a rule does. */
type PassThrough = (data: unknown) => { readonly value: unknown };

/**
 * Validator compiler for routes whose request schemas describe and do not decide: the route reads its input itself, in
 * the order its checks are promised, or has nothing a check could find.
 */
export function noValidation(): PassThrough {
  return (value) => ({ value });
}
