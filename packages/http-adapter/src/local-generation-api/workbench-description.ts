import { z } from 'zod';
import { workbenchError } from './schemas/workbench-job.ts';

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
