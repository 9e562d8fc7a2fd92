import {
  aspectRatios,
  type GenerationRequest,
  type JobFailure,
  type JsonValue,
  jobFailureCodes,
  type PreparedSubmission,
  referenceRoles,
  resolutions,
  type StoredResult,
  type UpstreamHandle,
  type UpstreamOutput,
  type Warning,
} from '@filmgate/core';
import { z } from 'zod';
import { frozenJson } from './frozen-json.ts';

/** What of a request stands in its JSON column; the rest has columns of its own. */
export interface RequestPart extends Omit<GenerationRequest, 'model' | 'family' | 'prompt'> {
  /** Only for a prompt that is not well-formed Unicode, which a text column would alter. */
  readonly prompt?: string;
}

/** Whatever `JSON.parse` gives is one. */
const json = z.custom<JsonValue>((value) => value !== undefined).transform(frozenJson);

const mediaTypes = ['video', 'image'] as const;

const reference = z
  .object({
    kind: z.enum(['image', 'video', 'audio']),
    role: z.enum(referenceRoles),
    assetId: z.string().nullable(),
    sha256: z.string(),
    contentType: z.string(),
    size: z.number(),
  })
  .readonly();

const request: z.ZodType<RequestPart> = z
  .object({
    prompt: z.string().exactOptional(),
    mediaType: z.enum(mediaTypes),
    negativePrompt: z.string().nullable(),
    durationSeconds: z.number().nullable(),
    aspectRatio: z.enum(aspectRatios),
    aspectSource: z.enum(['explicit', 'size', 'prompt', 'model', 'default']),
    resolution: z.enum(resolutions),
    generateAudio: z.boolean(),
    references: z.array(reference).readonly(),
    pinnedAccountId: z.string().exactOptional(),
  })
  .readonly();

const versioned: z.ZodType<PreparedSubmission & UpstreamHandle> = z
  .object({ version: z.number(), value: json })
  .readonly();

const output: z.ZodType<UpstreamOutput> = z
  .object({ mediaType: z.enum(mediaTypes), value: json })
  .readonly();

const result: z.ZodType<StoredResult> = z
  .object({
    sha256: z.string(),
    size: z.number(),
    contentType: z.string(),
    width: z.number(),
    height: z.number(),
    durationSeconds: z.number().nullable(),
    hasAudio: z.boolean(),
  })
  .readonly();

const failure: z.ZodType<JobFailure> = z
  .object({ code: z.enum(jobFailureCodes), message: z.string() })
  .readonly();

const warnings: z.ZodType<readonly Warning[]> = z
  .array(z.object({ param: z.string(), message: z.string() }).readonly())
  .readonly();

const names: z.ZodType<readonly string[]> = z.array(z.string()).readonly();

const trailDetail: z.ZodType<{ readonly [name: string]: JsonValue }> = z.record(z.string(), json);

/** How the JSON columns are read: checked and frozen. */
export const readPart = {
  request: (text: string) => request.parse(JSON.parse(text)),
  warnings: (text: string) => warnings.parse(JSON.parse(text)),
  refusedBy: (text: string) => names.parse(JSON.parse(text)),
  submission: (text: string) => versioned.parse(JSON.parse(text)),
  handle: (text: string) => versioned.parse(JSON.parse(text)),
  output: (text: string) => output.parse(JSON.parse(text)),
  result: (text: string) => result.parse(JSON.parse(text)),
  failure: (text: string) => failure.parse(JSON.parse(text)),
  trailDetail: (text: string) => trailDetail.parse(JSON.parse(text)),
} as const;
