import { z } from 'zod';
import { givenInstant, oneText } from './filters.ts';

/** Longest text looked for, in UTF-16 units. */
const longestText = 200;

/** One call (decisions §6 `request-logs`). */
export const requestLogEntry = z.object({
  id: z.string(),
  time: z.string(),
  request_id: z.string(),
  caller: z.string().nullable().meta({
    description:
      '`user:<id>`, `native`, `service` or `admin`; null when no credential was accepted.',
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
