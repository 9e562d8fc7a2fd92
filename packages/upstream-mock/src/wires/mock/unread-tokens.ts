import * as z from 'zod';

const objectSchema = z.record(z.string(), z.unknown());

/** Fields where tokens take effect, or which contain no text. */
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

/** Texts of a submission where no token takes effect, by the names of their positions. */
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

/** Position of a token that would be ignored; undefined without one [mock.tokens-everywhere]. */
export function unreadToken(submission: SentSubmission): string | undefined {
  return unreadOf(submission).find(([, value]) => hasToken(value))?.[0];
}

function hasToken(value: unknown): boolean {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /\[\[\s*mock\b/i.test(text);
}
