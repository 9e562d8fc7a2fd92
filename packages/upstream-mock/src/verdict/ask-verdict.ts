import * as z from 'zod';
import { tokenProblem } from '../server/control-token.ts';
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
      requestHistory: z.array(z.number()),
      why: z.string(),
      hint: z.string(),
    }),
  ),
  unknown: z.array(
    z.object({ code: z.enum(findingCodes), logical_key: z.string(), why: z.string() }),
  ),
  more: z.object({ findings: z.number(), unknown: z.number() }).optional(),
  chaos: z.string().optional(),
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
 * @param token - of its control routes, where they ask for one; else empty
 * @throws Error in one sentence when there is no mock, none with control routes, or one with another token
 */
export async function askVerdict(mock: string, token = ''): Promise<Verdict> {
  const url = verdictUrl(mock);
  const problem = token === '' ? undefined : tokenProblem(token);
  if (problem !== undefined) throw new Error(problem);
  const headers = token === '' ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(url, { headers });
  if (response.status === 401)
    throw new Error(`${url} needs another control token: set FILMGATE_MOCK_CONTROL_TOKEN`);
  if (!response.ok) throw new Error(`${url} answers ${response.status}, and gives no verdict`);
  const parsed = verdictSchema.safeParse(await response.json());
  if (!parsed.success) throw new Error(`${url} answers something that is no verdict`);
  return parsed.data;
}
