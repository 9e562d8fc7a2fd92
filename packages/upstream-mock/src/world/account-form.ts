import * as z from 'zod';
import { knownFields } from '../server/strict-input.ts';

/** What is told of an account key; what is not given stays. */
export const accountSchema = knownFields({
  key: z.string().min(1),
  credits: z.number().int().nonnegative().exactOptional(),
  concurrency: z.number().int().nonnegative().exactOptional(),
  rate: knownFields({
    submissions: z.number().int().positive(),
    windowMs: z.number().positive(),
  })
    .nullable()
    .exactOptional(),
  login: z.enum(['valid', 'expired', 'banned']).exactOptional(),
});
