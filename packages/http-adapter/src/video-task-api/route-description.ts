import { z } from 'zod';
import { errorBody } from '../mechanics/error-codes.ts';

/** Security scheme names of the OpenAPI document. */
export const apiUserSecurity = [{ apiUserKey: [] }] as const;
export const upstreamSecurity = [{ upstreamKey: [] }] as const;

/** Answers every route of a group may give besides its own. */
export const errorAnswers = {
  '4xx': errorBody.describe('Refused; `code` says why.'),
  '5xx': errorBody.describe('Failed; try again later where Retry-After says so.'),
};

/** A path that names a job. */
export const jobPath = z.object({ id: z.string() });

/** A video as bytes. */
export const videoAnswer = {
  description: 'The MP4; a part of it with Range.',
  content: { 'video/mp4': { schema: z.string().meta({ format: 'binary' }) } },
};

/** A raw file as a body. */
export const fileBody = z.instanceof(Uint8Array).meta({ type: 'string', format: 'binary' });

/** Headers of a creation. */
export const creationHeaders = z.object({
  'idempotency-key': z
    .string()
    .optional()
    .meta({ description: '1 to 255 visible ASCII characters; makes retries safe.' }),
});

/** Headers of a native creation. */
export const nativeCreationHeaders = z.object({
  'idempotency-key': z.string().meta({ description: '8 to 128 visible ASCII characters.' }),
});

/** Headers of an upload. */
export const uploadHeaders = z.object({
  'x-file-name': z
    .string()
    .optional()
    .meta({ description: 'Percent-encoded; `asset.<ext>` when absent.' }),
});
