import { z } from 'zod';
import { frozenJson, type JsonValue } from '../json/json-value.ts';
import { aspectRatios } from '../media/aspect-ratio.ts';
import { referenceRoles } from '../media/reference.ts';
import { resolutions } from '../media/resolution.ts';
import { chargeTimes, costUnits } from '../model/route.ts';
import type { UpstreamUsage } from '../upstream/upstream-usage.ts';
import type {
  UpstreamHandle,
  PreparedSubmission,
  UpstreamOutput,
} from '../upstream/upstream-handle.ts';
import { counterWords, type Doubt } from './doubt.ts';
import { jobFailureCodes } from './job-failure.ts';
import type { JobFailure } from './job-failure.ts';
import { type ResultFetch, resultWaits } from './result-fetch.ts';
import type { Job, JobRoute, StoredResult, Warning } from './job.ts';
import type { Spend } from './spend.ts';

const mediaTypes = ['video', 'image'] as const;

/** Accepts every value that `JSON.parse` gives. */
const json = z.custom<JsonValue>((value) => value !== undefined).transform(frozenJson);

const reference = z
  .object({
    kind: z.enum(['image', 'video', 'audio']),
    role: z.enum(referenceRoles),
    assetId: z.string().nullable(),
    sha256: z.string(),
    contentType: z.string(),
    size: z.number(),
    pixels: z.object({ width: z.number(), height: z.number() }).exactOptional(),
  })
  .readonly();

const request = z.object({
  model: z.string(),
  family: z.string(),
  mediaType: z.enum(mediaTypes),
  prompt: z.string(),
  negativePrompt: z.string().nullable(),
  durationSeconds: z.number().nullable(),
  aspectRatio: z.enum(aspectRatios),
  aspectSource: z.enum(['explicit', 'size', 'prompt', 'model', 'default']),
  resolution: z.enum(resolutions),
  generateAudio: z.boolean(),
  references: z.array(reference).readonly(),
  pinnedAccountId: z.string().exactOptional(),
});

const versioned: z.ZodType<PreparedSubmission & UpstreamHandle> = z
  .object({ version: z.number(), value: json })
  .readonly();

const output: z.ZodType<UpstreamOutput> = z
  .object({ mediaType: z.enum(mediaTypes), value: json, keptUntil: z.number().exactOptional() })
  .readonly();

const keptFile = z.object({ sha256: z.string(), size: z.number(), contentType: z.string() });

const resultFetch: z.ZodType<ResultFetch> = z
  .object({
    since: z.number(),
    awaits: z.enum(resultWaits).nullable(),
    awaitsSince: z.number().nullable(),
    detail: z.string().nullable(),
    until: z.number().nullable(),
    unusable: z.array(keptFile.readonly()).readonly(),
  })
  .readonly();

const doubt: z.ZodType<Doubt> = z
  .object({
    word: z.enum(counterWords),
    source: z.string(),
    since: z.number(),
    latest: z.number(),
    looks: z.number(),
  })
  .readonly();

const result: z.ZodType<StoredResult> = keptFile
  .extend({
    width: z.number().nullable(),
    height: z.number().nullable(),
    durationSeconds: z.number().nullable(),
    hasAudio: z.boolean().nullable(),
  })
  .readonly();

const failure: z.ZodType<JobFailure> = z
  .object({ code: z.enum(jobFailureCodes), message: z.string() })
  .readonly();

const warnings: z.ZodType<readonly Warning[]> = z
  .array(z.object({ param: z.string(), message: z.string() }).readonly())
  .readonly();

const route: z.ZodType<JobRoute> = z.object({ endpoint: z.string(), model: z.string() }).readonly();

const size: z.ZodType<NonNullable<Job['expectedSize']>> = z.union([
  z.object({ width: z.number(), height: z.number() }).readonly(),
  z.literal('as-made'),
]);

const usage: z.ZodType<UpstreamUsage> = z
  .object({
    unit: z.enum(costUnits),
    amount: z.int(),
    figures: z.record(z.string(), json).readonly(),
  })
  .readonly();

const spend: z.ZodType<Spend> = z
  .object({
    unit: z.enum(costUnits),
    estimate: z.int().nonnegative(),
    actual: z.int().nonnegative().nullable(),
    usage: usage.nullable(),
    charges: z.enum(chargeTimes),
  })
  .readonly();

const names: z.ZodType<readonly string[]> = z.array(z.string()).readonly();

/** Schemas of a job's parts as stored JSON: checked, and frozen except `request`, whose fields each store selects. */
export const jobParts = {
  json,
  request,
  warnings,
  names,
  route,
  size,
  usage,
  spend,
  versioned,
  output,
  resultFetch,
  doubt,
  result,
  failure,
} as const;
