import type { Digest, ModelCatalog, OfferedModel } from '@filmgate/core';
import { z } from 'zod';
import { checkOtherNames } from '../../field-names/check-other-names.ts';
import { FieldReader, type Fields, isFields } from '../../http/field-reader.ts';
import { otherNameRules } from '../../generations/other-names.ts';
import { type ImagePart, readReferences } from '../../generations/references.ts';
import {
  type Decoded,
  type Generation,
  type GenerationReader,
  offerOf,
  readAudio,
  readModel,
  readNegativePrompt,
  readPrompt,
  refused,
  refusedUnread,
} from '../../generations/request-fields.ts';

/** More than any model accepts. */
const mostReferenceImages = 32;

/** Request of a creation as a whole; the decoder reads field by field with the limits of the model. */
export const workbenchCreation = z.looseObject({
  id: z.string().meta({ description: '`ui-` and a UUID; a repeated id creates no second job.' }),
  account: z
    .string()
    .max(200)
    .nullish()
    .meta({ description: '`auto`, or the ID or label of the account to use.' }),
  model: z.string().meta({ description: 'Full ID of a video model.' }),
  aspect_ratio: z.string().nullish().meta({ description: 'As the model ID: `16:9`.' }),
  resolution: z.string().nullish().meta({ description: 'As the model ID.' }),
  duration: z.int().nullish().meta({ description: 'As the model ID, in seconds.' }),
  generate_audio: z.boolean().nullish(),
  prompt: z.string().meta({ description: '1 to 2000 characters.' }),
  negative_prompt: z.string().nullish().meta({ description: 'Only if the model supports it.' }),
  reference_images: z
    .array(z.string())
    .max(mostReferenceImages)
    .nullish()
    .meta({ description: 'URLs or base64 data URLs, up to the maximum of the model.' }),
});

export interface WorkbenchRules {
  readonly catalog: ModelCatalog;
  readonly digest: Digest;
  /** Maximum decoded size of one data URL, in bytes. */
  readonly dataUrlBytes: number;
}

/** A creation at the workbench. */
export interface WorkbenchCreation extends Generation {
  /** The job's id, which is also its de-duplication key. */
  readonly id: string;
  /** Id or label of the one account that may take the job; null = the pool chooses. */
  readonly account: string | null;
}

/** In Unicode code points [workbench.prompt-limit]. */
const mostPromptCharacters = 2000;

const jobId = z
  .string()
  .regex(/^ui-[\da-fA-F]{8}-[\da-fA-F]{4}-[\da-fA-F]{4}-[\da-fA-F]{4}-[\da-fA-F]{12}$/);
const anyText = z.string();
/** Longer than the id and the label of any account. */
const accountName = z.string().max(200);
const anyNumber = z.number();

/** Decodes a creation, fields in their order [workbench.create.fields]. */
export function decodeWorkbenchJob(
  body: unknown,
  rules: WorkbenchRules,
): Decoded<WorkbenchCreation> {
  if (!isFields(body))
    return refused({ kind: 'payload-invalid', message: 'The body must be a JSON object.' });
  const reader: GenerationReader = new FieldReader();
  const id = readId(reader, body['id']);
  const account = reader.read(body['account'], {
    param: 'account',
    schema: accountName,
    rule: 'must be auto, or the ID or label of an account',
  });
  if (reader.failure !== null) return refused(reader.failure);
  const read = readVideoModel(body['model'], rules.catalog);
  if (read.kind === 'refused') return read;
  const { model } = read;
  checkConfiguration(reader, body, model);
  const stated = readStated(reader, body, { ...rules, family: model.family });
  const names = otherNameRules(model, 'is not a field of this request; use reference_images');
  const known = Object.keys(workbenchCreation.shape);
  checkOtherNames(reader, { fields: body, known, rules: names });
  const unread = refusedUnread(read, reader);
  if (unread !== undefined) return unread;
  const { identities, ...generation } = stated;
  return {
    kind: 'decoded',
    id,
    account: account === undefined || account === '' || account === 'auto' ? null : account,
    offer: offerOf(read, reader, generation),
    content: {
      model: read.name,
      generate_audio: generation.generateAudio ?? false,
      prompt: generation.prompt,
      negative_prompt: generation.negativePrompt,
      reference_images: identities,
    },
  };
}

function readId(reader: GenerationReader, value: unknown): string {
  const rule = 'must be ui- followed by a UUID';
  const id = reader.read(value, { param: 'id', schema: jobId, rule });
  if (id === undefined) reader.refuse('id', `id ${rule}.`);
  return id ?? '';
}

function readVideoModel(value: unknown, catalog: ModelCatalog): ReturnType<typeof readModel> {
  const read = readModel(value, catalog, 'local');
  if (read.kind === 'refused' || read.model.family.mediaType === 'video') return read;
  const message = `model must be a video model; ${read.model.model} generates images.`;
  return { ...read, notOffered: { kind: 'model-invalid', message, param: 'model' } };
}

/** The values that the model's id fixes may be repeated, and must then be equal. */
function checkConfiguration(reader: GenerationReader, body: Fields, offered: OfferedModel): void {
  const { model, aspectRatio, resolution, durationSeconds } = offered;
  const check = <T extends string | number>(
    param: string,
    { fixed, schema }: { readonly fixed: T | null; readonly schema: z.ZodType<T> },
  ): void => {
    const rule = `must be ${fixed}, the value of ${model}`;
    const stated = reader.read(body[param], { param, schema, rule });
    if (stated !== undefined && stated !== fixed) reader.refuse(param, `${param} ${rule}.`);
  };
  check<string>('aspect_ratio', { fixed: aspectRatio, schema: anyText });
  check<string>('resolution', { fixed: resolution, schema: anyText });
  check<number>('duration', { fixed: durationSeconds, schema: anyNumber });
}

function readStated(
  reader: GenerationReader,
  body: Fields,
  rules: WorkbenchRules & Pick<OfferedModel, 'family'>,
) {
  const { family } = rules;
  const generateAudio = readAudio(reader, body, family);
  const text = reader.read(body['prompt'], {
    param: 'prompt',
    schema: anyText,
    rule: 'must be text',
  });
  const promptLimit = Math.min(family.promptLimit, mostPromptCharacters);
  const prompt = readPrompt(reader, [{ text, param: 'prompt' }], { promptLimit });
  const negativePrompt = readNegativePrompt(reader, body, family);
  const images = readImages(reader, body['reference_images']);
  const { references, identities } = reader.isUnreadable
    ? { references: [], identities: [] }
    : readReferences(reader, images, rules);
  return { prompt, negativePrompt, generateAudio, references, identities };
}

function readImages(reader: GenerationReader, value: unknown): readonly ImagePart[] {
  const param = 'reference_images';
  const rule = 'must be an array of URLs or data URLs';
  const items = reader.readList(value, { param, most: mostReferenceImages, rule });
  const urls = items.filter((item) => typeof item === 'string');
  if (urls.length < items.length) reader.refuse(param, `${param} ${rule}.`);
  return urls.map((source, index) => ({ param: `${param}[${index}]`, source, role: null }));
}
