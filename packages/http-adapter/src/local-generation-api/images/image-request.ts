import type { ModelCatalog, OfferedModel } from '@filmgate/core';
import { z } from 'zod';
import { judgeOtherNames } from '../../field-names/judge-other-names.ts';
import { FieldReader, type Fields, isFields } from '../../mechanics/field-reader.ts';
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

/** Forms an image is answered in. */
const imageForms = ['url', 'b64_json'] as const;

/** Request of the image endpoint [local.images.fields]. */
export const imageBody = z.looseObject({
  model: z.string().meta({ description: 'Full id of an image model; required.' }),
  prompt: z.string(),
  n: z
    .int()
    .min(1)
    .max(4)
    .nullish()
    .meta({ description: 'Images to make, 1 when absent; each is a generation of its own.' }),
  response_format: z.enum(imageForms).nullish().meta({ description: '`url` when absent.' }),
});

/** `size` is not read, as in a chat: clients send a usual one with whatever model is chosen [local.chat.seconds-size-ignored]. */
const imageFields = [...Object.keys(imageBody.shape), 'size'];

export interface ImageRules {
  readonly catalog: ModelCatalog;
  readonly mostImagesAtOnce: number;
}

/** A call of the image endpoint. */
export interface ImageGeneration extends Generation {
  /** Images to make; each is a job of its own. */
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
  const names = otherNameRules(model, 'is not read: this endpoint takes no pictures');
  judgeOtherNames(reader, { fields: body, known: imageFields, rules: names });
  if (family.references.minimum > 0)
    reader.decline('model', `${family.id} needs images, which this endpoint does not take.`);
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
  const message = `${model} makes videos; use it with POST /v1/chat/completions.`;
  return { kind: 'model-invalid', message, param: 'model' };
}

/** How many images, and in what form. */
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
