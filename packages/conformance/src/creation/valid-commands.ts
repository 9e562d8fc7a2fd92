import {
  type AcceptCommand,
  jobParts,
  type ModelCatalog,
  type ModelFamily,
  parseModelId,
  printModelId,
  type ReferenceDraft,
  type RequestDraft,
} from '@filmgate/core';
import * as fc from 'fast-check';
import { bytesOfKind } from './creation-gateway.ts';

/** Any Unicode, with control characters and text that is hard to store: NUL, combining marks, surrogate pairs. */
const unicodeText = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.constantFrom(
      '\u0000',
      '\uFFFD\uFFFE',
      '"\\\n\r\t',
      "');--",
      '🎬画面é',
      '\u2028\u2029',
      '{}',
      'null',
    ),
  );

/** Names that stores keep: anything except control characters. */
const storableName = (): fc.Arbitrary<string> =>
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .map((text) => `x${text.replace(/[\p{Cc}\u2028\u2029]/gu, '')}`);

/** Created once per `validCommands`: fast-check needs half a second of CPU for each text of graphemes. */
interface Texts {
  readonly anyText: fc.Arbitrary<string>;
  readonly name: fc.Arbitrary<string>;
}

/** A prompt of any length within the limit, shortened when printed, without U+0000. */
function prompt(limit: number, { anyText }: Texts): fc.Arbitrary<string> {
  return fc.oneof(
    { arbitrary: anyText.map((text) => `${text.replaceAll('\u0000', '')}x`), weight: 8 },
    { arbitrary: fc.constantFrom('x'.repeat(limit), '🎬'.repeat(limit)), weight: 1 },
  );
}

/** Creations the catalog offers: every family, optional part and bound. The caller sets the ids. */
export function validCommands(catalog: ModelCatalog): fc.Arbitrary<AcceptCommand> {
  const texts: Texts = { anyText: unicodeText(), name: storableName() };
  const { name } = texts;
  return fc.record({
    owner: fc.oneof(fc.constantFrom('user:a', 'native', 'service'), name),
    surface: fc.oneof(
      fc.constantFrom('tasks', 'native', 'local', 'workbench'),
      fc.stringMatching(/^[a-z][a-z0-9-]{0,31}$/),
    ),
    jobId: fc.uuid().map((id) => `vt_${id}`),
    idempotency: fc.option(
      fc.record({ scope: name, key: fc.uuid().chain((id) => name.map((text) => `${id}${text}`)) }),
    ),
    // A surface refuses a body with a field of this name: it would become the prototype of the parsed object.
    content: fc
      .jsonValue({ maxDepth: 4 })
      .filter((value) => !JSON.stringify(value).includes('"__proto__"'))
      .map((value) => jobParts.json.parse(value)),
    draft: fc.constantFrom(...catalog.families).chain((family) => draftOf(family, texts)),
    warnings: fc.array(fc.record({ param: name, message: texts.anyText }), { maxLength: 3 }),
    whenAccountUnavailable: fc.constantFrom('refuse', 'refuse-unserved', 'await-configuration'),
  });
}

function draftOf(family: ModelFamily, texts: Texts): fc.Arbitrary<RequestDraft> {
  const seconds = family.durationsSeconds.length === 0 ? [null] : family.durationsSeconds;
  const stated = fc.record(
    {
      prompt: prompt(family.promptLimit, texts),
      negativePrompt: family.negativePrompt
        ? fc.option(prompt(family.promptLimit, texts))
        : fc.constant(null),
      durationSeconds: fc.constantFrom(...seconds),
      aspectRatio: fc.constantFrom(...family.aspectRatios),
      aspectSource: fc.constantFrom('explicit', 'size', 'prompt', 'model', 'default'),
      resolution: fc.constantFrom(...family.resolutions),
      generateAudio: {
        none: fc.constant(false),
        optional: fc.boolean(),
        always: fc.constant(true),
      }[family.audio],
      references: referencesOf(family, texts),
      pinnedAccountId: fc.constantFrom('account-1', 'unknown'),
    },
    { noNullPrototype: true, requiredKeys: [...requiredParts] },
  );
  return stated.map((parts) => ({
    model:
      family.mediaType === 'video' && family.surfaces.includes('tasks')
        ? family.id
        : printModelId({ family: family.id, ...parts }),
    family: parseModelId(family.id).family,
    mediaType: family.mediaType,
    ...parts,
  }));
}

const requiredParts = [
  'prompt',
  'negativePrompt',
  'durationSeconds',
  'aspectRatio',
  'aspectSource',
  'resolution',
  'generateAudio',
  'references',
] as const;

const kindOfRole = {
  first_frame: 'image',
  last_frame: 'image',
  reference_image: 'image',
  reference_video: 'video',
  reference_audio: 'audio',
} as const;

function referencesOf(
  { references }: ModelFamily,
  { name }: Texts,
): fc.Arbitrary<readonly ReferenceDraft[]> {
  const { roles, minimum, maximum } = references;
  if (maximum === 0) return fc.constant([]);
  const reference = fc
    .record({ role: fc.constantFrom(...roles), isUrl: fc.boolean(), param: name })
    .map(({ role, isUrl, param }): ReferenceDraft => {
      const kind = kindOfRole[role];
      const url = `https://pictures.example/one#${kind}`;
      const source = isUrl
        ? ({ kind: 'url', url } as const)
        : ({ kind: 'bytes', bytes: bytesOfKind(kind) } as const);
      return { param, role, kind, source };
    });
  return fc.array(reference, { minLength: minimum, maxLength: maximum });
}
