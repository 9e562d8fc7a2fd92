import {
  assignReferenceRoles,
  defaultModel,
  type JsonValue,
  type ModelFamily,
  nominalPixels,
  nothingOffered,
  type OfferedModel,
  type ParsedSize,
  type RequestDraft,
  type Resolution,
  resolveModel,
  type Warning,
} from '@filmgate/core';
import { z } from 'zod';
import {
  type FieldPath,
  checkOtherNames,
  readUnderAnyName,
} from '../../field-names/check-other-names.ts';
import { FieldReader, isFields } from '../../http/field-reader.ts';
import type { Failure } from '../failure.ts';
import {
  aspectRatioSchema,
  chooseAspect,
  fillIn,
  flag,
  resolutionSchema,
  wholeNumber,
} from '../generation-options.ts';
import { checkReferences, type DecodedRequest, refused } from '../request-fields.ts';
import { otherNameRules, readNames } from './other-names.ts';
import {
  contentParts,
  type DecodeRules,
  frameModeSchema,
  type ReadTask,
  readTask,
} from './task-fields.ts';
import { imageItem, inputReference } from './task-images.ts';

/** Request of a creation as a whole; the decoder reads the model, then field by field with the model's limits. */
export const createTaskBody = z.looseObject({
  prompt: z
    .string()
    .nullish()
    .meta({ description: '1 to 20000 characters; default: the text parts of `content`.' }),
  model: z
    .string()
    .nullish()
    .meta({ description: 'Model ID or alias; default: the first available model.' }),
  seconds: wholeNumber.nullish().meta({
    description: 'Whole seconds of the model, 5 to 15 for the standard models; default 5.',
  }),
  resolution: resolutionSchema.nullish().meta({ description: '720p or 1080p; default 1080p.' }),
  size: z
    .string()
    .nullish()
    .meta({ description: '`1280x720`: defines the aspect ratio only. Or 720p, 1080p.' }),
  aspect_ratio: aspectRatioSchema.nullish().meta({
    description:
      '16:9, 9:16 or 1:1; also as `aspectRatio`. Default: from `size`, then from the prompt, then 16:9.',
  }),
  frame_mode: frameModeSchema
    .nullish()
    .meta({ description: 'Role of images without a role; default `first_only`.' }),
  generate_audio: flag.nullish().meta({ description: 'Also as `generateAudio`; default true.' }),
  images: z.array(imageItem).max(9).nullish(),
  content: contentParts.nullish(),
  input_reference: inputReference.nullish(),
});

/** Names a creation reads, those of other services included. */
const createTaskFieldNames: readonly string[] = [
  ...Object.keys(createTaskBody.shape),
  ...readNames,
];

/** Maximum warnings kept with one task; a body of nothing but unknown names must not become its weight. */
const mostWarnings = 32;
const longestParam = 128;

/** Returns a warning for each field ignored because this version does not know it [tasks.warnings.unknown-field]. */
function warnOfUnknown(params: readonly string[]): readonly Warning[] {
  const named = params.slice(0, mostWarnings).map((param) => ({
    param: param.slice(0, longestParam).toWellFormed(),
    message: 'Unknown field; ignored.',
  }));
  const rest = params.length - named.length;
  if (rest === 0) return named;
  return [...named, { param: '*', message: `${rest} more unknown fields were ignored.` }];
}

/** Decodes a creation: model first, then the fields in their order [tasks.create.check-order]. */
export function decodeTaskRequest(body: unknown, rules: DecodeRules): DecodedRequest {
  if (!isFields(body)) {
    return refused({ kind: 'payload-invalid', message: 'The body must be a JSON object.' });
  }
  const reader = new FieldReader();
  const named = readUnderAnyName(reader, body, 'model');
  if (reader.failure !== null) return refused({ ...reader.failure, kind: 'model-invalid' });
  const model = readModel(named, rules);
  if (model.kind === 'refused') return model;
  const { family } = model;
  const task = readTask({ reader, body, family, rules });
  const { references, unused, warnings } = assignReferenceRoles({
    references: task.images.references,
    frameMode: task.frameMode ?? 'first_only',
  });
  checkReferences(reader, { references, param: 'images' }, family);
  const others = checkOtherNames(reader, {
    fields: body,
    known: createTaskFieldNames,
    rules: otherNameRules,
  });
  const content = contentOf(task, model.asNamed);
  const failure = model.notOffered ?? reader.failure;
  if (failure !== null) return refused(failure, reader.isUnreadable ? undefined : content);
  const draft = draftOf(task, { model: model.id, family, references });
  return {
    kind: 'decoded',
    content,
    draft,
    unusedReferences: unused,
    warnings: [
      ...warnings,
      ...contentWarnings(task),
      ...sizeWarnings(task, draft, family),
      ...warnOfUnknown([...others, ...task.images.unknown]),
    ],
  };
}

type ReadModel =
  | {
      readonly kind: 'read';
      readonly id: string;
      readonly family: ModelFamily;
      /** The name in the request; undefined for the default. */
      readonly asNamed: string | undefined;
      /** The reason the model does not exist or is not on offer; null if it is. */
      readonly notOffered: Failure | null;
    }
  | Extract<DecodedRequest, { readonly kind: 'refused' }>;

function readModel(
  { value, param }: FieldPath,
  { catalog, defaultModel: preferred }: DecodeRules,
): ReadModel {
  const asNamed = value ?? undefined;
  if (asNamed !== undefined && typeof asNamed !== 'string') {
    const message = `${param} must be a model id.`;
    return refused({ kind: 'model-invalid', message, param });
  }
  const text = asNamed ?? preferred ?? defaultModel(catalog, 'tasks');
  const model =
    text === undefined
      ? { kind: 'unknown' as const, message: 'No model is available.' }
      : resolveModel(catalog, text, 'tasks');
  if (model.kind === 'resolved') {
    const { model: id, family } = model;
    return { kind: 'read', id, family, asNamed, notOffered: refusalOfImages(model, param) };
  }
  const kind = model.kind === 'retired' ? 'model-retired' : 'model-invalid';
  const notOffered: Failure = { kind, message: model.message, param };
  return { kind: 'read', id: '', family: nothingOffered, asNamed, notOffered };
}

function refusalOfImages({ model, family }: OfferedModel, param: string): Failure | null {
  if (family.mediaType === 'video') return null;
  const message = `${model} generates images; use it with POST /v1/images/generations.`;
  return { kind: 'model-invalid', message, param };
}

function contentOf(task: ReadTask, model: string | undefined): JsonValue {
  const { seconds, resolution, size, aspect, frameMode, audio, images } = task;
  return {
    prompt: task.prompt,
    ...(model === undefined ? {} : { model }),
    ...(seconds === undefined ? {} : { seconds }),
    ...(resolution === undefined ? {} : { resolution }),
    ...(size === undefined ? {} : { size: canonicalSize(size) }),
    ...(aspect === undefined ? {} : { aspect_ratio: aspect }),
    ...(frameMode === undefined ? {} : { frame_mode: frameMode }),
    ...(audio === undefined ? {} : { generate_audio: audio }),
    ...(images.identities.length === 0 ? {} : { images: images.identities }),
  };
}

function canonicalSize(size: ParsedSize): string {
  return size.kind === 'resolution' ? size.resolution : `${size.width}x${size.height}`;
}

function draftOf(
  task: ReadTask,
  rest: {
    readonly model: string;
    readonly family: ModelFamily;
    readonly references: RequestDraft['references'];
  },
): RequestDraft {
  const { family } = rest;
  const sizeResolution = task.size?.kind === 'resolution' ? task.size.resolution : undefined;
  const stated = {
    seconds: task.seconds,
    resolution: task.resolution ?? sizeResolution,
    audio: task.audio,
  };
  const aspect = { explicit: task.aspect, fromSize: task.sizeAspect, prompt: task.prompt };
  return {
    model: rest.model,
    family: family.id,
    mediaType: family.mediaType,
    prompt: task.prompt,
    negativePrompt: null,
    ...fillIn(stated, family),
    ...chooseAspect(aspect, family),
    references: rest.references,
  };
}

function contentWarnings(task: ReadTask): readonly Warning[] {
  if (task.promptFromContent || !task.contentHasText) return [];
  return [{ param: 'content', message: 'The text parts were ignored because prompt is given.' }];
}

/**
 * A size selects the shape only; warns with the actual pixels, and the fields that select them [tasks.warnings.size].
 */
function sizeWarnings(
  { size, resolution }: ReadTask,
  { aspectRatio, resolution: chosen }: RequestDraft,
  { resolutions }: ModelFamily,
): readonly Warning[] {
  if (size?.kind !== 'pixels' || resolution !== undefined) return [];
  const pixelsOf = (one: Resolution): string => {
    const { width, height } = nominalPixels({ aspectRatio, resolution: one });
    return `${width}x${height}`;
  };
  const asked = canonicalSize(size);
  if (pixelsOf(chosen) === asked) return [];
  const fitting = resolutions.find((one) => pixelsOf(one) === asked);
  const advice = fitting === undefined ? '' : ` Send "resolution": "${fitting}" for ${asked}.`;
  const message = `size defines the aspect ratio only: without resolution the video has ${pixelsOf(chosen)} pixels, at the price of ${chosen}.${advice}`;
  return [{ param: 'size', message }];
}
