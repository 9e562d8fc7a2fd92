import type { ModelCatalog, OfferedModel } from '@filmgate/core';
import { z } from 'zod';
import { checkOtherNames } from '../../field-names/check-other-names.ts';
import { FieldReader, type Fields, isFields } from '../../http/field-reader.ts';
import type { Failure } from '../failure.ts';
import { otherNameRules } from '../other-names.ts';
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

/** `size` is ignored, as in a chat: clients send a usual one with any model [local.chat.seconds-size-ignored]. */
const imageFields = [...Object.keys(imageBody.shape), 'size'];

export interface ImageRules {
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
  if (!isFields(body))
    return refused({ kind: 'payload-invalid', message: 'The body must be a JSON object.' });
  const read = readModel(body['model'], rules.catalog);
  if (read.kind === 'refused') return read;
  const { name, model } = read;
  const { family } = model;
  const notOffered = read.notOffered ?? refusalOfVideos(model);
  const reader: LocalFieldReader = new FieldReader();
  const text = reader.read(body['prompt'], {
    param: 'prompt',
    schema: anyText,
    rule: 'must be text',
  });
  const prompt = readPrompt(reader, [{ text, param: 'prompt' }], family);
  const { count, form } = readForm(reader, body, rules);
  const names = otherNameRules(model, 'is not supported: this endpoint accepts no images');
  checkOtherNames(reader, { fields: body, known: imageFields, rules: names });
  if (family.references.minimum > 0)
    reader.decline('model', `${family.id} requires images, which this endpoint does not accept.`);
  const named = { name, model, notOffered };
  const unread = refusedUnread(named, reader);
  if (unread !== undefined) return unread;
  const stated = { prompt, negativePrompt: null, generateAudio: undefined, references: [] };
  return {
    kind: 'decoded',
    count,
    form,
    offer: offerOf(named, reader, stated),
    content: { model: name, prompt, images: [] },
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
