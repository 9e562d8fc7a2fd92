import type * as z from 'zod/mini';
import type { Failed, Outcome } from './outcome.ts';
import { errorBody } from './schemas/error-body.ts';

export interface ApiRequest<T> {
  readonly path: string;
  readonly schema: z.ZodMiniType<T>;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** Asks the server the pages came from. */
export interface ApiClient {
  ask<T>(request: ApiRequest<T>): Promise<Outcome<T>>;
  /** Fetches a file, such as an image. */
  fetchFile(request: Pick<ApiRequest<unknown>, 'path' | 'signal'>): Promise<Outcome<Blob>>;
}

export interface ApiClientPorts {
  readonly fetch: (url: URL, init: RequestInit) => Promise<Response>;
  readonly urlOf: (path: string) => URL;
  /** Told when the server knows our session no more. */
  readonly onSessionEnded: () => void;
}

const mostMs = 30_000;
/** These answer 401 to people who are about to log in. */
const isAboutLogin = (path: string): boolean => path.startsWith('/api/v1/auth/');

/** A code is wanted to confirm something; the session goes on. */
const wantsCode = ({ headers }: Response): boolean =>
  headers.get('x-error-code')?.startsWith('one_time_code') === true;

export function createApiClient({ fetch, urlOf, onSessionEnded }: ApiClientPorts): ApiClient {
  /** Null when no whole answer came. */
  const send = async <T>(
    { path, signal }: Pick<ApiRequest<unknown>, 'path' | 'signal'>,
    init: RequestInit,
    read: (response: Response) => Promise<T>,
  ): Promise<T | null> => {
    const timeout = AbortSignal.timeout(mostMs);
    const either = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
    try {
      const response = await fetch(urlOf(path), { ...init, signal: either });
      if (response.status === 401 && !isAboutLogin(path) && !wantsCode(response)) onSessionEnded();
      return await read(response);
    } catch {
      return null;
    }
  };
  return {
    async ask(request) {
      const outcome = await send(request, initOf(request), (response) =>
        outcomeOf(response, request.schema),
      );
      return outcome ?? { kind: 'unreachable' };
    },
    async fetchFile(request) {
      const outcome = await send(request, {}, async (response): Promise<Outcome<Blob>> => {
        if (!response.ok) return failureOf(response, readJson(await response.text()));
        return { kind: 'answered', status: response.status, value: await response.blob() };
      });
      return outcome ?? { kind: 'unreachable' };
    },
  };
}

function initOf({ method = 'GET', body }: ApiRequest<unknown>): RequestInit {
  return {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}

async function outcomeOf<T>(response: Response, schema: z.ZodMiniType<T>): Promise<Outcome<T>> {
  const { status } = response;
  const json = readJson(await response.text());
  if (!response.ok) return failureOf(response, json);
  const parsed = schema.safeParse(json);
  return parsed.success
    ? { kind: 'answered', status, value: parsed.data }
    : { kind: 'unreadable', status, requestId: response.headers.get('x-request-id') };
}

/** Null for an answer without a body, undefined for one that is no JSON. */
function readJson(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function failureOf({ status, headers }: Response, json: unknown): Failed {
  const requestId = headers.get('x-request-id');
  const body = errorBody.safeParse(json);
  if (!body.success) return { kind: 'unreadable', status, requestId };
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  const retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : null;
  const detail = 'detail' in body.data ? body.data.detail : body.data.error.message;
  return {
    kind: 'refused',
    status,
    detail,
    code: headers.get('x-error-code'),
    requestId,
    retryAfterMs,
  };
}
