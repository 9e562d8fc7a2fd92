import type { z } from 'zod';
import type { TransportFailureKind } from './transport-failure.ts';

/** The fields of a decoded body or of an object within it. */
export type Fields = { readonly [name: string]: unknown };

/** Returns true if a value is an object with fields: neither a list nor bytes. */
export function isFields(value: unknown): value is Fields {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Uint8Array)
  );
}

/** A field that was refused, in a surface's own kind of failure. */
export interface FieldFailure<Kind extends string> {
  readonly kind: Kind;
  readonly param: string;
  readonly message: string;
}

/** The default kind of a field's failure. */
type UsualKind = Extract<TransportFailureKind, 'payload-invalid'>;

/**
 * Reads fields one after another and keeps the first failure only, so that the order of reading is the order of checks
 * [tasks.create.check-order]. After a failure, reading continues harmlessly: a refused field reads as absent, a field
 * that is only not on offer as its value. So a readable request is recognised again after the catalog stops offering it
 * [idempotency.survives-catalog].
 */
export class FieldReader<Kind extends string = TransportFailureKind> {
  #failure: FieldFailure<Kind | UsualKind> | null = null;
  #isUnreadable = false;

  /** The first failure; null if every field read so far was valid. */
  get failure(): FieldFailure<Kind | UsualKind> | null {
    return this.#failure;
  }

  /** True if a field was refused, so that the fields read are not the whole request. */
  get isUnreadable(): boolean {
    return this.#isUnreadable;
  }

  /** Notes a field that cannot be read or used by any catalog; the first failure is kept. */
  refuse(param: string, message: string, kind: Kind | UsualKind = 'payload-invalid'): void {
    this.#isUnreadable = true;
    this.#failure ??= { kind, param, message };
  }

  /** Notes a field that was read and asks for something the catalog does not offer; the first failure is kept. */
  decline(param: string, message: string, kind: Kind | UsualKind = 'payload-invalid'): void {
    this.#failure ??= { kind, param, message };
  }

  /** Adds the failure of another reader; the first failure is kept. */
  refuseAs({ failure, isUnreadable }: Pick<FieldReader<Kind>, 'failure' | 'isUnreadable'>): void {
    this.#isUnreadable ||= isUnreadable;
    this.#failure ??= failure;
  }

  /**
   * Returns a field's value, undefined when it is absent, null, or refused.
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

  /**
   * Returns a list's items, none when it is absent or refused. Its length is checked first: the items of a list that is
   * too long are never read.
   *
   * @param field.rule - completes the sentence "<param> …" for a value that is not a list
   * @param field.tooMany - replaces the usual sentence for a list that is too long
   */
  readList(
    value: unknown,
    field: {
      readonly param: string;
      readonly most: number;
      readonly rule: string;
      readonly tooMany?: string;
    },
  ): readonly unknown[] {
    const { param, most, rule, tooMany = `${param} must have at most ${most} items.` } = field;
    if (value === undefined || value === null) return [];
    if (Array.isArray(value) && value.length <= most) return value;
    this.refuse(param, Array.isArray(value) ? tooMany : `${param} ${rule}.`);
    return [];
  }
}
