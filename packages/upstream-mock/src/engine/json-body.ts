import { createHash } from 'node:crypto';
import * as z from 'zod';
import { parseBoundedJson } from '../input/bounded-json.ts';
import type { PersonalityCall } from './personality.ts';

/** Maximum size of a request body in bytes: the limit for inline files, as Ark documents it. */
export const longestBody = 64 * 1024 * 1024;

export type BodyReading<T> =
  /** `digest`: of the body; distinguishes submissions without an idempotency key. */
  | { readonly kind: 'read'; readonly value: T; readonly digest: string }
  | { readonly kind: 'too-long' }
  /** `field`: where it is wrong, as a path; null when it is the whole body. */
  | { readonly kind: 'invalid'; readonly field: string | null; readonly message: string };

/** Maximum length of a refusal's text from the request. */
const longestMessage = 500;

/** Reads the JSON of a call and validates it. Rejects if the connection breaks first. */
export async function readJsonBody<T>(
  call: Pick<PersonalityCall, 'readBody'>,
  schema: z.ZodType<T>,
  longest = longestBody,
): Promise<BodyReading<T>> {
  const body = await call.readBody(longest);
  if (body.kind === 'too-long') return body;
  const parsed = parseBoundedJson(body.bytes);
  if (parsed.kind === 'malformed') return invalid(null, 'The body is not JSON.');
  if (parsed.kind === 'too-much') return invalid(null, `The body ${parsed.problem}.`);
  return readValue(parsed.value, schema, body.bytes);
}

/** Validates a body that was parsed in another way. */
export function readValue<T>(value: unknown, schema: z.ZodType<T>, bytes: Buffer): BodyReading<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) {
    const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
    return { kind: 'read', value: parsed.data, digest };
  }
  const [issue] = parsed.error.issues;
  const field = issue?.path.map(String).join('.') ?? '';
  const message = z.prettifyError(parsed.error).slice(0, longestMessage);
  return invalid(field === '' ? null : field, message);
}

function invalid(field: string | null, message: string) {
  return { kind: 'invalid', field, message } as const;
}
