import type { MultipartForm } from '../../mechanics/multipart-body.ts';
import type { FieldTree } from '../../mechanics/nested-fields.ts';
import type { Fields } from './field-reader.ts';

/**
 * A form's fields with empty text taken as absent, as forms cannot leave a field out any other way; an empty prompt
 * stays, since it is invalid and not absent [tasks.create.null-absent].
 */
export function formFields({ fields }: MultipartForm): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      name === 'prompt' ? value : withoutEmpty(value),
    ]),
  );
}

function withoutEmpty(value: FieldTree): unknown {
  if (value === '') return null;
  if (typeof value === 'string' || value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return value.map(withoutEmpty).filter((item) => item !== null);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withoutEmpty(inner)]),
  );
}
