import type { z } from 'zod';
import type { Failure, FailureKind } from '../failure.ts';

/** The fields of a decoded body or of an object within it. */
export type Fields = { readonly [name: string]: unknown };

/** Whether a value is an object with fields: neither a list nor bytes. */
export function isFields(value: unknown): value is Fields {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Uint8Array)
  );
}

/**
 * Reads fields one after another and keeps the first failure only, so that the order of reading is the order of checks
 * (decisions §3). After a failure reading goes on harmlessly: a refused field reads as absent.
 */
export class FieldReader {
  #failure: Failure | null = null;

  /** The first failure, null while everything read was in order. */
  get failure(): Failure | null {
    return this.#failure;
  }

  /** Notes a failure, unless there was one before. */
  refuse(param: string, message: string, kind: FailureKind = 'payload-invalid'): void {
    this.#failure ??= { kind, param, message };
  }

  /**
   * A field's value, undefined when it is absent, null, or refused.
   *
   * @param rule - completes the sentence "<param> …"
   */
  read<T>(
    value: unknown,
    field: { readonly param: string; readonly schema: z.ZodType<T>; readonly rule: string },
  ): T | undefined {
    if (value === undefined || value === null) return undefined;
    const parsed = field.schema.safeParse(value);
    if (parsed.success) return parsed.data;
    this.refuse(field.param, `${field.param} ${field.rule}.`);
    return undefined;
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
