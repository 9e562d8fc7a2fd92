import type { Warning } from '@filmgate/core';
import { z } from 'zod';
import { FieldReader as AnyFieldReader, type Fields } from '../mechanics/field-reader.ts';
import type { FailureKind } from './failure.ts';
import { imageRoles } from './tasks/create-task-body.ts';

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

// Made once: making a schema costs far more than parsing a field with it.

/** Any text. */
export const anyText = z.string();

/** A role an image may state. */
export const imageRole = z.enum(imageRoles);

export { type Fields, isFields } from '../mechanics/field-reader.ts';

/** Reads the fields of this API's requests; a refused one is `payload_invalid` unless said otherwise. */
export class FieldReader extends AnyFieldReader<FailureKind> {
  constructor() {
    super('payload-invalid');
  }

  /** A field that has two names: either, or both with one meaning. */
  readAliased<T extends string | number | boolean>(
    fields: Fields,
    field: {
      readonly param: string;
      readonly alias: string;
      readonly schema: z.ZodType<T>;
      readonly rule: string;
    },
  ): T | undefined {
    const { param, alias, ...rest } = field;
    const value = this.read(fields[param], { param, ...rest });
    const aliased = this.read(fields[alias], { param: alias, ...rest });
    if (value !== undefined && aliased !== undefined && value !== aliased) {
      this.refuse(param, `${param} and ${alias} say different things.`);
      return undefined;
    }
    return value ?? aliased;
  }
}
