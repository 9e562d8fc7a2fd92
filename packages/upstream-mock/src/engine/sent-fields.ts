import * as z from 'zod';
import type { MockReference } from '../job/mock-job.ts';
import { receivedReference } from './received-reference.ts';

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

/** Maximum length of a link or data URL that is returned to its sender unchanged. */
const longestEcho = 1_024;

/** Every link and data URL in a request, at any depth, as a reference by the name of its outermost field. */
export function referencesIn(sent: SentFields): readonly MockReference[] {
  return Object.entries(sent).flatMap(([field, value]) =>
    linksIn(value).map((link) => receivedReference(field, link)),
  );
}

/** The first field with a token that has no effect there; undefined without one. */
function fieldOfUnreadToken(sent: SentFields, read: ReadonlySet<string>) {
  const found = Object.entries(sent).find(([field, value]) => !read.has(field) && hasToken(value));
  return found?.[0];
}

/** Refuses a token in a field where none takes effect, by the field's name. */
export function refuseUnreadTokens(
  sent: SentFields,
  read: ReadonlySet<string>,
  context: z.RefinementCtx,
): void {
  const unread = fieldOfUnreadToken(sent, read);
  if (unread === undefined) return;
  const message = `a token has no effect in ${unread}`;
  context.addIssue({ code: 'custom', path: [unread], message });
}

/** An invalid field of a request, and the reason; undefined = valid. */
export type FieldProblem = readonly [field: string, message: string] | undefined;

export function addProblems(context: z.RefinementCtx, problems: readonly FieldProblem[]): void {
  for (const problem of problems) {
    if (problem === undefined) continue;
    const [field, message] = problem;
    context.addIssue({ code: 'custom', path: [field], message });
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
