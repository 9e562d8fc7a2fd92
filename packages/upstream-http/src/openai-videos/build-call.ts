import { type GenerationRequest, type JsonValue, nominalPixels, type Route } from '@filmgate/core';
import type {
  AssetSlot,
  CallJson,
  MultipartPart,
  PreparedCall,
} from '../engine/provider-description.ts';
import type { Dialect } from './dialect.ts';

/** Fields this protocol writes in at least one dialect. */
export const writtenFields = [
  'model',
  'prompt',
  'negative_prompt',
  'seconds',
  'size',
  'resolution',
  'aspect_ratio',
  'generate_audio',
  'input_reference',
  'images',
] as const;

export interface CallInput {
  readonly route: Route;
  readonly request: GenerationRequest;
  readonly correlationId: string;
}

/** Builds the submission of a video. */
export function buildCall(dialect: Dialect, input: CallInput): PreparedCall {
  const fields = { ...input.route.fixed, ...fieldsOf(dialect, input) };
  const { references } = input.request;
  const named =
    dialect.like === 'filmgate' ? { headers: { 'idempotency-key': input.correlationId } } : {};
  const path = '/videos';
  if (dialect.body === 'multipart') {
    const files = references.map(
      ({ sha256, contentType }): MultipartPart => ({
        name: 'input_reference',
        fileName: `reference.${contentType.split('/')[1] ?? 'bin'}`,
        contentType,
        sha256,
      }),
    );
    const parts = Object.entries(fields).map(([name, value]) => ({ name, text: textOf(value) }));
    return { path, ...named, body: { kind: 'multipart', parts: [...parts, ...files] } };
  }
  const value: CallJson = { ...fields, ...referencesOf(dialect, references) };
  return { path, ...named, body: { kind: 'json', value } };
}

function fieldsOf(
  { like, seconds, negativePrompt }: Dialect,
  { route, request }: CallInput,
): { readonly [field: string]: JsonValue } {
  const { width, height } = nominalPixels(request);
  const { durationSeconds } = request;
  const isNegative = negativePrompt && request.negativePrompt !== null;
  return {
    model: route.model,
    prompt: request.prompt,
    ...(isNegative && { negative_prompt: request.negativePrompt }),
    ...(durationSeconds !== null && {
      seconds: seconds === 'text' ? String(durationSeconds) : durationSeconds,
    }),
    size: `${width}x${height}`,
    ...(like === 'filmgate' && {
      resolution: request.resolution,
      aspect_ratio: request.aspectRatio,
      generate_audio: request.generateAudio,
    }),
  };
}

function referencesOf(
  { like }: Dialect,
  references: GenerationRequest['references'],
): { readonly [field: string]: CallJson } {
  const [first] = references;
  if (first === undefined) return {};
  if (like === 'filmgate') {
    return { images: references.map((one) => ({ url: slotOf(one), role: one.role })) };
  }
  return { input_reference: { image_url: slotOf(first) } };
}

function slotOf({ sha256, contentType }: { sha256: string; contentType: string }): AssetSlot {
  return { $asset: { sha256, contentType, as: 'data-url' } };
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
