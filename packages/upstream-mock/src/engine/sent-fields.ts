import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { MockReference } from '../job/mock-job.ts';
import type { Pixels } from './ratio-pixels.ts';

/** The fields of a request as they were sent. */
export type SentFields = Readonly<Record<string, unknown>>;

/** Whole seconds, which some providers also accept as text. */
export const secondsSchema = z.union([
  z
    .string()
    .regex(/^\d{1,2}$/)
    .transform(Number),
  z.int(),
]);

/** A size of this form, such as `1280x720`. */
export function sizeSchema(form: RegExp) {
  return z
    .string()
    .regex(form)
    .transform((text): Pixels => {
      const [width = 0, height = 0] = text.split(/[x*]/).map(Number);
      return { width, height };
    });
}

/** Maximum length of a link or data URL that is returned to its sender unchanged. */
const longestEcho = 1_024;

/** Every link and data URL in a request, at any depth, as a reference by the name of its outermost field. */
export function referencesIn(sent: SentFields): readonly MockReference[] {
  return Object.entries(sent).flatMap(([field, value]) =>
    linksIn(value).map((link) => receivedReference(field, link)),
  );
}

/** An invalid field of a request as its path, and the reason; undefined or false = valid. */
export type FieldProblem = readonly [field: string, message: string] | undefined | false;

/** A token in a field where none takes effect. */
export function unreadToken(sent: SentFields, read: readonly string[]): FieldProblem {
  const [unread] =
    Object.entries(sent).find(([field, value]) => !read.includes(field) && hasToken(value)) ?? [];
  return unread !== undefined && [unread, `a token has no effect in ${unread}`];
}

export function addProblems(context: z.RefinementCtx, problems: readonly FieldProblem[]): void {
  for (const problem of problems) {
    if (problem === undefined || problem === false) continue;
    const [field, message] = problem;
    context.addIssue({ code: 'custom', path: field.split('.'), message });
  }
}

/** The fields as responses repeat them: long data as its digest. */
export function repeatedFields(sent: SentFields): SentFields {
  return Object.fromEntries(
    Object.entries(sent).map(([field, value]) => [field, shortened(value)]),
  );
}

function linksIn(value: unknown): readonly string[] {
  if (isLink(value)) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(linksIn) : [];
}

function isLink(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    /^(?:(?:https?|gs|runway):\/\/|data:[\w.+/-]{1,100};base64,)/i.test(value)
  );
}

export function hasToken(value: unknown): boolean {
  return /\[\[\s*mock\b/i.test(JSON.stringify(value) ?? '');
}

function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shortened);
  if (!isLink(value) || value.length <= longestEcho) return value;
  const { contentType, sha256 } = receivedReference('', value);
  return `data:${contentType};sha256,${sha256}`;
}

/** A reference in a provider's form: a URL, a data URL, or bare base64. Of a URL the mock keeps only a digest. */
export function receivedReference(role: string, text: string): MockReference {
  const data = /^data:([\w.+/-]{1,100});base64,/.exec(text);
  if (data !== null) {
    const [head, contentType = ''] = data;
    return { role, contentType, ...summaryOf(Buffer.from(text.slice(head.length), 'base64')) };
  }
  return /^(?:https?|gs|runway|mm_file):\/\//i.test(text)
    ? { role, contentType: 'text/uri-list', ...summaryOf(Buffer.from(text)) }
    : { role, contentType: 'application/octet-stream', ...summaryOf(Buffer.from(text, 'base64')) };
}

/** A reference uploaded as a file. */
export function uploadedReference(
  role: string,
  {
    fileName,
    contentType,
    bytes,
  }: Pick<MockReference, 'contentType' | 'fileName'> & {
    readonly bytes: Uint8Array;
  },
): MockReference {
  return { role, contentType, fileName, ...summaryOf(bytes) };
}

function summaryOf(bytes: Uint8Array): Pick<MockReference, 'sha256' | 'size'> {
  return { sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length };
}
