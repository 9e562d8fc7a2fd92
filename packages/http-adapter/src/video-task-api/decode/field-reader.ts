import type { z } from 'zod';
import { type Fields, FieldReader as AnyFieldReader } from '../../mechanics/field-reader.ts';
import type { FailureKind } from '../failure.ts';

export { type Fields, isFields } from '../../mechanics/field-reader.ts';

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
