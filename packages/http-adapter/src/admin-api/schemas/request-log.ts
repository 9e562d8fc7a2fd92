import { largestBucketCount, type RequestLogEntry } from '@filmgate/core';
import { z } from 'zod';
import { givenInstant, isoInstant, oneInstant, oneText } from './page.ts';

/** Encodes a call for the console; without `prompt` if the prompt was not kept. */
export function encodeRequestLogEntry(entry: RequestLogEntry): RequestLogRecord {
  return {
    id: entry.id,
    time: isoInstant(entry.at),
    count: entry.count,
    last_time: isoInstant(entry.lastAt),
    request_id: entry.requestId,
    caller: entry.caller,
    method: entry.method,
    path: entry.path,
    model: entry.model,
    status: entry.status,
    error_code: entry.errorCode,
    duration_ms: entry.durationMs,
    job_id: entry.jobId,
    disconnected: entry.disconnected,
    prompt_digest: entry.promptDigest,
    ...(entry.prompt === null ? {} : { prompt: entry.prompt }),
  };
}

/** Maximum length of a search text, in UTF-16 units. */
const longestText = 200;

/** One call, or several similar ones [request-log.every-call]. */
export const requestLogEntry = z.object({
  id: z.string(),
  time: z.string().meta({ description: 'Start of the call; for several calls, of the first.' }),
  count: z.int().meta({
    description:
      'Number of calls in the row: polls of one task by one caller, or rejected calls of one kind, within one minute. If greater than 1, all fields except `id` and `time` are of the last call.',
  }),
  last_time: z.string().meta({ description: 'Start of the last call.' }),
  request_id: z.string(),
  caller: z.string().nullable().meta({
    description:
      '`user:<id>`, `native`, `service` or `admin`; null if no credential was accepted, or rejected calls of several callers are counted.',
  }),
  method: z.string(),
  path: z.string().meta({ description: 'Path without the query.' }),
  model: z.string().nullable(),
  status: z.int().nullable().meta({
    description:
      '499 if the caller disconnected before the response; null while the call is in progress, or if there was no response.',
  }),
  error_code: z.string().nullable().meta({
    description: '`server_stopped` if the server stopped before the response.',
  }),
  duration_ms: z.int().nullable(),
  job_id: z.string().nullable(),
  disconnected: z.boolean(),
  prompt_digest: z.string().nullable().meta({ description: 'SHA-256 in hexadecimal.' }),
  prompt: z.string().optional().meta({ description: 'Present only while `log_prompts` is on.' }),
});

export type RequestLogRecord = z.infer<typeof requestLogEntry>;

const statusRule = 'must be an HTTP status';

export const requestLogsQuery = z.object({
  path: oneText.meta({ description: 'Complete path, or a prefix followed by `*`.' }),
  status: z
    .string(statusRule)
    .regex(/^[1-5]\d\d$/, statusRule)
    .transform(Number)
    .optional(),
  caller: oneText.meta({ description: 'Caller, or ID of an API user.' }),
  model: oneText,
  job_id: oneText,
  from: givenInstant,
  to: givenInstant,
  text: z
    .string('must be one string')
    .max(longestText, `must have at most ${longestText} characters`)
    .optional()
    .meta({ description: 'Part of the path, prompt, error code or request ID.' }),
});

const counted = z.int();

/** Number of calls that began in one interval, by result. */
export const requestLogBucket = z.object({
  time: z.string().meta({ description: 'Start of the bucket.' }),
  ok: counted,
  refused: counted.meta({ description: 'Status 4xx except 499.' }),
  failed: counted.meta({ description: 'Status 5xx, and calls cut off by a server stop.' }),
  client_gone: counted.meta({ description: 'Status 499: disconnected before the response.' }),
  open: counted.meta({ description: 'Calls in progress.' }),
});

export const requestLogHistogram = z.object({
  data: z.array(requestLogBucket).meta({ description: 'Oldest first, including empty buckets.' }),
});

const bucketRule = 'must be a whole number of milliseconds';

export const histogramQuery = requestLogsQuery.extend({
  from: oneInstant,
  to: oneInstant,
  bucket_ms: z
    .string(bucketRule)
    .regex(/^[1-9]\d{0,12}$/, bucketRule)
    .transform(Number)
    .meta({ description: `Length of a bucket, in ms; at most ${largestBucketCount} buckets.` }),
});

/** Formats of an exported file. */
export const exportFormats = ['csv', 'jsonl'] as const;

export const exportQuery = requestLogsQuery.extend({
  format: z.enum(exportFormats, `must be one of ${exportFormats.join(', ')}`),
});
