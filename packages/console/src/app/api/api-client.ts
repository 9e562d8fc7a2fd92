import type { ResponseOf, PathOf, Verb } from './responses.ts';
import { responseFields } from './response-fields.gen.ts';
import type { Failed, Outcome } from './outcome.ts';

/** Values of the path parameters, such as `{id}`; escaped in the URL. */
type Params<P extends string> = P extends `${string}{${string}`
  ? { readonly params: { readonly [name: string]: string } }
  : { readonly params?: never };

/** A request, named by its path in the server's OpenAPI description. */
export type ApiRequest<V extends Verb, P extends PathOf<V>> = Params<P> & {
  readonly path: P;
  /** GET when absent. */
  readonly method?: V;
  /** Undefined and empty values are left out. */
  readonly query?: { readonly [name: string]: string | number | undefined };
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
};

interface FileRequest {
  readonly path: string;
  readonly signal?: AbortSignal;
}

/** Client of the server that served the pages. */
export interface ApiClient {
  ask<V extends Verb = 'GET', P extends PathOf<V> = PathOf<V>>(
    request: ApiRequest<V, P>,
  ): Promise<Outcome<ResponseOf<V, P>>>;
  /** Downloads a file, such as an image. */
  fetchFile(request: FileRequest): Promise<Outcome<Blob>>;
}

export interface ApiClientPorts {
  readonly fetch: (url: URL, init: RequestInit) => Promise<Response>;
  readonly urlOf: (path: string) => URL;
  /** Called when the server no longer knows the session. */
  readonly onSessionEnded: () => void;
  /** Asks the user to log in again; resolves with false when the user cancels. */
  readonly confirmLogin: () => Promise<boolean>;
}

const mostMs = 30_000;
const sessionPath = '/api/v1/auth/session';
/** Routes that return 401 during a login. */
const isAboutLogin = (path: string): boolean => path.startsWith('/api/v1/auth/');

/** True when the server does not know the session. A 401 that asks for a confirmation code leaves the session valid. */
function lacksSession(outcome: Outcome<unknown>): boolean {
  if (outcome.kind !== 'refused' && outcome.kind !== 'unreadable') return false;
  const code = outcome.kind === 'refused' ? (outcome.code ?? '') : '';
  return outcome.status === 401 && !code.startsWith('one_time_code');
}

type Send = <T>(
  request: FileRequest,
  init: RequestInit,
  read: (response: Response) => Promise<Outcome<T>>,
) => Promise<Outcome<T>>;

/** Sends requests that need the session. */
function createSend({ fetch, urlOf, onSessionEnded }: ApiClientPorts): Send {
  const exchange: Send = async ({ path, signal }, init, read) => {
    const timeout = AbortSignal.timeout(mostMs);
    const either = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
    try {
      return await read(await fetch(urlOf(path), { ...init, signal: either }));
    } catch {
      return { kind: 'unreachable' };
    }
  };
  const isLoggedIn = async (): Promise<boolean> => {
    const asked = await exchange({ path: sessionPath }, {}, (response) => outcomeOf(response, []));
    return asked.kind === 'answered';
  };
  return async (request, init, read) => {
    const outcome = await exchange(request, init, read);
    if (!lacksSession(outcome) || isAboutLogin(request.path)) return outcome;
    // Another login in this browser replaces the session for pending requests too.
    if (await isLoggedIn()) return await exchange(request, init, read);
    onSessionEnded();
    return outcome;
  };
}

export function createApiClient(ports: ApiClientPorts): ApiClient {
  const send = createSend(ports);
  return {
    async ask<V extends Verb, P extends PathOf<V>>(request: ApiRequest<V, P>) {
      const { method = 'GET', path, signal } = request;
      const fields = responseFields[`${method} ${path}`] ?? [];
      const once = () =>
        send(
          { path: filledPath(request), ...(signal !== undefined && { signal }) },
          initOf(method, request.body),
          (response) => outcomeOf<ResponseOf<V, P>>(response, fields),
        );
      const outcome = await once();
      const needsLogin = outcome.kind === 'refused' && outcome.code === 'reauthentication_required';
      return needsLogin && (await ports.confirmLogin()) ? await once() : outcome;
    },
    fetchFile: (request) =>
      send(request, {}, async (response): Promise<Outcome<Blob>> => {
        if (!response.ok) return failureOf(response, readJson(await response.text()));
        return { kind: 'answered', status: response.status, value: await response.blob() };
      }),
  };
}

interface PathParts {
  readonly path: string;
  readonly params?: { readonly [name: string]: string };
  readonly query?: { readonly [name: string]: string | number | undefined };
}

function filledPath({ path, params = {}, query = {} }: PathParts): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? filled : `${filled}?${new URLSearchParams(given).toString()}`;
}

function initOf(method: Verb, body: unknown): RequestInit {
  return {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}

async function outcomeOf<T>(response: Response, fields: readonly string[]): Promise<Outcome<T>> {
  const { status } = response;
  const json = readJson(await response.text());
  if (!response.ok) return failureOf(response, json);
  const isResponse = (value: unknown): value is T => looksAsked(value, status, fields);
  return isResponse(json)
    ? { kind: 'answered', status, value: json }
    : { kind: 'unreadable', status, requestId: response.headers.get('x-request-id') };
}

/**
 * Checks for the expected response, as opposed to a proxy's page or a server of another version. Field values are not
 * checked: the types are generated from the server's description, and the server validates its responses against it.
 */
function looksAsked(json: unknown, status: number, fields: readonly string[]): boolean {
  if (status === 204) return json === null;
  return isObject(json) && fields.every((field) => field in json);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Null for an empty body, undefined for a body that is not JSON. */
function readJson(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The error in the format of the page routes or of the programmatic routes; undefined for other bodies. */
function detailOf(json: unknown): string | undefined {
  if (!isObject(json)) return undefined;
  const said =
    'error' in json && isObject(json.error) && 'message' in json.error
      ? json.error.message
      : 'detail' in json && json.detail;
  return typeof said === 'string' ? said : undefined;
}

function failureOf({ status, headers }: Response, json: unknown): Failed {
  const requestId = headers.get('x-request-id');
  const detail = detailOf(json);
  if (detail === undefined) return { kind: 'unreadable', status, requestId };
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  const retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : null;
  return {
    kind: 'refused',
    status,
    detail,
    code: headers.get('x-error-code'),
    requestId,
    retryAfterMs,
  };
}
