import {
  checkPrompt,
  type JsonValue,
  type ModelCatalog,
  type ModelFamily,
  type ModelSurface,
  nothingOffered,
  type OfferedModel,
  parseModelId,
  type ReferenceDraft,
  type RequestDraft,
  resolveModel,
} from '@filmgate/core';
import { z } from 'zod';
import type { FieldReader, Fields } from '../http/field-reader.ts';
import type { SurfaceFailure } from '../http/failure-responses.ts';

/** Kinds of failure of a request that cannot be read, or that asks for what is not on offer. */
export type RequestFailureKind =
  | 'payload-invalid'
  | 'route-not-found'
  | 'model-required'
  | 'model-invalid'
  | 'model-retired'
  | 'prompt-required'
  | 'reference-invalid';

export type RequestFailure = SurfaceFailure<RequestFailureKind>;

/** The offer a readable request asks for. */
export type Offer =
  | { readonly kind: 'offered'; readonly draft: RequestDraft }
  /** Not in the catalog, or not any more: only a response to an earlier accepted call is sent. */
  | { readonly kind: 'not-offered'; readonly failure: RequestFailure };

/** A decoded generation: everything acceptance needs but its owner. */
export interface Generation {
  /** Identity of a repeated request, derived from the request alone. */
  readonly content: JsonValue;
  readonly offer: Offer;
}

export type Decoded<T> =
  | ({ readonly kind: 'decoded' } & T)
  /** The request cannot be read, or no catalog could offer it. */
  | { readonly kind: 'refused'; readonly failure: RequestFailure };

export function refused(failure: RequestFailure): {
  readonly kind: 'refused';
  readonly failure: RequestFailure;
} {
  return { kind: 'refused', failure };
}

/** Refuses a request that cannot be read; the failure of its model takes precedence. */
export function refusedUnread(
  { notOffered }: NamedModel,
  { failure, isUnreadable }: Pick<GenerationReader, 'failure' | 'isUnreadable'>,
): ReturnType<typeof refused> | undefined {
  return isUnreadable && failure !== null ? refused(notOffered ?? failure) : undefined;
}

/** The values a request states besides its model, which fixes the rest. */
interface StatedGeneration {
  readonly prompt: string;
  readonly negativePrompt: string | null;
  /** undefined if not stated: no sound, unless the model always makes it. */
  readonly generateAudio: boolean | undefined;
  readonly references: readonly ReferenceDraft[];
}

/** Completes a request: the model id fixes duration, aspect and resolution [local.models.fixes-configuration]. */
function draftOf(offered: OfferedModel, stated: StatedGeneration): RequestDraft {
  const { model, family, durationSeconds, aspectRatio, resolution } = offered;
  if (aspectRatio === null || resolution === null)
    throw new Error(`The model id ${model} is not a complete configuration.`);
  return {
    model,
    family: family.id,
    mediaType: family.mediaType,
    prompt: stated.prompt,
    negativePrompt: stated.negativePrompt,
    durationSeconds,
    aspectRatio,
    aspectSource: 'model',
    resolution,
    generateAudio: stated.generateAudio ?? family.audio === 'always',
    references: stated.references,
  };
}

/** The model a request names. */
export interface NamedModel {
  /** The name in the request. */
  readonly name: string;
  /** For a model that is not on offer: the one its id describes. */
  readonly model: OfferedModel;
  /** The reason it is not on offer; null if it is. */
  readonly notOffered: RequestFailure | null;
}

type ReadModel =
  | ({ readonly kind: 'read' } & NamedModel)
  | { readonly kind: 'refused'; readonly failure: RequestFailure };

/** Reads `model`: a full id on offer, or a refusal naming the wrong part and the nearest ids [local.models.refusal]. */
export function readModel(value: unknown, catalog: ModelCatalog, surface: ModelSurface): ReadModel {
  const param = 'model';
  if (value === undefined || value === null || value === '') {
    const message = 'model is required: a full model id, as listed by GET /v1/models.';
    return { kind: 'refused', failure: { kind: 'model-required', message, param } };
  }
  if (typeof value !== 'string') {
    const message = 'model must be a full model id.';
    return { kind: 'refused', failure: { kind: 'model-invalid', message, param } };
  }
  const model = resolveModel(catalog, value, surface);
  if (model.kind === 'resolved') return { kind: 'read', name: value, model, notOffered: null };
  const kind = model.kind === 'retired' ? 'model-retired' : 'model-invalid';
  const notOffered: RequestFailure = { kind, message: model.message, param };
  const id = model.kind === 'retired' ? model.id : parseModelId(value);
  const asWritten = { ...id, model: value, family: nothingOffered };
  return { kind: 'read', name: value, model: asWritten, notOffered };
}

/** Combines the model and the fields, all of them read, into an offer. */
export function offerOf(
  { model, notOffered }: NamedModel,
  { failure }: Pick<GenerationReader, 'failure'>,
  stated: StatedGeneration,
): Offer {
  const refusal = notOffered ?? failure;
  if (refusal !== null) return { kind: 'not-offered', failure: refusal };
  return { kind: 'offered', draft: draftOf(model, stated) };
}

/** Text a prompt may come from, and the field that contains it. */
interface PromptSource {
  readonly text: string | undefined;
  readonly param: string;
}

/**
 * Returns the first non-empty of some texts: white space alone is not a prompt [local.chat.prompt-required]. It must be
 * within the model's limit of Unicode code points and contain nothing that cannot be sent to a provider.
 *
 * @returns the prompt, empty when it was refused
 */
export function readPrompt(
  reader: GenerationReader,
  sources: readonly PromptSource[],
  { promptLimit }: Pick<ModelFamily, 'promptLimit'>,
): string {
  for (const { text, param } of sources) {
    const check = checkPrompt(text, promptLimit);
    if (check.kind === 'absent' || check.kind === 'blank' || text === undefined) continue;
    if (check.kind === 'too-long') {
      const { codePoints, limit } = check;
      reader.decline(
        param,
        `${param} must have at most ${limit} characters; it has ${codePoints}.`,
      );
    } else if (check.kind === 'unsendable') {
      reader.refuse(param, `${param} must not contain ${check.holds}.`);
    }
    return text;
  }
  reader.refuse('prompt', 'A prompt is required and must not be blank.', 'prompt-required');
  return '';
}

const anyFlag = z.boolean();
const anyText = z.string();

/** Reads `generate_audio`: a value the model does not support is refused, never dropped. */
export function readAudio(
  reader: GenerationReader,
  body: Fields,
  { id, audio }: ModelFamily,
): boolean | undefined {
  const param = 'generate_audio';
  const rule = 'must be true or false';
  const wanted = reader.read(body[param], { param, schema: anyFlag, rule });
  if (wanted === true && audio === 'none')
    reader.decline(param, `${param} cannot be true: ${id} cannot generate sound.`);
  if (wanted === false && audio === 'always')
    reader.decline(param, `${param} cannot be false: ${id} always generates sound.`);
  return wanted;
}

/** Reads `negative_prompt`: null if it is empty. */
export function readNegativePrompt(
  reader: GenerationReader,
  body: Fields,
  { id, negativePrompt, promptLimit }: ModelFamily,
): string | null {
  const param = 'negative_prompt';
  const text = reader.read(body[param], { param, schema: anyText, rule: 'must be text' });
  const { kind } = checkPrompt(text, promptLimit);
  if (text === undefined || kind === 'absent' || kind === 'blank') return null;
  if (!negativePrompt) reader.decline(param, `${param} is not supported by ${id}.`);
  return readPrompt(reader, [{ text, param }], { promptLimit });
}

export type GenerationReader = FieldReader<RequestFailureKind>;
