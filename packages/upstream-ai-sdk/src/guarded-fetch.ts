import type { JsonValue } from '@filmgate/core';
import {
  type InTurns,
  readJson,
  type Transport,
  type TransportCall,
  type TransportResponse,
} from '@filmgate/upstream-http';

/** A response as the provider sent it. */
export interface RawResponse {
  readonly response: TransportResponse;
  /** Undefined if it is not JSON, or too long. */
  readonly body: JsonValue | undefined;
}

/** Place of the requests of a call. */
export interface Reach {
  readonly transport: Transport;
  /** Base URL of the endpoint. */
  readonly baseUrl: string;
  /** Base URLs that a model without a choice uses instead; requests to them go to the endpoint. */
  readonly builtIn: readonly string[];
  /** Bound on responses with a video inside; undefined = there are none. */
  readonly large: { readonly bytes: number; readonly turns: InTurns } | undefined;
}

/** Maximum reads of one call of a model. */
const mostReads = 8;
/** Header fields of a model's request that the transport decides, or that would be its login. */
const dropped =
  /^(?:accept-encoding|authorization|connection|content-length|expect|host|keep-alive|transfer-encoding|upgrade)$/;

/** A request that did not leave. The message has no secret. */
export class NotLetThrough extends Error {
  override readonly name = 'NotLetThrough';
}

/**
 * The `fetch` of one call of a model. A start may send one POST, a read only GETs, both to the endpoint alone; all else
 * is refused before it leaves. Nothing leaves after `end`.
 */
export class GuardedFetch {
  readonly #reach: Reach;
  readonly #call: TransportCall;
  #reads = 0;
  #deciding: Promise<RawResponse> | undefined;
  #refused: string | undefined;
  #isEnded = false;

  /** @param call - the start, a POST, or the read, a GET; its headers contain the login */
  constructor(reach: Reach, call: TransportCall) {
    this.#reach = reach;
    this.#call = call;
  }

  readonly fetch: typeof fetch = async (input, init) => {
    // The signal of the call decides, whatever the model does with its own.
    const request = new Request(input, { ...init, signal: null });
    const body = new Uint8Array(await request.arrayBuffer());
    return asResponse(await this.#send(request, body));
  };

  /** Ends the call, and returns what was refused, and the response to its POST, or to its last read. */
  async end(): Promise<{
    readonly raw: RawResponse | undefined;
    readonly refused: string | undefined;
  }> {
    this.#isEnded = true;
    return { raw: await this.#deciding, refused: this.#refused };
  }

  async #send(request: Request, body: Uint8Array): Promise<RawResponse> {
    const isRead = request.method === 'GET';
    const isStart = this.#call.method === 'POST';
    const path = this.#pathOf(request.url);
    if (this.#isEnded) throw this.#refuse('a request after the end of its call');
    if (path === undefined) throw this.#refuse('a request to an address that is not the endpoint');
    if (isRead && this.#reads === mostReads) throw this.#refuse(`more than ${mostReads} reads`);
    if (!isRead && !(isStart && request.method === 'POST'))
      throw this.#refuse(`a ${request.method}, where nothing is ordered`);
    if (!isRead && this.#deciding !== undefined) throw this.#refuse('a second request that orders');
    if (isRead) this.#reads += 1;
    const { signal, mayStart = () => true } = this.#call;
    const headers = { ...headersOf(request), ...loginOf(this.#call) };
    const response = this.#reach.transport.send({
      ...path,
      method: isRead ? 'GET' : 'POST',
      headers,
      body: isRead ? null : body,
      signal,
      mayStart: () => !this.#isEnded && mayStart(),
    });
    const raw = response.then((one) => this.#read(one));
    if (!(isRead && isStart)) this.#deciding = raw;
    return await raw;
  }

  async #read(response: TransportResponse): Promise<RawResponse> {
    return { response, body: await readJson(response, this.#reach.large) };
  }

  /** Returns the path of a request at the endpoint; undefined for other addresses. */
  #pathOf(url: string): Pick<TransportCall, 'path' | 'isFromRoot'> | undefined {
    const { origin, pathname, search } = new URL(url);
    if (origin === new URL(this.#reach.baseUrl).origin)
      return { path: `${pathname}${search}`, isFromRoot: true };
    const base = this.#reach.builtIn
      .map((one) => one.replace(/\/$/, ''))
      .find((one) => `${origin}${pathname}`.startsWith(`${one}/`));
    return base === undefined
      ? undefined
      : { path: `${origin}${pathname}`.slice(base.length) + search };
  }

  #refuse(what: string): NotLetThrough {
    this.#refused ??= `the model tried ${what}, which was not sent`;
    return new NotLetThrough(this.#refused);
  }
}

function headersOf({ headers }: Request): { readonly [name: string]: string } {
  return Object.fromEntries([...headers].filter(([name]) => !dropped.test(name)));
}

/** The headers of a call describe its own body, which is not sent; the others are the login. */
function loginOf({ headers }: TransportCall): { readonly [name: string]: string } {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'content-type'));
}

/** @throws RangeError for a status that a response of `fetch` cannot have */
function asResponse({ response, body }: RawResponse): Response {
  const { status, retryAfter } = response;
  const isBare = [204, 205, 304].includes(status);
  const text = body === undefined ? '' : JSON.stringify(body);
  const contentType = body === undefined ? 'text/plain' : 'application/json';
  return new Response(isBare ? null : text, {
    status,
    headers: {
      'content-type': contentType,
      ...(retryAfter !== null && { 'retry-after': retryAfter }),
    },
  });
}
