import * as z from 'zod';

const objectSchema = z.record(z.string(), z.unknown());

/** Values in which tokens take effect, or which take no text at all. */
const readFields: ReadonlySet<string> = new Set([
  'correlation_id',
  'model',
  'media_type',
  'prompt',
  'negative_prompt',
  'duration',
  'aspect_ratio',
  'resolution',
  'width',
  'height',
  'audio',
]);
const readInReferences: ReadonlySet<string> = new Set(['role', 'content_type']);

export interface SentSubmission {
  readonly key: string;
  readonly url: URL;
  readonly body: unknown;
}

/** What a submission says in places where no token takes effect, by the names of these places. */
function unreadOf({
  key,
  url,
  body,
}: SentSubmission): readonly (readonly [position: string, value: unknown])[] {
  const { references, ...fields } = objectSchema.catch({}).parse(body);
  const listed = z.array(objectSchema).catch([]).parse(references);
  return [
    ['the account key', key],
    ...url.searchParams,
    ...Object.entries(fields).filter(([field]) => !readFields.has(field)),
    ...listed.flatMap((reference, index) =>
      Object.entries(reference)
        .filter(([field]) => !readInReferences.has(field))
        .map(([field, value]) => [`references[${index}].${field}`, value] as const),
    ),
  ];
}

/** Where a submission has a token that would be ignored; undefined when it has none there [mock.tokens-everywhere]. */
export function unreadToken(submission: SentSubmission): string | undefined {
  return unreadOf(submission).find(([, value]) => hasToken(value))?.[0];
}

function hasToken(value: unknown): boolean {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /\[\[\s*mock\b/i.test(text);
}
