import { z } from 'zod';
import { errorBody } from '../mechanics/error-codes.ts';
import { workbenchError } from './workbench/workbench-job.ts';

/** Either header of the service key, as names of security schemes of the OpenAPI document. */
export const serviceKeySecurity = [{ serviceKey: [] }, { serviceKeyHeader: [] }] as const;

/** Answers every route may give besides its own. */
export const errorAnswers = {
  '4xx': errorBody.describe('Refused; `code` says why.'),
  '5xx': errorBody.describe('Failed; never repeated by itself where `x-should-retry` is false.'),
};

/** A result as bytes. */
export const mediaAnswer = {
  description: 'The MP4 or PNG; a part of it with Range.',
  content: {
    'video/mp4': { schema: z.string().meta({ format: 'binary' }) },
    'image/png': { schema: z.string().meta({ format: 'binary' }) },
  },
};

/** The administrator's session, as a security scheme of the OpenAPI document. */
export const sessionSecurity = [{ adminSession: [] }] as const;

export const workbenchTags = ['Workbench'];

/** Answers every route of the workbench may give besides its own. */
export const workbenchErrors = {
  '4xx': workbenchError.describe(
    'Refused; `detail` says why, and the header `x-error-code` in one word.',
  ),
  '5xx': workbenchError.describe('Failed.'),
};

/** A path that names a job. */
export const workbenchJobPath = z.object({ id: z.string() });
