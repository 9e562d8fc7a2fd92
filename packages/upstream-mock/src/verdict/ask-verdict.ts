import * as z from 'zod';
import { findingCodes } from './finding.ts';
import type { Verdict } from './verdict.ts';

export const verdictSchema: z.ZodType<Verdict> = z.object({
  clean: z.boolean(),
  findings: z.array(
    z.object({
      code: z.enum(findingCodes),
      severity: z.enum(['error', 'warning']),
      logical_key: z.string().nullable(),
      jobs: z.array(z.string()),
      credits_wasted: z.number(),
      evidence: z.array(z.number()),
      why: z.string(),
      hint: z.string(),
    }),
  ),
  unknown: z.array(
    z.object({ code: z.enum(findingCodes), logical_key: z.string(), why: z.string() }),
  ),
});

/** Where a mock, or one space of it (`…/s/<space>`), gives its verdict. Throws a TypeError when the text is no URL. */
function verdictUrl(mock: string): string {
  const url = new URL(mock);
  const [, space] = /^\/s\/([^/]+)/.exec(url.pathname) ?? [];
  return `${url.origin}/_mock/${space === undefined ? '' : `s/${space}/`}verdict`;
}

/**
 * Asks a running mock for its verdict.
 *
 * @throws Error in one sentence when there is no mock, or none with control routes
 */
export async function askVerdict(mock: string): Promise<Verdict> {
  const url = verdictUrl(mock);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answers ${response.status}, and gives no verdict`);
  const parsed = verdictSchema.safeParse(await response.json());
  if (!parsed.success) throw new Error(`${url} answers something that is no verdict`);
  return parsed.data;
}
