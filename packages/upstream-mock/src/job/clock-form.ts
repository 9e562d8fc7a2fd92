import * as z from 'zod';
import { instant, knownFields } from '../input/strict-input.ts';
import type { ClockMode } from './clock-setting.ts';

/** A hundred years: enough for every test, and short enough that instants stay valid dates. */
export const longestAdvanceMs = 100 * 365 * 24 * 3_600_000;

/** Mode of a clock in its text form. */
export const modeSchema = z.string().transform((text, context): ClockMode => {
  if (text === 'real' || text === 'frozen') return { kind: text };
  const [, amount] = /^scaled\((-?\d{1,9}(?:\.\d{1,9})?)\)$/.exec(text) ?? [];
  const speed = Number(amount);
  if (speed > 0) return { kind: 'scaled', speed };
  context.addIssue(
    amount === undefined
      ? 'one of real, scaled(20), frozen'
      : `the number in ${text} must be above 0`,
  );
  return z.NEVER;
});

/** Body of a clock change. */
export const clockSchema = knownFields({
  mode: modeSchema.optional(),
  set: instant.optional(),
});
