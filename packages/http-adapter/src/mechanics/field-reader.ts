import type { z } from 'zod';
import type { TransportFailureKind } from './transport-failure.ts';

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

/** A field that was refused, in a surface's own kind of failure. */
export interface FieldFailure<Kind extends string> {
  readonly kind: Kind;
  readonly param: string;
  readonly message: string;
}

/** The failure of a field where nothing else is said. */
type UsualKind = Extract<TransportFailureKind, 'payload-invalid'>;

/**
 * Reads fields one after another and keeps the first failure only, so that the order of reading is the order of checks
 * [tasks.create.check-order]. After a failure reading goes on harmlessly: a refused field reads as absent, one that is only not on offer as
 * what it says. So a request that can be read is known again when the catalog offers it no more [idempotency.survives-catalog].
 */
export class FieldReader<Kind extends string = TransportFailureKind> {
  #failure: FieldFailure<Kind | UsualKind> | null = null;
  #isUnreadable = false;

  /** The first failure, null while everything read was in order. */
  get failure(): FieldFailure<Kind | UsualKind> | null {
    return this.#failure;
  }

  /** Whether a field was refused, so that what was read is not all that the request says. */
  get isUnreadable(): boolean {
    return this.#isUnreadable;
  }

  /** Notes a field that cannot be read or used by any catalog; the first failure stays. */
  refuse(param: string, message: string, kind: Kind | UsualKind = 'payload-invalid'): void {
    this.#isUnreadable = true;
    this.#failure ??= { kind, param, message };
  }

  /** Notes a field that was read and asks for what the catalog does not offer; the first failure stays. */
  decline(param: string, message: string, kind: Kind | UsualKind = 'payload-invalid'): void {
    this.#failure ??= { kind, param, message };
  }

  /** Notes what another reader noted; the first failure stays. */
  refuseAs({ failure, isUnreadable }: Pick<FieldReader<Kind>, 'failure' | 'isUnreadable'>): void {
    this.#isUnreadable ||= isUnreadable;
    this.#failure ??= failure;
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

  /**
   * A list's items, none when it is absent or refused. Its length is judged first: nothing in a list that is too long is
   * looked at.
   *
   * @param field.rule - completes the sentence "<param> …" for what is no list
   * @param field.tooMany - the sentence for one that is too long, where the usual one would not do
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
