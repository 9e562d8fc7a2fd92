import {
  checkPrompt,
  type JsonValue,
  type ModelCatalog,
  type ModelFamily,
  nothingOffered,
  type OfferedModel,
  parseModelId,
  type ReferenceDraft,
  type RequestDraft,
  resolveModel,
} from '@filmgate/core';
import { z } from 'zod';
import type { FieldReader, Fields } from '../mechanics/field-reader.ts';
import type { Failure, FailureKind } from './failure.ts';

/** What a request that could be read asks for. */
export type Offer =
  | { readonly kind: 'offered'; readonly draft: RequestDraft }
  /** The catalog does not offer it, or offers it no more: only what was accepted before is answered. */
  | { readonly kind: 'not-offered'; readonly failure: Failure };

/** A generation, decoded: everything acceptance needs but its owner. */
export interface Generation {
  /** What makes a repeated request the same request, by the request alone. */
  readonly content: JsonValue;
  readonly offer: Offer;
}

export type Decoded<T> =
  | ({ readonly kind: 'decoded' } & T)
  /** It cannot be read, or no catalog could offer it. */
  | { readonly kind: 'refused'; readonly failure: Failure };

/** A refusal of a request. */
export function refused(failure: Failure): {
  readonly kind: 'refused';
  readonly failure: Failure;
} {
  return { kind: 'refused', failure };
}

/** The refusal of a request that cannot be read; its model comes first. */
export function refusedUnread(
  { notOffered }: NamedModel,
  { failure, isUnreadable }: Pick<LocalFieldReader, 'failure' | 'isUnreadable'>,
): ReturnType<typeof refused> | undefined {
  return isUnreadable && failure !== null ? refused(notOffered ?? failure) : undefined;
}

/** What a request states besides its model, which fixes the rest. */
interface StatedGeneration {
  readonly prompt: string;
  readonly negativePrompt: string | null;
  /** undefined where nothing is said: no sound, unless the model always makes it. */
  readonly generateAudio: boolean | undefined;
  readonly references: readonly ReferenceDraft[];
}

/** The whole request: duration, aspect and resolution are the model id's [local.models.fixes-configuration]. */
function draftOf(offered: OfferedModel, stated: StatedGeneration): RequestDraft {
  const { model, family, durationSeconds, aspectRatio, resolution } = offered;
  if (aspectRatio === null || resolution === null)
    throw new Error(`The model id ${model} does not fix what it makes.`);
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
  /** As it is written. */
  readonly name: string;
  /** Of one that is not on offer, as its id says. */
  readonly model: OfferedModel;
  /** Why it is not on offer, null where it is. */
  readonly notOffered: Failure | null;
}

type ReadModel =
  | ({ readonly kind: 'read' } & NamedModel)
  | { readonly kind: 'refused'; readonly failure: Failure };

/** The field `model`: a full id on offer, or a refusal that names the wrong part and the nearest ids [local.models.refusal]. */
export function readModel(value: unknown, catalog: ModelCatalog): ReadModel {
  const param = 'model';
  if (value === undefined || value === null || value === '') {
    const message = 'model is required: the full id of a model, as GET /v1/models lists them.';
    return { kind: 'refused', failure: { kind: 'model-required', message, param } };
  }
  if (typeof value !== 'string') {
    const message = 'model must be the full id of a model.';
    return { kind: 'refused', failure: { kind: 'model-invalid', message, param } };
  }
  const model = resolveModel(catalog, value, 'local');
  if (model.kind === 'resolved') return { kind: 'read', name: value, model, notOffered: null };
  const notOffered: Failure = { kind: 'model-invalid', message: model.message, param };
  const asWritten = { ...parseModelId(value), model: value, family: nothingOffered };
  return { kind: 'read', name: value, model: asWritten, notOffered };
}

/** What the model and the fields, all of them read, come to. */
export function offerOf(
  { model, notOffered }: NamedModel,
  { failure }: Pick<LocalFieldReader, 'failure'>,
  stated: StatedGeneration,
): Offer {
  const refusal = notOffered ?? failure;
  if (refusal !== null) return { kind: 'not-offered', failure: refusal };
  return { kind: 'offered', draft: draftOf(model, stated) };
}

/** Text a prompt may come from, and the field it stands in. */
interface PromptSource {
  readonly text: string | undefined;
  readonly param: string;
}

/**
 * The first of some texts that says anything: a text of white space only is not a prompt [local.chat.prompt-required]. It must keep to
 * the model's limit of Unicode code points and hold nothing that no upstream could be sent.
 *
 * @returns the prompt, empty when it was refused
 */
export function readPrompt(
  reader: LocalFieldReader,
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
      reader.refuse(param, `${param} must not hold ${check.holds}.`);
    }
    return text;
  }
  reader.refuse('prompt', 'A prompt is required, and not of white space only.', 'prompt-required');
  return '';
}

const anyFlag = z.boolean();
const anyText = z.string();

/** `generate_audio`: a wish the model cannot meet is refused, never dropped. */
export function readAudio(
  reader: LocalFieldReader,
  body: Fields,
  { id, audio }: ModelFamily,
): boolean | undefined {
  const param = 'generate_audio';
  const rule = 'must be true or false';
  const wanted = reader.read(body[param], { param, schema: anyFlag, rule });
  if (wanted === true && audio === 'none')
    reader.decline(param, `${param} cannot be true: ${id} makes no sound.`);
  if (wanted === false && audio === 'always')
    reader.decline(param, `${param} cannot be false: ${id} always makes sound.`);
  return wanted;
}

/** `negative_prompt`: null where nothing is asked. */
export function readNegativePrompt(
  reader: LocalFieldReader,
  body: Fields,
  { id, negativePrompt, promptLimit }: ModelFamily,
): string | null {
  const param = 'negative_prompt';
  const text = reader.read(body[param], { param, schema: anyText, rule: 'must be text' });
  const { kind } = checkPrompt(text, promptLimit);
  if (text === undefined || kind === 'absent' || kind === 'blank') return null;
  if (!negativePrompt) reader.decline(param, `${param} cannot be used: ${id} takes none.`);
  return readPrompt(reader, [{ text, param }], { promptLimit });
}

/** Reads the fields of this API's requests. */
export type LocalFieldReader = FieldReader<FailureKind>;
