/** A changed field, named by its path: `usage.held`. */
export interface FieldChange {
  readonly field: string;
  /** As text; null where the field is absent. */
  readonly before: string | null;
  readonly after: string | null;
}

type Values = { readonly [name: string]: unknown };

/** Fields that differ between two values: first in the order of the newer value, then the removed ones. */
export function diffValues(before: Values | null, after: Values | null): readonly FieldChange[] {
  const old = new Map(fieldsOf(before ?? {}));
  const young = new Map(fieldsOf(after ?? {}));
  const fields = [...new Set([...young.keys(), ...old.keys()])];
  return fields
    .map((field) => ({
      field,
      before: old.get(field) ?? null,
      after: young.get(field) ?? null,
    }))
    .filter((change) => change.before !== change.after);
}

/**
 * Every value that is not an object, with its path. A list counts as one value: changes inside it are easiest to read
 * whole.
 */
function fieldsOf(values: Values, path = ''): readonly (readonly [string, string])[] {
  return Object.entries(values).flatMap(([name, value]) =>
    isValues(value) && Object.keys(value).length > 0
      ? fieldsOf(value, `${path}${name}.`)
      : [[`${path}${name}`, sayValue(value)] as const],
  );
}

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sayValue(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.length > 0) return value.map(sayValue).join(', ');
  return JSON.stringify(value);
}
