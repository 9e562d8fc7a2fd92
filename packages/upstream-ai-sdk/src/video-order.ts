import type { GenerationRequest, JsonValue, Reference, Route } from '@filmgate/core';
import { type CallFields, insertFixed, type VideoModelFacts } from '@filmgate/upstream-http';
import { z } from 'zod';

/** Options of a model's call that every package maps otherwise, for example the resolution. */
export interface ModelOptions {
  /** Pixels; absent = the resolution is among `providerOptions`. */
  readonly resolution?: `${number}x${number}`;
  /** By the name of the provider, as its package documents them. */
  readonly providerOptions?: {
    readonly [provider: string]: { readonly [option: string]: JsonValue };
  };
}

/** Constants that a route may set. */
const settable = ['fps', 'seed', 'providerOptions'];

const usual = ['prompt', 'n', 'aspectRatio', 'resolution', 'duration', 'generateAudio'];
const media = ['image', 'frameImages', 'inputReferences'];
/** Options of the call that the order contains. */
export const writtenOptions: readonly string[] = [...usual, ...media];

/** Returns the first constant of a route that is not an option of a model's call; undefined without one. */
export function strangeConstant({ fixed = {} }: Pick<Route, 'fixed'>): string | undefined {
  return Object.keys(fixed).find((name) => !settable.includes(name.split('.')[0] ?? ''));
}

/** Returns the call of `doStart` as it is saved: data, with slots for the bytes of references. */
export function videoOrder(
  { request, route }: { readonly request: GenerationRequest; readonly route: Route },
  facts: Pick<VideoModelFacts, 'audio'> | undefined,
  { resolution, providerOptions = {} }: ModelOptions,
): CallFields {
  const { prompt, aspectRatio, durationSeconds, generateAudio } = request;
  const options = {
    prompt,
    n: 1,
    aspectRatio,
    ...(resolution !== undefined && { resolution }),
    duration: durationSeconds,
    ...(facts?.audio === 'optional' && { generateAudio }),
    ...framesOf(request),
    ...inputsOf(request),
    providerOptions,
  };
  return { model: route.model, options: insertFixed(options, route, writtenOptions) };
}

function fileOf({ sha256, contentType }: Reference) {
  const data = { $asset: { sha256, contentType, as: 'base64' as const } };
  return { type: 'file', mediaType: contentType, data };
}

/** A first frame is the image of the call, and with a last frame one of its frames, too, as `generateVideo` does it. */
function framesOf({ references }: GenerationRequest) {
  const first = references.find(({ role }) => role === 'first_frame');
  const last = references.find(({ role }) => role === 'last_frame');
  if (first === undefined) return {};
  const frameImages = [first, ...(last === undefined ? [] : [last])].map((frame) => ({
    image: fileOf(frame),
    frameType: frame.role,
  }));
  return { image: fileOf(first), ...(last !== undefined && { frameImages }) };
}

function inputsOf({ references }: GenerationRequest) {
  const inputs = references.filter(({ role }) => role.startsWith('reference_'));
  return inputs.length > 0 ? { inputReferences: inputs.map(fileOf) } : {};
}

const file = z.strictObject({
  type: z.literal('file'),
  mediaType: z.string(),
  data: z.string(),
});

/** The saved call with the bytes of its references, in base64. */
export const orderSchema = z.strictObject({
  model: z.string(),
  options: z.strictObject({
    prompt: z.string(),
    n: z.literal(1),
    aspectRatio: z.templateLiteral([z.number(), ':', z.number()]).optional(),
    resolution: z.templateLiteral([z.number(), 'x', z.number()]).optional(),
    duration: z.number(),
    fps: z.number().optional(),
    seed: z.number().optional(),
    generateAudio: z.boolean().optional(),
    image: file.optional(),
    frameImages: z
      .array(z.strictObject({ image: file, frameType: z.enum(['first_frame', 'last_frame']) }))
      .optional(),
    inputReferences: z.array(file).optional(),
    providerOptions: z.record(z.string(), z.record(z.string(), z.json())),
  }),
});

export type VideoOrder = z.infer<typeof orderSchema>;
