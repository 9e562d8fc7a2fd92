import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import {
  type Gateway,
  type IdSource,
  type OpenBlob,
  type OwnedJobId,
  projectNativeStatus,
  type RequestDraft,
} from '@filmgate/core';

const model = 'vm_std-2.0';
const blockBytes = 64 * 1024;
/** Maximum wait of a reader for the end of a job, in ms: below the timeouts of common proxies. */
const longestWaitMs = 25_000;

/**
 * `POST /videos` (the body is the prompt), `GET /videos/:id` (waits for the end), `GET /videos/:id/file`. The host
 * authenticates callers: `owner` is the caller that it recognised.
 */
export class VideoHandler {
  readonly #gateway: Gateway;
  readonly #ids: IdSource;

  constructor(gateway: Gateway, ids: IdSource) {
    this.#gateway = gateway;
    this.#ids = ids;
  }

  async handle(owner: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, , id, part] = (request.url ?? '').split('/');
    if (request.method === 'POST') await this.#order(owner, request, response);
    else if (id === undefined) reply(response, 404, { error: 'not found' });
    else if (part === 'file') await this.#sendFile({ owner, surface: 'native', id }, response);
    else await this.#reportTheEnd({ owner, surface: 'native', id }, response);
  }

  async #order(owner: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const key = request.headers['idempotency-key'];
    const prompt = await text(request);
    const result = await this.#gateway.accept({
      owner,
      surface: 'native',
      jobId: `film_${this.#ids.next()}`,
      idempotency: typeof key === 'string' ? { scope: owner, key } : null,
      content: { prompt },
      draft: draftOf(prompt),
      warnings: [],
      whenAccountUnavailable: 'refuse',
    });
    if (result.kind === 'accepted') reply(response, 202, { id: result.job.id });
    else if (result.kind === 'replayed') reply(response, 200, { id: result.job.id });
    else if (result.kind === 'invalid-request') reply(response, 400, { error: result.message });
    else reply(response, statusOf[result.kind], { error: result.kind });
  }

  /** Responds when the job ends or the wait is over; driven by notifications, without polling. */
  async #reportTheEnd(own: OwnedJobId, response: ServerResponse): Promise<void> {
    const leaving = new AbortController();
    response.once('close', () => leaving.abort());
    const { signal } = leaving;
    const waited = await this.#gateway.awaitEnd({ ...own, timeoutMs: longestWaitMs, signal });
    if (waited.kind === 'not-found') reply(response, 404, { error: 'not found' });
    else if (waited.kind === 'invalid-request') reply(response, 400, { error: waited.message });
    else {
      const { id, state, progress, failure } = waited.job;
      reply(response, 200, { id, status: projectNativeStatus(state), progress, failure });
    }
  }

  async #sendFile(own: OwnedJobId, response: ServerResponse): Promise<void> {
    const opened = await this.#gateway.openResult(own);
    if (opened.kind === 'not-found') {
      reply(response, 404, { error: 'not found' });
      return;
    }
    if (opened.kind !== 'opened') {
      // Its file is missing or cut: being fetched from the provider again, or lost there too.
      reply(response, opened.kind === 'lost' ? 410 : 503, {
        error: `the video is ${opened.kind}`,
      });
      return;
    }
    const { blob, result } = opened;
    try {
      response.writeHead(200, {
        'content-type': result.contentType,
        'content-length': result.size,
      });
      await pipeline(blocksOf(blob), response);
    } finally {
      await blob.close();
    }
  }
}

const statusOf = {
  'key-conflict': 409,
  'id-taken': 500,
  'reference-refused': 400,
  'request-not-taken': 400,
  'quota-exhausted': 429,
  'queue-full': 503,
  'owner-share-taken': 429,
  'open-jobs-limit': 429,
  'allowance-exhausted': 429,
  'references-busy': 503,
  'space-low': 503,
  'not-admitted': 503,
} as const;

function draftOf(prompt: string): RequestDraft {
  return {
    model,
    family: model,
    mediaType: 'video',
    prompt,
    negativePrompt: null,
    durationSeconds: 5,
    aspectRatio: '16:9',
    aspectSource: 'default',
    resolution: '720p',
    generateAudio: true,
    references: [],
  };
}

function reply(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

async function* blocksOf(blob: OpenBlob): AsyncGenerator<Uint8Array> {
  for (let position = 0; position < blob.size; ) {
    const block = new Uint8Array(Math.min(blockBytes, blob.size - position));
    const read = await blob.readInto(block, position);
    if (read === 0) throw new Error('The stored video is shorter than recorded.');
    position += read;
    yield block.subarray(0, read);
  }
}
