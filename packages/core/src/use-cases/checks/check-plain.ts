import type { z } from 'zod';
import { copyPlain, type PlainLimits } from '../../json/copy-plain.ts';

/** A checked copy of the input, or the first error in it. */
export type PlainCheck<Value> =
  | { readonly kind: 'checked'; readonly value: Value }
  | {
      readonly kind: 'refused';
      readonly path: readonly PropertyKey[];
      /** Completes the sentence "<path> …". */
      readonly rule: string;
      /** The input as far as it could be copied, else undefined. */
      readonly copy: unknown;
    };

/** Copies the input of an untyped caller, and checks the copy. */
export function checkPlain<Value>(
  given: unknown,
  schema: z.ZodType<Value>,
  limits: PlainLimits,
): PlainCheck<Value> {
  const copied = copyPlain(given, limits);
  if (copied.kind === 'refused') return { ...copied, copy: undefined };
  const { value: copy } = copied;
  const parsed = schema.safeParse(copy);
  if (parsed.success) return { kind: 'checked', value: parsed.data };
  const [issue] = parsed.error.issues;
  if (issue === undefined) return { kind: 'refused', path: [], rule: 'cannot be read', copy };
  if (issue.code !== 'unrecognized_keys')
    return { kind: 'refused', path: issue.path, rule: issue.message, copy };
  const path = [...issue.path, issue.keys[0] ?? ''];
  return { kind: 'refused', path, rule: 'is not a field of this request', copy };
}
