import {
  aspectRatios,
  type JobFailure,
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
import type { PartReader, RequestPart } from './job-parts.ts';

const mediaTypes = ['video', 'image'] as const;

const reference = z.object({
  kind: z.enum(['image', 'video', 'audio']),
  role: z.enum(referenceRoles),
  assetId: z.string().nullable(),
  sha256: z.string(),
  contentType: z.string(),
  size: z.number(),
});

const request = z.object({
  prompt: z.string().exactOptional(),
  mediaType: z.enum(mediaTypes),
  negativePrompt: z.string().nullable(),
  durationSeconds: z.number().nullable(),
  aspectRatio: z.enum(aspectRatios),
  aspectSource: z.enum(['explicit', 'size', 'prompt', 'model', 'default']),
  resolution: z.enum(resolutions),
  generateAudio: z.boolean(),
  references: z.array(reference),
}) satisfies z.ZodType<RequestPart>;

const versioned = z.object({
  version: z.number(),
  value: z.json(),
}) satisfies z.ZodType<PreparedSubmission & UpstreamHandle>;

const output = z.object({
  mediaType: z.enum(mediaTypes),
  value: z.json(),
}) satisfies z.ZodType<UpstreamOutput>;

const result = z.object({
  sha256: z.string(),
  size: z.number(),
  contentType: z.string(),
  width: z.number(),
  height: z.number(),
  durationSeconds: z.number().nullable(),
  hasAudio: z.boolean(),
}) satisfies z.ZodType<StoredResult>;

const failure = z.object({
  code: z.enum(jobFailureCodes),
  message: z.string(),
}) satisfies z.ZodType<JobFailure>;

const warnings = z.array(
  z.object({ param: z.string(), message: z.string() }),
) satisfies z.ZodType<Warning[]>;

const names = z.array(z.string());

/** Checks every part it reads: for jobs that money still hangs on, once when the store is opened. */
export const checkingReader: PartReader = {
  request: (text) => request.parse(JSON.parse(text)),
  warnings: (text) => warnings.parse(JSON.parse(text)),
  refusedBy: (text) => names.parse(JSON.parse(text)),
  submission: (text) => versioned.parse(JSON.parse(text)),
  handle: (text) => versioned.parse(JSON.parse(text)),
  output: (text) => output.parse(JSON.parse(text)),
  result: (text) => result.parse(JSON.parse(text)),
  failure: (text) => failure.parse(JSON.parse(text)),
};
