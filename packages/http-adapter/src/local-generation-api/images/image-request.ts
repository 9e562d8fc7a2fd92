import type { ModelCatalog, OfferedModel } from '@filmgate/core';
import { z } from 'zod';
import { checkOtherNames, only } from '../../field-names/check-other-names.ts';
import { FieldReader, type Fields, isFields } from '../../http/field-reader.ts';
import type { Failure } from '../failure.ts';
import { otherNameRules } from '../other-names.ts';
import {
  type ImagePart,
  type ReadReferences,
  readReferences,
  type ReferenceRules,
} from '../references.ts';
import {
  type Decoded,
  type Generation,
  type LocalFieldReader,
  offerOf,
  readModel,
  readPrompt,
  refused,
  refusedUnread,
} from '../request-fields.ts';

/** Forms of an image in a response. */
const imageForms = ['url', 'b64_json'] as const;

/** Request of the image endpoint [local.images.fields]. */
export const imageBody = z.looseObject({
  model: z.string().meta({ description: 'Full ID of an image model; required.' }),
  prompt: z.string(),
  n: z
    .int()
    .min(1)
    .max(4)
    .nullish()
    .meta({ description: 'Number of images, default 1; each is a separate generation.' }),
  response_format: z.enum(imageForms).nullish().meta({ description: 'Default: `url`.' }),
});

/** Request of the edit endpoint [local.images.edits]: a form, or JSON. */
export const imageEditBody = imageBody.extend({
  image: z
    .union([z.string(), z.array(z.string())])
    .meta({ description: 'Files in a form (`image`, `image[]`), URLs or data URLs in JSON.' }),
});

/** `size` is ignored, as in a chat: clients send a usual one with any model [local.chat.seconds-size-ignored]. */
const imageFields = [...Object.keys(imageBody.shape), 'size'];

export interface ImageRules extends ReferenceRules {
  readonly catalog: ModelCatalog;
  readonly mostImagesAtOnce: number;
}

/** A call of the image endpoint. */
export interface ImageGeneration extends Generation {
  /** Images to make; each is a separate job. */
  readonly count: number;
  readonly form: (typeof imageForms)[number];
}

const anyText = z.string();

/** Decodes a call of the image endpoint [local.images.fields]: image models only. */
export function decodeImageRequest(body: unknown, rules: ImageRules): Decoded<ImageGeneration> {
  return decode(body, rules, (reader, { family }) => {
    if (family.references.minimum > 0)
      reader.decline('model', `${family.id} requires images: use POST /v1/images/edits.`);
    return { own: [], references: [], identities: [] };
  });
}

/** Decodes a call of the edit endpoint [local.images.edits]: image models that accept images, and at least one. */
export function decodeImageEdit(body: unknown, rules: ImageRules): Decoded<ImageGeneration> {
  return decode(body, rules, (reader, { family, fields }) => {
    const images = readImages(reader, fields['image']);
    if (images.length === 0) reader.refuse('image', 'image is required.', 'reference-invalid');
    const read = readReferences(reader, images, { ...rules, family, absent: 'image' });
    return { ...read, own: ['image'] };
  });
}

/** The cost of an image depends on its quality. */
const qualityRule = { allows: only('auto'), rule: 'is not supported: the model determines it' };

/** Reads the images of a request by the rules of its endpoint; `own`: its fields for them. */
type ReadImages = (
  reader: LocalFieldReader,
  request: { readonly family: OfferedModel['family']; readonly fields: Fields },
) => ReadReferences & { readonly own: readonly string[] };

const imageSchema = z.union([z.string().min(1), z.instanceof(Uint8Array)]);
const imagesSchema = z.union([imageSchema.transform((image) => [image]), z.array(imageSchema)]);

function readImages(reader: LocalFieldReader, value: unknown): readonly ImagePart[] {
  const rule = 'must be an image or a list of images: files, URLs or data URLs';
  const images = reader.read(value, { param: 'image', schema: imagesSchema, rule }) ?? [];
  return images.map((source, index) => ({
    param: images.length === 1 ? 'image' : `image[${index}]`,
    source,
    role: null,
  }));
}

function decode(body: unknown, given: ImageRules, imagesOf: ReadImages): Decoded<ImageGeneration> {
  if (!isFields(body))
    return refused({ kind: 'payload-invalid', message: 'The body must be an object.' });
  const read = readModel(body['model'], given.catalog);
  if (read.kind === 'refused') return read;
  const { name, model } = read;
  const { family } = model;
  const named = { name, model, notOffered: read.notOffered ?? refusalOfVideos(model) };
  const reader: LocalFieldReader = new FieldReader();
  const text = reader.read(body['prompt'], {
    param: 'prompt',
    schema: anyText,
    rule: 'must be text',
  });
  const prompt = readPrompt(reader, [{ text, param: 'prompt' }], family);
  const { count, form } = readForm(reader, body, given);
  const { own, references, identities } = imagesOf(reader, { family, fields: body });
  const pictures = 'is not a field of this request; images go to `image` of POST /v1/images/edits';
  const rules = { ...otherNameRules(model, pictures), quality: qualityRule };
  checkOtherNames(reader, { fields: body, known: [...imageFields, ...own], rules });
  const unread = refusedUnread(named, reader);
  if (unread !== undefined) return unread;
  const stated = { prompt, negativePrompt: null, generateAudio: undefined, references };
  return {
    kind: 'decoded',
    count,
    form,
    offer: offerOf(named, reader, stated),
    content: { model: name, prompt, images: identities },
  };
}

function refusalOfVideos({ model, family }: OfferedModel): Failure | null {
  if (family.mediaType === 'image') return null;
  const message = `${model} generates videos; use it with POST /v1/chat/completions.`;
  return { kind: 'model-invalid', message, param: 'model' };
}

/** Reads the number of images and their form. */
function readForm(
  reader: LocalFieldReader,
  body: Fields,
  { mostImagesAtOnce }: ImageRules,
): Pick<ImageGeneration, 'count' | 'form'> {
  const count = reader.read(body['n'], {
    param: 'n',
    schema: z.int().min(1).max(mostImagesAtOnce),
    rule: `must be an integer from 1 to ${mostImagesAtOnce}`,
  });
  const form = reader.read(body['response_format'], {
    param: 'response_format',
    schema: z.enum(imageForms),
    rule: `must be ${imageForms.join(' or ')}`,
  });
  return { count: count ?? 1, form: form ?? 'url' };
}
