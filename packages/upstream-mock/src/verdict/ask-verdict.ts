import * as z from 'zod';
import { tokenProblem } from '../input/control-token.ts';
import { isSpaceName } from '../space/space-name.ts';
import { type Outcome, outcomes } from './exceptions.ts';

/** Question about a running mock. */
export interface VerdictQuestion {
  /** Address of the mock, of one of its spaces, or of an API in a space. */
  readonly mock: string;
  /** True for the verdicts of all spaces. */
  readonly all: boolean;
  /** Parameters of the route. */
  readonly query: { readonly [name: string]: string };
  /** Control token; empty = none. */
  readonly token: string;
  /** True for JSON, false for text. */
  readonly json: boolean;
}

/** The response of a mock, and the outcome in it. */
export interface AskedVerdict {
  readonly outcome: Outcome;
  readonly text: string;
}

/**
 * Address of a verdict.
 *
 * @throws Error in one sentence if the path names neither a mock nor a space
 */
function verdictUrl({ mock, all, query }: VerdictQuestion): URL {
  const given = URL.parse(mock);
  if (given === null || !/^https?:$/.test(given.protocol))
    throw new Error(`${mock} is no address of a mock, such as http://127.0.0.1:8789`);
  const { origin, pathname } = given;
  const [, space] = /^\/s\/([^/]+)(?:\/.*)?$/.exec(pathname) ?? [];
  const isSpace = space !== undefined && isSpaceName(space);
  if (!isSpace && pathname !== '/')
    throw new Error(
      `${pathname} names no space: the address is ${origin}, or ${origin}/s/<space> for one space`,
    );
  if (all && isSpace) throw new Error(`--all is about every space, and ${mock} about one`);
  const url = new URL(`${origin}/_mock/${isSpace ? `s/${space}/` : ''}verdict${all ? 's' : ''}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

/**
 * Fetches the verdict of a running mock.
 *
 * @throws Error in one sentence if there is no mock or no such space, or if the mock refuses the question
 */
export async function askVerdict(question: VerdictQuestion): Promise<AskedVerdict> {
  const { token, json } = question;
  const url = verdictUrl(question);
  const problem = token === '' ? undefined : tokenProblem(token);
  if (problem !== undefined) throw new Error(problem);
  const headers = {
    accept: json ? 'application/json' : 'text/plain',
    ...(token !== '' && { authorization: `Bearer ${token}` }),
  };
  const response = await fetch(url, { headers }).catch(() => undefined);
  if (response === undefined)
    throw new Error(
      `no mock responded at ${url.origin}: start one with npx filmgate-mock serve, or correct the address`,
    );
  const text = await response.text();
  if (!response.ok) throw new Error(refusalOf(response.status, text, url));
  const named = json ? outcomeSchema.safeParse(parsed(text)).data?.outcome : text.split(':', 1)[0];
  const outcome = outcomes.find((known) => known === named);
  if (outcome === undefined) throw new Error(`${url.href} returned something other than a verdict`);
  return { outcome, text };
}

const outcomeSchema = z.object({ outcome: z.string() });
const refusalSchema = z.object({ error: z.object({ kind: z.string(), message: z.string() }) });

function refusalOf(status: number, json: string, { origin, pathname }: URL): string {
  if (status === 401)
    return `${origin} requires another control token: set FILMGATE_MOCK_CONTROL_TOKEN`;
  const { error } = refusalSchema.safeParse(parsed(json)).data ?? {};
  return error === undefined || error.kind === 'not_found'
    ? `${origin} has no ${pathname} (status ${status}): that is no mock, or one without control routes (serve --control)`
    : `${origin}: ${error.message}`;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
