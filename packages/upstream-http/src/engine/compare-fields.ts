import type { ComparedField } from '@filmgate/core';
import { askedIn, isFields } from './asked-fields.ts';
import type { CallJson, PreparedCall } from './provider-description.ts';
import type { ReportedFields } from './task-naming.ts';

/** Maximum length of a field's text that a person is shown, in UTF-16 units. */
const longestText = 500;
const longestId = 500;

/** Returns true if a text may be an id in an address: printable ASCII, and no name that is read as a step up. */
export function isId(text: string): boolean {
  return text.length <= longestId && /^[!-~]+$/.test(text) && !/^\.+$/.test(text);
}

/**
 * Compares a provider's report of a task with the submission, field by field under the submission's names; values other
 * than scalars are left out.
 *
 * @param fit - removes secrets from a text
 */
export function compareFields(
  call: PreparedCall | undefined,
  reported: ReportedFields,
  fit: (words: string) => string,
): readonly ComparedField[] {
  const shown = <Value>(value: Value) =>
    typeof value === 'string' ? fit(value).slice(0, longestText) : value;
  return Object.entries(reported).flatMap(([field, value]) =>
    isScalar(value) ? [{ field, asked: shown(askedFor(call, field)), reported: shown(value) }] : [],
  );
}

type Scalar = ComparedField['reported'];

function isScalar(value: unknown): value is Scalar {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** Returns the field of a submission, a dot between its levels. */
function askedFor(call: PreparedCall | undefined, field: string): Scalar | null {
  let value: CallJson | undefined = call === undefined ? {} : askedIn(call);
  for (const name of field.split('.')) value = isFields(value) ? value[name] : undefined;
  return isScalar(value) ? value : null;
}
