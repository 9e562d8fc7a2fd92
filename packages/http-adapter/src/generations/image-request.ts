import type { ModelCatalog, ModelSurface, OfferedModel } from '@filmgate/core';
import { z } from 'zod';
import { checkOtherNames, only } from '../field-names/check-other-names.ts';
import { FieldReader, type Fields, isFields } from '../http/field-reader.ts';
import { otherNameRules } from './other-names.ts';
import {
  type ImagePart,
  type ReadReferences,
  readReferences,
  type ReferenceRules,
} from './references.ts';
import {
  type Decoded,
  type Generation,
  type GenerationReader,
  type NamedModel,
  offerOf,
  readModel,
  readPrompt,
  refused,
  refusedUnread,
  type RequestFailure,
} from './request-fields.ts';

/** Forms of an image in a response. */
const imageForms = ['url', 'b64_json'] as const;

/** Bodies of requests for images, by endpoint [local.images.fields]; those of edits may be forms. */
export function imageBodies(mostImagesAtOnce: number) {
  const count = mostImagesAtOnce === 1 ? 'must be 1' : 'default 1; each is a separate generation';
  const generations = z.looseObject({
    model: z.string().meta({ description: 'Full ID of an image model; required.' }),
    prompt: z.string(),
    n: z
      .int()
      .min(1)
      .max(mostImagesAtOnce)
      .nullish()
      .meta({ description: `Number of images, ${count}.` }),
    response_format: z.enum(imageForms).nullish().meta({ description: 'Default: `url`.' }),
  });
  const edits = generations.extend({
    image: z
      .union([z.string(), z.array(z.string())])
      .meta({ description: 'Files in a form (`image`, `image[]`), URLs or data URLs in JSON.' }),
  });
  return { generations, edits };
}

/** `size` is ignored, as in a chat: clients send a usual one with any model [local.chat.seconds-size-ignored]. */
const imageFields = ['model', 'prompt', 'n', 'response_format', 'size'];

export interface ImageRules extends ReferenceRules {
  readonly catalog: ModelCatalog;
  readonly surface: ModelSurface;
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
  reader: GenerationReader,
  request: { readonly family: OfferedModel['family']; readonly fields: Fields },
) => ReadReferences & { readonly own: readonly string[] };

const imageSchema = z.union([z.string().min(1), z.instanceof(Uint8Array)]);
const imagesSchema = z.union([imageSchema.transform((image) => [image]), z.array(imageSchema)]);

function readImages(reader: GenerationReader, value: unknown): readonly ImagePart[] {
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
  const read = readModel(body['model'], given.catalog, given.surface);
  if (read.kind === 'refused') return read;
  const { name, model } = read;
  const { family } = model;
  const named = { name, model, notOffered: refusalOfModel(read, given) };
  const reader: GenerationReader = new FieldReader();
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

/** The endpoints of a surface without image models do not exist, whatever the request names. */
const noImages: RequestFailure = {
  kind: 'route-not-found',
  message: 'No image model is offered here.',
};

function refusalOfModel(
  { notOffered, model }: NamedModel,
  rules: Pick<ImageRules, 'surface' | 'catalog'>,
): RequestFailure | null {
  const { surface, catalog } = rules;
  const isOffered = catalog.families.some(
    ({ mediaType, surfaces }) => mediaType === 'image' && surfaces.includes(surface),
  );
  if (!isOffered) return noImages;
  return notOffered ?? refusalOfVideos(model, rules);
}

const pathOfVideos = { local: '/v1/chat/completions', tasks: '/v1/videos' } as const;

function refusalOfVideos(
  { model, family }: OfferedModel,
  { surface }: Pick<ImageRules, 'surface'>,
): RequestFailure | null {
  if (family.mediaType === 'image') return null;
  const message = `${model} generates videos; use it with POST ${pathOfVideos[surface]}.`;
  return { kind: 'model-invalid', message, param: 'model' };
}

/** Reads the number of images and their form. */
function readForm(
  reader: GenerationReader,
  body: Fields,
  { mostImagesAtOnce }: ImageRules,
): Pick<ImageGeneration, 'count' | 'form'> {
  const count = reader.read(body['n'], {
    param: 'n',
    schema: z.int().min(1).max(mostImagesAtOnce),
    rule: mostImagesAtOnce === 1 ? 'must be 1' : `must be an integer from 1 to ${mostImagesAtOnce}`,
  });
  const form = reader.read(body['response_format'], {
    param: 'response_format',
    schema: z.enum(imageForms),
    rule: `must be ${imageForms.join(' or ')}`,
  });
  return { count: count ?? 1, form: form ?? 'url' };
}
