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
  time: z.string().meta({ description: 'When the call began; of several, the first.' }),
  count: z.int().meta({
    description:
      'How many calls the row stands for: polls of one task by one caller, or refused calls of one kind, within a minute. Where it is more than 1, the fields but `id` and `time` are of the last.',
  }),
  last_time: z.string().meta({ description: 'When the last of them began.' }),
  request_id: z.string(),
  caller: z.string().nullable().meta({
    description:
      '`user:<id>`, `native`, `service` or `admin`; null when no credential was accepted, and where refused calls of many callers are counted.',
  }),
  method: z.string(),
  path: z.string().meta({ description: 'Without the query.' }),
  model: z.string().nullable(),
  status: z.int().nullable().meta({
    description:
      '499 when the caller left before the answer; null while the call lasts, and when it was never answered.',
  }),
  error_code: z.string().nullable().meta({
    description: '`server_stopped` for a call the server did not live to answer.',
  }),
  duration_ms: z.int().nullable(),
  job_id: z.string().nullable(),
  disconnected: z.boolean(),
  prompt_digest: z.string().nullable().meta({ description: 'SHA-256, in hex.' }),
  prompt: z.string().optional().meta({ description: 'Only while `log_prompts` is on.' }),
});

export type RequestLogRecord = z.infer<typeof requestLogEntry>;

const statusRule = 'must be an HTTP status';

export const requestLogsQuery = z.object({
  path: oneText.meta({ description: 'The whole path, or its beginning and a `*`.' }),
  status: z
    .string(statusRule)
    .regex(/^[1-5]\d\d$/, statusRule)
    .transform(Number)
    .optional(),
  caller: oneText.meta({ description: 'A caller, or the id of an API user.' }),
  model: oneText,
  job_id: oneText,
  from: givenInstant,
  to: givenInstant,
  text: z
    .string('must be one text')
    .max(longestText, `must have at most ${longestText} characters`)
    .optional()
    .meta({ description: 'Part of the path, the prompt, the error code or the request id.' }),
});

const counted = z.int();

/** Number of calls that began in one interval, by result. */
export const requestLogBucket = z.object({
  time: z.string().meta({ description: 'When the bucket begins.' }),
  ok: counted,
  refused: counted.meta({ description: '4xx but 499.' }),
  failed: counted.meta({ description: '5xx, and calls the server did not live to answer.' }),
  client_gone: counted.meta({ description: '499: the caller left before the answer.' }),
  open: counted.meta({ description: 'Not ended yet.' }),
});

export const requestLogHistogram = z.object({
  data: z.array(requestLogBucket).meta({ description: 'Oldest first; empty buckets too.' }),
});

const bucketRule = 'must be a whole number of milliseconds';

export const histogramQuery = requestLogsQuery.extend({
  from: oneInstant,
  to: oneInstant,
  bucket_ms: z
    .string(bucketRule)
    .regex(/^[1-9]\d{0,12}$/, bucketRule)
    .transform(Number)
    .meta({ description: `Length of a bucket; at most ${largestBucketCount} may fit.` }),
});

/** Formats of an exported file. */
export const exportFormats = ['csv', 'jsonl'] as const;

export const exportQuery = requestLogsQuery.extend({
  format: z.enum(exportFormats, `must be one of ${exportFormats.join(', ')}`),
});
