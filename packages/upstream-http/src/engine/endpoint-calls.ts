import type { JsonValue, UpstreamAccountCall } from '@filmgate/core';
import type { AccountLogin } from './account-login.ts';
import type { FilledBody } from './fill-body.ts';
import { InTurns } from './in-turns.ts';
import type { OutputCall } from './open-output.ts';
import type { ReadCall } from './provider-description.ts';
import { readJson } from './read-json.ts';
import type { AccountPaces } from './read-pace.ts';
import type { JsonRead } from './read-task.ts';
import { askedPause, type Transport, type TransportResponse } from './transport.ts';

/** Maximum responses with a video inside that are read at once: each takes some four times its size. */
const mostLargeReads = 4;

/** Calls to an endpoint that order nothing, each with the login of an account. */
export class EndpointCalls {
  /** Bound on the parsing of responses with a result in them. */
  readonly largeReads = new InTurns(mostLargeReads);
  readonly #deps: { readonly transport: Transport; readonly now: () => number };
  readonly #login: AccountLogin;
  readonly #paces: AccountPaces;

  constructor(
    deps: { readonly transport: Transport; readonly now: () => number },
    login: AccountLogin,
    paces: AccountPaces,
  ) {
    this.#deps = deps;
    this.#login = login;
    this.#paces = paces;
  }

  get(
    read: Parameters<OutputCall['get']>[0],
    { account, signal }: UpstreamAccountCall,
  ): Promise<TransportResponse> {
    const headers = this.#login.headers(account);
    return this.#deps.transport.send({ method: 'GET', ...read, headers, body: null, signal });
  }

  /** Reads one response; with its body if that is JSON. */
  async read(
    { path, origin, body, largest }: ReadCall,
    call: UpstreamAccountCall,
  ): Promise<JsonRead> {
    const response =
      body === undefined
        ? await this.get({ path, ...(origin !== undefined && { origin }) }, call)
        : await this.#send(path, jsonOf(body), call);
    return await this.#jsonOf(response, call, largest);
  }

  /** Sends a body that orders nothing. */
  async post(path: string, body: FilledBody, call: UpstreamAccountCall): Promise<JsonRead> {
    return await this.#jsonOf(await this.#send(path, body, call), call);
  }

  #send(
    path: string,
    { contentType, bytes: body }: FilledBody,
    { account, signal }: UpstreamAccountCall,
  ): Promise<TransportResponse> {
    const headers = { 'content-type': contentType, ...this.#login.headers(account) };
    return this.#deps.transport.send({ method: 'POST', path, headers, body, signal });
  }

  async #jsonOf(
    response: TransportResponse,
    { account }: UpstreamAccountCall,
    largest?: number,
  ): Promise<JsonRead> {
    const { status } = response;
    const large = largest === undefined ? undefined : { bytes: largest, turns: this.largeReads };
    const body = await readJson(response, large);
    const json = body === undefined ? undefined : { status, body };
    const now = this.#deps.now();
    const retryAfterMs = askedPause(response, now);
    if (status === 429) this.#paces.of(account.id).refused(retryAfterMs, now);
    return { status, json, retryAfterMs };
  }
}

function jsonOf(body: JsonValue): FilledBody {
  return { contentType: 'application/json', bytes: JSON.stringify(body) };
}
