import * as z from 'zod';
import { outcomes } from './exceptions.ts';
import { causes, findingCodes, verdictCodes } from './finding.ts';
import type { Verdict, Verdicts } from './verdict.ts';

const outcome = z.enum(outcomes);
const by = z.enum(causes);
const code = z.enum(verdictCodes);

/** A verdict as a mock returns it. */
export const verdictSchema: z.ZodType<Verdict> = z.object({
  space: z.string(),
  outcome,
  summary: z.string(),
  seen: z.object({
    requests: z.number(),
    submissions: z.number(),
    jobs: z.number(),
    credits: z.number(),
  }),
  findings: z.array(
    z.object({
      code: z.enum(findingCodes),
      by,
      severity: z.enum(['error', 'warning']),
      likely: z.literal(true).optional(),
      logical_key: z.string().nullable(),
      jobs: z.array(z.string()),
      credits_wasted: z.number(),
      evidence: z.array(
        z.object({
          request: z.number(),
          at: z.string().optional(),
          method: z.string().optional(),
          path: z.string().optional(),
        }),
      ),
      why: z.string(),
      hint: z.string(),
    }),
  ),
  undecided: z.array(
    z.object({
      code,
      by,
      logical_key: z.string().nullable(),
      why: z.string(),
      ends_at: z.string().optional(),
    }),
  ),
  missing: z.array(z.object({ code, expected: z.number(), found: z.number() })),
  remarks: z.array(z.object({ code: z.string(), why: z.string() })),
  more: z.object({ findings: z.number(), undecided: z.number() }).optional(),
  chaos: z.string().optional(),
});

/** The verdicts of all spaces. */
export const verdictsSchema: z.ZodType<Verdicts> = z.object({
  outcome,
  spaces: z.array(verdictSchema),
  dropped: z.array(z.object({ space: z.string(), outcome, at: z.string() })),
});
