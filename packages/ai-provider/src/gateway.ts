import { APICallError, LoadAPIKeyError } from '@ai-sdk/provider';

/** One gateway as the model calls it. */
export interface Gateway {
  /** URL with the version, without a slash at its end. */
  readonly baseURL: string;
  readonly apiKey: string | undefined;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly fetch: typeof fetch | undefined;
}

/** One request to the gateway. */
export interface GatewayRequest {
  /** Path below the base URL. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>> | undefined;
  readonly signal: AbortSignal | undefined;
  /** Makes the request a POST: the fields of the order, and its key. */
  readonly order?: { readonly body: object; readonly key: string };
}

/** A successful response, read to its end. */
export interface GatewayResponse {
  readonly url: string;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Sends one request and reads its response.
 *
 * @throws APICallError for a refusal, and without a status for a response that did not arrive; the reason of the signal
 */
export async function send(gateway: Gateway, request: GatewayRequest): Promise<GatewayResponse> {
  const { path, signal } = request;
  const body = request.order?.body;
  const url = `${gateway.baseURL}${path}`;
  const headers = headersOf(gateway, request);
  const call = gateway.fetch ?? fetch;
  try {
    const response = await call(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers,
      // A redirected POST would arrive as a GET, and a redirected key at another host.
      redirect: 'error',
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal !== undefined && { signal }),
    });
    const read = {
      url,
      status: response.status,
      headers: Object.fromEntries(response.headers),
      bytes: new Uint8Array(await response.arrayBuffer()),
    };
    if (response.ok) return read;
    throw refusalOf(read, body);
  } catch (error) {
    if (APICallError.isInstance(error)) throw error;
    signal?.throwIfAborted();
    const message = `Filmgate sent no whole response: ${reasonOf(error)}`;
    const requestBodyValues = body;
    throw new APICallError({ message, url, requestBodyValues, isRetryable: true, cause: error });
  }
}

/** True if repeating a request may help: it says nothing about the video. */
export function isPassing({ statusCode }: APICallError): boolean {
  return statusCode === undefined || statusCode === 408 || statusCode === 429 || statusCode >= 500;
}

/** Error of a response that is not one of the API, such as a page of a proxy. */
export function unreadable({ url, status, headers, bytes }: GatewayResponse): APICallError {
  return new APICallError({
    message: `The response with status ${status} is not one of Filmgate; check the baseURL, which ends in /v1.`,
    url,
    requestBodyValues: undefined,
    responseHeaders: headers,
    responseBody: textOf(bytes).slice(0, 1000),
    isRetryable: true,
  });
}

/** Returns an error that the AI SDK does not repeat, with what the caller can do about it. */
export function finalError(
  error: APICallError,
  { message, data }: { readonly message: string; readonly data: object },
): APICallError {
  const { url, requestBodyValues, statusCode, responseHeaders, responseBody } = error;
  return new APICallError({
    message,
    url,
    requestBodyValues,
    ...(statusCode !== undefined && { statusCode }),
    ...(responseHeaders !== undefined && { responseHeaders }),
    ...(responseBody !== undefined && { responseBody }),
    isRetryable: false,
    data,
    cause: error,
  });
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** Returns the value of a JSON text; undefined if the text is not JSON. */
export function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(textOf(bytes));
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function headersOf({ apiKey, headers }: Gateway, request: GatewayRequest): Headers {
  const all = new Headers({ authorization: `Bearer ${keyOf(apiKey)}` });
  for (const [name, value] of Object.entries({ ...headers, ...request.headers })) {
    if (value !== undefined) all.set(name, value);
  }
  if (request.order !== undefined) {
    all.set('content-type', 'application/json');
    all.set('idempotency-key', request.order.key);
  }
  return all;
}

function keyOf(apiKey: string | undefined): string {
  const key = apiKey ?? (typeof process === 'undefined' ? '' : process.env['FILMGATE_API_KEY']);
  if (key !== undefined && /^[\x21-\x7e]+$/.test(key)) return key;
  const message =
    "The Filmgate API key is missing, or contains other than visible ASCII characters. Pass it as 'apiKey' to createFilmgate, or in the environment variable FILMGATE_API_KEY.";
  throw new LoadAPIKeyError({ message });
}

function refusalOf(response: GatewayResponse, body: object | undefined): APICallError {
  const { url, status, headers, bytes } = response;
  const value = jsonOf(bytes);
  const error = isRecord(value) && isRecord(value['error']) ? value['error'] : {};
  const { message, code } = error;
  const words = typeof message === 'string' ? message : `Filmgate responded with ${status}.`;
  return new APICallError({
    message: typeof code === 'string' ? `${words} (${code})` : words,
    url,
    requestBodyValues: body,
    statusCode: status,
    responseHeaders: headers,
    responseBody: textOf(bytes),
    // A 5xx may come from a proxy after the order arrived.
    isRetryable: status === 429 && headers['x-should-retry'] !== 'false',
    data: error,
  });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
