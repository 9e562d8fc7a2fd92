import * as z from 'zod';
import { tokenProblem } from '../input/control-token.ts';
import type { Verdict } from './verdict.ts';

export const verdictSchema = z.custom<Verdict>((value) => typeof value === 'object');

/** URL of the verdict of a mock, or of one space of it (`…/s/<space>`). Throws a TypeError if the text is no URL. */
function verdictUrl(mock: string): string {
  const url = new URL(mock);
  const [, space] = /^\/s\/([^/]+)/.exec(url.pathname) ?? [];
  return `${url.origin}/_mock/${space === undefined ? '' : `s/${space}/`}verdict`;
}

/**
 * Fetches the verdict of a running mock.
 *
 * @param token - control token; empty = none
 * @throws Error in one sentence if there is no mock, none with control routes, or one with another token
 */
export async function askVerdict(mock: string, token = ''): Promise<Verdict> {
  const url = verdictUrl(mock);
  const problem = token === '' ? undefined : tokenProblem(token);
  if (problem !== undefined) throw new Error(problem);
  const headers = token === '' ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(url, { headers });
  if (response.status === 401)
    throw new Error(`${url} requires another control token: set FILMGATE_MOCK_CONTROL_TOKEN`);
  if (!response.ok) throw new Error(`${url} returned ${response.status}, not a verdict`);
  const parsed = verdictSchema.safeParse(await response.json());
  if (!parsed.success) throw new Error(`${url} returned something other than a verdict`);
  return parsed.data;
}
