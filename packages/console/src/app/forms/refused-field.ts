import type { Failed } from '../api/outcome.ts';

/** A refusal, and the field it is about. */
export interface RefusedField {
  readonly field: string;
  readonly message: string;
}

/**
 * The field a refusal is about: the server names it first, as in `total_limit must not be negative` or `families.0 must …`.
 * Null for a failure that is about no field of the form; that one is said for the form as a whole.
 */
export function refusedField(failed: Failed, fields: readonly string[]): RefusedField | null {
  if (failed.kind !== 'refused') return null;
  const [first = '', ...rest] = failed.detail.split(' ');
  const field = fields.find((name) => name === first || first.startsWith(`${name}.`));
  if (field === undefined || rest.length === 0) return null;
  const message = rest.join(' ');
  return { field, message: message.charAt(0).toUpperCase() + message.slice(1) };
}
