import {
  adminJob,
  adminJobDetail,
  checkedJob,
  lookedUpWork,
  pageOf,
  resolvedJob,
} from '@filmgate/http-adapter';
import { z } from 'zod';
import type {
  DialectResponse,
  JobDesk,
  JobsWanted,
  NamedByHand,
  ResolutionByHand,
} from './job-desk.ts';

export interface AdminLogin {
  readonly username: string;
  readonly password: string;
  readonly oneTimeCode: string | undefined;
}

const refusal = z.object({ detail: z.string() });
/** Request timeout, in ms: longer than a gateway waits for a provider. */
const patienceMs = 120_000;

/**
 * Opens the jobs of a running gateway through its administration API.
 *
 * @param url - the address of its Local Generation API, without a slash at its end
 * @throws Error with a sentence when nothing responds there, or the login is refused
 */
export async function openApiDesk(url: string, login: AdminLogin): Promise<JobDesk> {
  const session = new Session(url);
  await session.open(login);
  return new ApiDesk(session);
}

class ApiDesk implements JobDesk {
  readonly isRunning = true;
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async list({ states, text, limit }: JobsWanted) {
    const query = new URLSearchParams({ limit: String(limit) });
    if (states !== null) query.set('state', states.join(','));
    if (text !== null) query.set('text', text);
    const page = await this.#session.ask(pageOf(adminJob), `jobs?${query.toString()}`);
    return page.kind === 'refused' ? page : answered(page.value.data);
  }

  show(id: string) {
    return this.#session.ask(adminJobDetail, pathOf(id));
  }

  check(id: string) {
    return this.#session.ask(checkedJob, `${pathOf(id)}/check`, { method: 'POST' });
  }

  lookUp(id: string, named: NamedByHand) {
    return this.#session.ask(lookedUpWork, `${pathOf(id)}/look-up`, {
      method: 'POST',
      body: namedIn(named),
    });
  }

  async resolve(id: string, resolution: ResolutionByHand, note: string) {
    const named = resolution.outcome === 'found' ? namedIn(resolution) : {};
    const body = { outcome: resolution.outcome, note, ...named };
    const resolved = await this.#session.ask(resolvedJob, `${pathOf(id)}/resolve`, {
      method: 'POST',
      body,
    });
    return resolved.kind === 'refused' ? resolved : answered(resolved.value.job);
  }

  close(): Promise<void> {
    return this.#session.close();
  }
}

const answered = <Value>(value: Value) => ({ kind: 'answered', value }) as const;

function pathOf(id: string): string {
  return `jobs/${encodeURIComponent(id)}`;
}

function namedIn({ upstreamId, account }: NamedByHand) {
  return { upstream_id: upstreamId, ...(account !== undefined && { account }) };
}

/** A login at one gateway. */
class Session {
  readonly #url: string;
  #cookie = '';

  constructor(url: string) {
    this.#url = url;
  }

  async open({ username, password, oneTimeCode }: AdminLogin): Promise<void> {
    const code = oneTimeCode === undefined ? {} : { one_time_code: oneTimeCode };
    const response = await this.#send('POST', 'auth/login', { username, password, ...code });
    if (!response.ok)
      throw new Error(`The login at ${this.#url} was refused: ${await sentenceOf(response)}`);
    this.#cookie = response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';', 1)[0])
      .join('; ');
  }

  /** Returns the response of a route of the administration API; a 4xx is a refusal, with the gateway's own sentence. */
  async ask<Value>(
    schema: z.ZodType<Value>,
    path: string,
    { method = 'GET', body }: { readonly method?: 'GET' | 'POST'; readonly body?: object } = {},
  ): Promise<DialectResponse<Value>> {
    const response = await this.#send(method, `admin/${path}`, body);
    if (response.ok) return answered(schema.parse(await response.json()));
    const message = await sentenceOf(response);
    if (response.status < 500) return { kind: 'refused', message };
    throw new Error(`The gateway at ${this.#url} responded ${response.status}: ${message}`);
  }

  async close(): Promise<void> {
    await this.#send('POST', 'auth/logout');
  }

  async #send(method: string, path: string, body?: object): Promise<Response> {
    try {
      return await fetch(`${this.#url}/api/v1/${path}`, {
        method,
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
        headers: {
          ...(this.#cookie !== '' && { cookie: this.#cookie }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    } catch (error) {
      throw new Error(`No gateway responds at ${this.#url}.`, { cause: error });
    }
  }
}

async function sentenceOf(response: Response): Promise<string> {
  const text = await response.text();
  try {
    return refusal.parse(JSON.parse(text)).detail;
  } catch {
    return `status ${response.status}`;
  }
}
