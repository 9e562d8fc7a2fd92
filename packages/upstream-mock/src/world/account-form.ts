import * as z from 'zod';
import { knownFields } from '../server/strict-input.ts';

/** What is told of an account key; what is not given stays. */
export const accountSchema = knownFields({
  key: z.string().min(1),
  credits: z.number().int().nonnegative().optional(),
  concurrency: z.number().int().nonnegative().optional(),
  rate: knownFields({
    submissions: z.number().int().positive(),
    windowMs: z.number().positive(),
  })
    .nullable()
    .optional(),
  login: z.enum(['valid', 'expired', 'banned']).optional(),
});
