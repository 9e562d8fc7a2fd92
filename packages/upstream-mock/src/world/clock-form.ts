import * as z from 'zod';
import { instant, knownFields } from '../server/strict-input.ts';
import { parseMode } from './clock-setting.ts';

const mode = z.string().transform((text, context) => {
  const read = parseMode(text);
  if (read !== undefined) return read;
  context.addIssue('one of real, scaled(20), frozen, skip');
  return z.NEVER;
});

/** What a clock is told. */
export const clockSchema = knownFields({
  mode: mode.optional(),
  set: instant.optional(),
});
