import type { Warning } from '@filmgate/core';
import type { Fields } from './field-reader.ts';

/** Warnings one task keeps; a body made of nothing but unknown names must not become its weight. */
const mostWarnings = 32;
const longestParam = 128;

/** The names among `fields` that are none of the known ones and hold something. */
export function unknownNames(fields: Fields, known: readonly string[]): readonly string[] {
  return Object.keys(fields).filter(
    (name) => !known.includes(name) && fields[name] !== undefined && fields[name] !== null,
  );
}

/** One warning for each field that was not used because this version does not know it [tasks.warnings.unknown-field]. */
export function warnOfUnknown(params: readonly string[]): readonly Warning[] {
  const named = params.slice(0, mostWarnings).map((param) => ({
    param: param.slice(0, longestParam).toWellFormed(),
    message: 'Not a field of this request; it was not used.',
  }));
  const rest = params.length - named.length;
  if (rest === 0) return named;
  return [...named, { param: '*', message: `${rest} more unknown fields were not used.` }];
}
