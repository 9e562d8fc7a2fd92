import {
  assignReferenceRoles,
  defaultModel,
  type JsonValue,
  type ModelFamily,
  type ParsedSize,
  type RequestDraft,
  resolveModel,
  type Warning,
} from '@filmgate/core';
import type { Failure } from '../failure.ts';
import { createTaskFieldNames } from './create-task-body.ts';
import { checkReferences, type DecodedRequest } from '../request-fields.ts';
import {
  FieldReader,
  type Fields,
  isFields,
  unknownNames,
  warnOfUnknown,
} from '../field-reader.ts';
import { chooseAspect, fillIn } from '../generation-options.ts';
import type { ReadImages } from './task-images.ts';
import { type DecodeRules, type ReadTask, readTask } from './task-fields.ts';

/** Decodes a creation: model first, then the fields in their order [tasks.create.check-order]. */
export function decodeTaskRequest(body: unknown, rules: DecodeRules): DecodedRequest {
  if (!isFields(body)) {
    return refused({ kind: 'payload-invalid', message: 'The body must be a JSON object.' });
  }
  const model = readModel(body['model'], rules);
  if (model.kind === 'refused') return model;
  const { family } = model;
  const reader = new FieldReader();
  const task = readTask({ reader, body, family, rules });
  const { references, unused, warnings } = assignReferenceRoles({
    references: task.images.references,
    frameMode: task.frameMode ?? 'first_only',
  });
  checkReferences(reader, { references, param: 'images' }, family);
  if (reader.failure !== null) return refused(reader.failure);
  return {
    kind: 'decoded',
    content: contentOf(task, model.isNamed ? model.id : undefined),
    draft: draftOf(task, { model: model.id, family, references }),
    unusedReferences: unused,
    warnings: [...warnings, ...contentWarnings(task), ...unknownWarnings(body, task.images)],
  };
}

type ReadModel =
  | {
      readonly kind: 'read';
      /** Canonical id. */
      readonly id: string;
      readonly family: ModelFamily;
      /** Whether the request names it, or it is the default. */
      readonly isNamed: boolean;
    }
  | Extract<DecodedRequest, { readonly kind: 'refused' }>;

function readModel(value: unknown, { catalog, defaultModel: preferred }: DecodeRules): ReadModel {
  const isNamed = value !== undefined && value !== null;
  const text = isNamed ? value : (preferred ?? defaultModel(catalog, 'tasks'));
  const param = 'model';
  if (text === undefined) {
    return refused({ kind: 'model-invalid', message: 'No model is on offer here.', param });
  }
  if (typeof text !== 'string') {
    return refused({ kind: 'model-invalid', message: 'model must be the id of a model.', param });
  }
  const model = resolveModel(catalog, text, 'tasks');
  if (model.kind === 'unknown') {
    return refused({ kind: 'model-invalid', message: model.message, param });
  }
  return { kind: 'read', id: model.model, family: model.family, isNamed };
}

function refused(failure: Failure): Extract<DecodedRequest, { readonly kind: 'refused' }> {
  return { kind: 'refused', failure };
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
  return [{ param: 'content', message: 'The text parts were not used, because prompt is given.' }];
}

function unknownWarnings(body: Fields, images: ReadImages): readonly Warning[] {
  return warnOfUnknown([...unknownNames(body, createTaskFieldNames), ...images.unknown]);
}
