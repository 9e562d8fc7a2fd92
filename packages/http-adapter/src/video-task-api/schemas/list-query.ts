import { compatibleStatuses } from '@filmgate/core';
import { z } from 'zod';
import { creationKeyLimits } from '../creation-key.ts';

const defaultLimit = 20;
const largestLimit = 100;
const keyRule = `must have ${creationKeyLimits.minimum} to ${creationKeyLimits.maximum} characters`;
const limitRule = `must be an integer from 1 to ${largestLimit}`;

/** Query of the task list [tasks.list.limit]. */
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
  idempotency_key: z
    .string('must be one key')
    .min(creationKeyLimits.minimum, keyRule)
    .max(creationKeyLimits.maximum, keyRule)
    .optional()
    .meta({
      description:
        'Only the task that a creation with this Idempotency-Key made; an empty list when there is none. The other parameters are then left out of account.',
    }),
  order: z.enum(['asc', 'desc'], 'must be asc or desc').default('desc'),
});
