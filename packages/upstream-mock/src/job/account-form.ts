import * as z from 'zod';
import { knownFields } from '../input/strict-input.ts';

/** Settings of an account key; fields that are left out do not change. */
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
