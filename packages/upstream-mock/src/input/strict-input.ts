import * as z from 'zod';

/** A valid instant of a clock, in ms since 1970. */
export const instant = z.iso
  .datetime({ offset: true })
  .transform((text) => Date.parse(text))
  .refine((at) => at >= 0, 'from 1970 on');

/** An object with only these fields: any other field is refused by name, with the known ones, and never ignored. */
export function knownFields<Shape extends z.ZodRawShape>(
  shape: Shape,
  what: 'field' | 'parameter' = 'field',
) {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `unknown ${what} ${issue.keys.join(', ')}; ${listed(shape)}`
        : undefined,
  });
}

/** The known names, for a caller with a typo. */
function listed(shape: z.ZodRawShape): string {
  const names = Object.keys(shape);
  return `known: ${names.length === 0 ? 'none' : names.join(', ')}`;
}

export type ReadQuery<Value> =
  | { readonly kind: 'read'; readonly value: Value }
  | { readonly kind: 'refused'; readonly message: string };

/** Reads the parameters of a URL, each at most once; the message of a refusal contains no value. */
export function readQuery<Shape extends z.ZodRawShape>(
  given: URLSearchParams,
  shape: Shape,
): ReadQuery<z.output<z.ZodObject<Shape, z.core.$strict>>> {
  const names = [...given.keys()];
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined)
    return { kind: 'refused', message: `repeated parameter ${repeated}; ${listed(shape)}` };
  const unknown = names.find((name) => !Object.hasOwn(shape, name));
  if (unknown !== undefined)
    return { kind: 'refused', message: `unknown parameter ${unknown}; ${listed(shape)}` };
  const parsed = knownFields(shape, 'parameter').safeParse(Object.fromEntries(given));
  if (parsed.success) return { kind: 'read', value: parsed.data };
  return { kind: 'refused', message: `${z.prettifyError(parsed.error)}; ${listed(shape)}` };
}
