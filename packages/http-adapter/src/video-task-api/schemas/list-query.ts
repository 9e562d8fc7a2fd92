import { compatibleStatuses } from '@filmgate/core';
import { z } from 'zod';

const defaultLimit = 20;
const largestLimit = 100;
const limitRule = `must be an integer from 1 to ${largestLimit}`;

/** Query of the task list (video-task-api §4.1, decisions §3 List). */
export const listQuery = z.object({
  search: z
    .string('must be one text')
    .optional()
    .meta({ description: 'Part of the prompt in any case, or a whole id.' }),
  status: z.enum(compatibleStatuses, `must be one of ${compatibleStatuses.join(', ')}`).optional(),
  limit: z
    .string(limitRule)
    .regex(/^\d{1,3}$/, limitRule)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= largestLimit, limitRule)
    .default(defaultLimit)
    .meta({ description: `1 to ${largestLimit}.` }),
  after: z
    .string('must be one id')
    .optional()
    .meta({ description: 'Id of the task the page starts after.' }),
  order: z.enum(['asc', 'desc'], 'must be asc or desc').default('desc'),
});
