import type { ComparedField } from '@filmgate/core';
import type { PreparedCall } from './provider-description.ts';
import type { ReportedFields } from './task-naming.ts';

/** Longest text of a field that a person is shown, in UTF-16 units. */
const longestText = 500;
const longestId = 500;

/** Whether a text may be an id in an address: printable ASCII, and no name that an address reads as a step up. */
export function isId(text: string): boolean {
  return text.length <= longestId && /^[!-~]+$/.test(text) && !/^\.+$/.test(text);
}

/**
 * What a provider tells of a task beside what was asked for, field by field under the submission's names; other values than scalars are
 * left out.
 *
 * @param fit - takes secrets out of a text
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

/** The field of a submission, a point between its levels. */
function askedFor(call: PreparedCall | undefined, field: string): Scalar | null {
  if (call === undefined) return null;
  const { body } = call;
  if (body.kind === 'multipart') {
    const part = body.parts.find(({ name }) => name === field);
    return part !== undefined && 'text' in part ? part.text : null;
  }
  let value: unknown = body.value;
  for (const name of field.split('.')) value = isFields(value) ? value[name] : undefined;
  return isScalar(value) ? value : null;
}

function isFields(value: unknown): value is { readonly [field: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
