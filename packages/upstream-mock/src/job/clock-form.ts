import * as z from 'zod';
import { instant, knownFields } from '../input/strict-input.ts';
import { parseMode } from './clock-setting.ts';

/** A hundred years: enough for every test, and short enough that instants stay valid dates. */
export const longestAdvanceMs = 100 * 365 * 24 * 3_600_000;

const mode = z.string().transform((text, context) => {
  const read = parseMode(text);
  if (read.kind === 'read') return read.mode;
  context.addIssue(read.message);
  return z.NEVER;
});

/** Body of a clock change. */
export const clockSchema = knownFields({
  mode: mode.optional(),
  set: instant.optional(),
});
