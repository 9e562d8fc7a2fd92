import {
  type AspectRatio,
  assignReferenceRoles,
  type FrameMode,
  frameModes,
  type JsonValue,
  type ModelCatalog,
  type ModelFamily,
  type ParsedSize,
  type RequestDraft,
  type Resolution,
  resolveModel,
  type Warning,
} from '@filmgate/core';
import { z } from 'zod';
import { createTaskFieldNames } from '../schemas/create-task-body.ts';
import { type ReadContent, readContent } from './content.ts';
import type { DecodedRequest } from './decoded-request.ts';
import { FieldReader, type Fields, isFields } from './field-reader.ts';
import {
  aspectOfSize,
  aspectRule,
  checkAspectRatio,
  checkAudio,
  chooseAspect,
  fillIn,
  flagRule,
  readResolution,
  readSeconds,
  readSize,
} from './generation-options.ts';
import type { ImageRules } from './image-source.ts';
import { joinImages, type ReadImages, readImageList, readInputReference } from './images.ts';
import { readPrompt } from './prompt.ts';
import { checkReferences } from './reference-rules.ts';
import { unknownNames, warnOfUnknown } from './unknown-fields.ts';

export interface DecodeRules extends ImageRules {
  readonly catalog: ModelCatalog;
  /** Model of a request that names none; id or alias. */
  readonly defaultModel: string;
  readonly mostImages: number;
}

/** The values of a creation as read, undefined where absent. */
interface ReadTask {
  readonly prompt: string;
  readonly seconds: number | undefined;
  readonly resolution: Resolution | undefined;
  readonly size: ParsedSize | undefined;
  readonly aspect: AspectRatio | undefined;
  readonly sizeAspect: AspectRatio | undefined;
  readonly frameMode: FrameMode | undefined;
  readonly audio: boolean | undefined;
  readonly images: ReadImages;
  readonly promptFromContent: boolean;
  readonly contentHasText: boolean;
}

/** Decodes a creation in the order of checks of decisions §3: model first, then the fields of the specification's table. */
export function decodeTaskRequest(body: unknown, rules: DecodeRules): DecodedRequest {
  if (!isFields(body)) {
    return { kind: 'refused', failure: { kind: 'payload-invalid', message: 'The body must be a JSON object.' } };
  }
  const reader = new FieldReader();
  const rule = 'must be the id of a model';
  const named = reader.read(body['model'], { param: 'model', schema: z.string(), rule });
  if (reader.failure !== null) {
    return { kind: 'refused', failure: { ...reader.failure, kind: 'model-invalid' } };
  }
  const model = resolveModel(rules.catalog, named ?? rules.defaultModel, 'tasks');
  if (model.kind === 'unknown') {
    return { kind: 'refused', failure: { kind: 'model-invalid', message: model.message, param: 'model' } };
  }
  const task = readTask({ reader, body, family: model.family, rules });
  const assigned = assignReferenceRoles({
    references: task.images.references,
    frameMode: task.frameMode ?? 'first_only',
  });
  checkReferences(reader, { references: assigned.references, param: 'images' }, model.family);
  if (reader.failure !== null) return { kind: 'refused', failure: reader.failure };
  return {
    kind: 'decoded',
    content: contentOf(task, named === undefined ? undefined : model.model),
    draft: draftOf(task, { model: model.model, family: model.family, references: assigned.references }),
    warnings: [...assigned.warnings, ...contentWarnings(task), ...unknownWarnings(body, task.images)],
  };
}

interface Reading {
  readonly reader: FieldReader;
  readonly body: Fields;
  readonly family: ModelFamily;
  readonly rules: DecodeRules;
}

function readTask({ reader, body, family, rules }: Reading): ReadTask {
  const { prompt, content, promptFromContent } = readText({ reader, body, family, rules });
  const seconds = readSeconds(reader, { value: body['seconds'], param: 'seconds' }, family);
  const resolution = readResolution(reader, { value: body['resolution'], param: 'resolution' }, family);
  const size = readSize(reader, { value: body['size'], param: 'size' }, family);
  const hasAspect = isPresent(body['aspect_ratio']) || isPresent(body['aspectRatio']);
  const sizeAspect = hasAspect ? undefined : aspectOfSize(reader, size, family);
  const aspect = readAspect({ reader, body, family, rules });
  const frameRule = `must be ${frameModes.join(' or ')}`;
  const frameMode = reader.read(body['frame_mode'], { param: 'frame_mode', schema: z.enum(frameModes), rule: frameRule });
  const audio = readAudio({ reader, body, family, rules });
  const images = readImages({ reader, body, family, rules }, content.images);
  return {
    ...{ prompt, seconds, resolution, size, aspect, sizeAspect, frameMode, audio, images },
    promptFromContent,
    contentHasText: content.text !== undefined,
  };
}

/** The prompt, or in its absence the text of `content`. */
function readText({ reader, body, family, rules }: Reading): {
  readonly prompt: string;
  readonly content: ReadContent;
  readonly promptFromContent: boolean;
} {
  const rule = 'must be a text';
  const stated = reader.read(body['prompt'], { param: 'prompt', schema: z.string(), rule });
  if (stated !== undefined) readPrompt(reader, { text: stated, param: 'prompt' }, family);
  const content = readContent(reader, body['content'], rules);
  const promptFromContent = stated === undefined && content.text !== undefined;
  const param = promptFromContent ? 'content' : 'prompt';
  const prompt = readPrompt(reader, { text: stated ?? content.text, param }, family);
  return { prompt: prompt ?? '', content, promptFromContent };
}

function readAspect({ reader, body, family }: Reading): AspectRatio | undefined {
  const param = 'aspect_ratio';
  const value = reader.readAliased(body, { param, alias: 'aspectRatio', ...aspectRule(family) });
  return checkAspectRatio(reader, { value, param }, family);
}

function readAudio({ reader, body, family }: Reading): boolean | undefined {
  const param = 'generate_audio';
  const value = reader.readAliased(body, { param, alias: 'generateAudio', ...flagRule });
  return checkAudio(reader, { value, param }, family);
}

/** Images in the order of the fields: `images`, then those of `content`, then `input_reference`. */
function readImages({ reader, body, rules }: Reading, fromContent: ReadImages): ReadImages {
  const listed = readImageList(reader, body['images'], rules);
  const images = joinImages([listed, fromContent, readInputReference(reader, body['input_reference'], rules)]);
  if (images.references.length > rules.mostImages) {
    reader.refuse('images', `At most ${rules.mostImages} images are accepted, over all fields.`);
  }
  return images;
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
  const stated = { seconds: task.seconds, resolution: task.resolution ?? sizeResolution, audio: task.audio };
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
  return [{ param: 'content', message: 'The text parts were not used, because prompt is given.' }];
}

function unknownWarnings(body: Fields, images: ReadImages): readonly Warning[] {
  return warnOfUnknown([...unknownNames(body, createTaskFieldNames), ...images.unknown]);
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}
