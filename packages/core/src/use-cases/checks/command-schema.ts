import { z } from 'zod';
import type { JsonValue } from '../../json/json-value.ts';
import { surfaceNameForm, type Warning } from '../../job/job.ts';
import type { ReferenceDraft, ReferenceSource } from '../../job/generation-request.ts';
import { aspectRatios } from '../../media/aspect-ratio.ts';
import { referenceRoles } from '../../media/reference.ts';
import { resolutions } from '../../media/resolution.ts';
import type { AcceptCommand } from '../gateway.ts';

/** Bounds of names, in UTF-16 units. */
const longestId = 128;
const longestName = 256;
const longestModel = 256;
const longestMessage = 2_048;
/** Several times the length of a presigned URL. */
const longestUrl = 16_384;
const longestAssetId = 1_024;
/** Number of references that no family accepts, whatever its catalog says. */
const mostReferences = 1_000;
const mostWarnings = 256;

// Control characters would break the lines some stores keep names in; halves of surrogate pairs have no UTF-8.
const nameForm = /^[^\p{Cc}\p{Cs}\u2028\u2029]+$/u;
const idForm = /^[A-Za-z0-9_][A-Za-z0-9._~:-]*$/;

/** A name that a store keeps unchanged. */
export function nameText(longest = longestName) {
  const rule = `must be text of 1 to ${longest} characters, none of them a control character`;
  return z.string(rule).max(longest, rule).regex(nameForm, rule);
}

const idRule = `must be 1 to ${longestId} letters, digits and . _ ~ : -, and begin with a letter, a digit or _`;

/** An id used in paths. */
const idText = z.string(idRule).max(longestId, idRule).regex(idForm, idRule);

const surfaceRule =
  'must be the name of a surface: a lower-case letter, then at most 31 lower-case letters, digits and hyphens';

export const surfaceText = z.string(surfaceRule).regex(surfaceNameForm, surfaceRule);

/** Text that a store reads back unchanged. */
export function wellFormed(longest: number) {
  const rule = `must be text of at most ${longest} characters without unpaired surrogates`;
  return z
    .string(rule)
    .max(longest, rule)
    .refine((text) => text.isWellFormed(), rule);
}

export function choice<const Words extends readonly string[]>(words: Words) {
  return z.enum(words, `must be one of ${words.join(', ')}`);
}

const flag = z.boolean('must be true or false');
const record = 'must be an object';

/** An object of exactly these fields. */
export function shape<Shape extends z.ZodRawShape>(fields: Shape) {
  return z.strictObject(fields, {
    error: (issue) => (issue.code === 'invalid_type' ? record : undefined),
  });
}

/** Refuses a list that is too long before it checks any item. */
function listOf<Item>(item: z.ZodType<Item>, most: number) {
  return z
    .array(z.unknown(), 'must be a list')
    .max(most, `must have at most ${most} items`)
    .pipe(z.array(item));
}

const sourceRule = 'must be {kind: "url", url}, {kind: "bytes", bytes} or {kind: "asset", assetId}';
const urlRule = `must be an http or https URL of at most ${longestUrl} characters`;
const assetRule = `must be text of at most ${longestAssetId} characters`;

const source: z.ZodType<ReferenceSource> = z.discriminatedUnion(
  'kind',
  [
    shape({
      kind: z.literal('url'),
      url: z.string(urlRule).max(longestUrl, urlRule).refine(isWebUrl, urlRule),
    }),
    shape({
      kind: z.literal('bytes'),
      bytes: z.instanceof(Uint8Array, { error: 'must be bytes in a Uint8Array' }),
    }),
    shape({
      kind: z.literal('asset'),
      assetId: z.string(assetRule).max(longestAssetId, assetRule),
    }),
  ],
  sourceRule,
);

const reference: z.ZodType<ReferenceDraft> = shape({
  param: nameText(),
  role: choice(referenceRoles),
  kind: choice(['image', 'video', 'audio']),
  source,
});

const warning: z.ZodType<Warning> = shape({
  param: wellFormed(longestName),
  message: wellFormed(longestMessage),
});

const draft: z.ZodType<AcceptCommand['draft']> = shape({
  model: nameText(longestModel),
  family: nameText(longestModel),
  mediaType: choice(['video', 'image']),
  prompt: z.string('must be text'),
  negativePrompt: z.string('must be text or null').nullable(),
  durationSeconds: z.number('must be a number of whole seconds, or null for an image').nullable(),
  aspectRatio: choice(aspectRatios),
  aspectSource: choice(['explicit', 'size', 'prompt', 'model', 'default']),
  resolution: choice(resolutions),
  generateAudio: flag,
  references: listOf(reference, mostReferences),
  pinnedAccountId: nameText().exactOptional(),
});

const claim: z.ZodType<AcceptCommand['idempotency']> = shape({
  scope: nameText(),
  key: nameText().nullable(),
})
  // One of the two kinds of claim, for the compiler.
  .transform(({ scope, key }) => (key === null ? { scope, key } : { scope, key }))
  .nullable();

/** Every value is JSON if it contains no bytes: `copyPlain` lets nothing else through. */
const content = z.custom<JsonValue>(
  (value) => value !== undefined && !holdsBytes(value),
  'must be a JSON value',
);

const quotaRule = 'must be a non-negative whole number of credits, or null';

/** The shape of an `AcceptCommand` copied by `copyPlain`; the catalog is checked afterwards. */
export const commandSchema: z.ZodType<AcceptCommand> = shape({
  owner: nameText(),
  surface: surfaceText,
  jobId: idText,
  idempotency: claim,
  content,
  draft,
  unusedReferences: listOf(reference, mostReferences).exactOptional(),
  warnings: listOf(warning, mostWarnings),
  quota: z.int(quotaRule).nonnegative(quotaRule).nullable().exactOptional(),
  whenAccountUnavailable: choice(['refuse', 'refuse-unserved', 'await-configuration']),
});

/** The part of an `AcceptCommand` by which a key is found. */
export const keyedSchema = shape({ idempotency: claim, content });

function isWebUrl(text: string): boolean {
  const protocol = URL.parse(text)?.protocol;
  return protocol === 'https:' || protocol === 'http:';
}

/** The depth is that of a copy, hence bounded. */
function holdsBytes(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return value instanceof Uint8Array || Object.values(value).some(holdsBytes);
}
