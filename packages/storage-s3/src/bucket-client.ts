import type { Readable } from 'node:stream';
import { AwsV4Signer } from 'aws4fetch';
import pRetry from 'p-retry';
import { Agent, type Dispatcher } from 'undici';
import { BucketRefusal, bucketFault, mayPass } from './bucket-fault.ts';
import type { BucketLocation } from './bucket-location.ts';
import { type ListedPage, readErrorCode, readListResponse } from './list-response.ts';

/** Timeouts of one request, in ms: to connect, to begin a response, and between two pieces of one. */
const connectTimeoutMs = 10_000;
const headersTimeoutMs = 60_000;
const bodyTimeoutMs = 90_000;
const connections = 128;

/** Number of retries of a request that may be repeated without harm; every request here may be. */
const retries = 2;
const firstPauseMs = 100;

/** SHA-256 of nothing: signed by requests without a body. */
const nothingSha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
/** Maximum size of an error document that is read, in bytes. */
const errorBytes = 64 * 1024;

/** Bytes to send, created anew for each try. */
export interface Upload {
  readonly size: number;
  readonly sha256: string;
  readonly body: () => Readable | Uint8Array;
}

interface Call {
  readonly doing: string;
  readonly method: 'GET' | 'PUT' | 'DELETE';
  /** Key within the bucket; empty for the bucket itself. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly upload?: Upload;
}

/** A successful response; its body must be read to its end or destroyed. */
export interface BucketResponse {
  readonly body: Dispatcher.ResponseData['body'];
  /** The service's clock at the response, in ms since 1970; null when it is not given. */
  readonly date: number | null;
}

/**
 * The five requests the blob store makes to a bucket, signed with Signature Version 4 over the SHA-256 of the body, so
 * that the service refuses bytes that were damaged in transit. Throws `StorageUnavailable`; no error contains a
 * credential.
 */
export class BucketClient {
  readonly #location: BucketLocation;
  readonly #base: URL;
  readonly #agent: Agent;
  readonly #signingKeys = new Map<string, ArrayBuffer>();

  constructor(location: BucketLocation) {
    this.#location = location;
    this.#base = new URL(`${location.endpoint.replace(/\/+$/, '')}/${location.bucket}/`);
    this.#agent = new Agent({
      connections,
      connect: { timeout: connectTimeoutMs },
      headersTimeout: headersTimeoutMs,
      bodyTimeout: bodyTimeoutMs,
    });
  }

  /** Writes an object, completely or not at all. */
  async put(key: string, upload: Upload): Promise<void> {
    const doing = 'store a blob';
    await this.#ask({ doing, method: 'PUT', key, upload }, 'unknown', ({ body }) => body.dump());
  }

  /** Opens a range of an object: `from` to `until`, both inclusive. */
  async get(key: string, { from, until }: { readonly from: number; readonly until: number }) {
    const headers = { range: `bytes=${from}-${until}` };
    return this.#ask(
      { doing: 'return a blob', method: 'GET', key, headers },
      'no',
      (response) => response,
    );
  }

  /** Removes an object; a missing one is success. */
  async delete(key: string): Promise<void> {
    const doing = 'remove a blob';
    await this.#ask({ doing, method: 'DELETE', key }, 'unknown', ({ body }) => body.dump());
  }

  /** One page of the objects whose keys begin with `prefix`, by key. */
  async list(input: {
    readonly prefix: string;
    readonly startAfter?: string;
    readonly continueFrom?: string;
    readonly limit: number;
  }): Promise<ListedPage & { readonly date: number | null }> {
    const { prefix, startAfter, continueFrom, limit } = input;
    const query = {
      'list-type': '2',
      'max-keys': String(limit),
      prefix,
      ...(startAfter !== undefined && { 'start-after': startAfter }),
      ...(continueFrom !== undefined && { 'continuation-token': continueFrom }),
    };
    const doing = 'list its blobs';
    return this.#ask({ doing, method: 'GET', key: '', query }, 'no', async ({ body, date }) => ({
      ...readListResponse(await body.text()),
      date,
    }));
  }

  async close(): Promise<void> {
    await this.#agent.close();
  }

  async #ask<Result>(
    call: Call,
    applied: 'no' | 'unknown',
    read: (response: BucketResponse) => Result | Promise<Result>,
  ): Promise<Result> {
    const attempt = async (): Promise<Result> => read(await this.#send(call));
    try {
      return await pRetry(attempt, {
        retries,
        minTimeout: firstPauseMs,
        randomize: true,
        shouldRetry: ({ error }) => mayPass(error),
      });
    } catch (error) {
      throw bucketFault(error, call.doing, applied);
    }
  }

  async #send(call: Call): Promise<BucketResponse> {
    const { url, headers } = await this.#sign(call);
    const { upload } = call;
    const body = upload?.body() ?? null;
    const response = await this.#agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: call.method,
      headers: {
        ...Object.fromEntries(headers),
        ...(upload !== undefined && { 'content-length': String(upload.size) }),
      },
      body,
    });
    // A reader that stops early must not get the error a second time, as an event without a listener.
    response.body.on('error', () => undefined);
    if (isExpected(response.statusCode, call))
      return { body: response.body, date: dateOf(response) };
    throw new BucketRefusal(response.statusCode, await errorCodeOf(response));
  }

  async #sign({ method, key, query = {}, headers = {}, upload }: Call) {
    const url = new URL(key, this.#base);
    if (key === '') url.pathname = url.pathname.replace(/\/$/, '');
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const { region, accessKeyId, secretAccessKey } = this.#location;
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, 'x-amz-content-sha256': upload?.sha256 ?? nothingSha256 },
      service: 's3',
      region,
      accessKeyId,
      secretAccessKey,
      cache: this.#signingKeys,
    });
    return signer.sign();
  }
}

function isExpected(status: number, { method, headers }: Call): boolean {
  if (method === 'DELETE') return status === 204 || status === 200 || status === 404;
  // A whole object in place of a range would be read from the wrong position.
  if (headers?.['range'] !== undefined) return status === 206;
  return status === 200;
}

async function errorCodeOf({ body }: Dispatcher.ResponseData): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array)) break;
    chunks.push(chunk);
    length += chunk.length;
    if (length > errorBytes) break;
  }
  return readErrorCode(Buffer.concat(chunks).toString('utf8'));
}

function dateOf({ headers }: Dispatcher.ResponseData): number | null {
  const { date } = headers;
  const read = typeof date === 'string' ? Date.parse(date) : Number.NaN;
  return Number.isNaN(read) ? null : read;
}
