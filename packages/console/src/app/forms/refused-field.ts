import type { Failed } from '../api/outcome.ts';

/** A refusal that belongs to one field. */
export interface RefusedField {
  readonly field: string;
  readonly message: string;
}

/**
 * Finds the field of a refusal. The server's message begins with it, as in `total_limit must not be negative` or
 * `families.0 must …`.
 *
 * @returns null for a failure that belongs to no field of the form; the form shows it as a whole
 */
export function refusedField(failed: Failed, fields: readonly string[]): RefusedField | null {
  if (failed.kind !== 'refused') return null;
  const [first = '', ...rest] = failed.detail.split(' ');
  const field = fields.find((name) => name === first || first.startsWith(`${name}.`));
  if (field === undefined || rest.length === 0) return null;
  const message = rest.join(' ');
  return { field, message: message.charAt(0).toUpperCase() + message.slice(1) };
}
