import type { OpenBlob } from '@filmgate/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type BufferPool, createBufferPool } from './buffer-pool.ts';
import { type BytePlan, type ByteRequest, planBytes } from './byte-range.ts';
import { Delivery, type ResponseHead, type ServedFile, type ServeFile } from './delivery.ts';
import { jsonContentType } from './route-compilers.ts';

export interface ByteServer {
  /**
   * Responds with the file or the requested part of it, and closes the blob. Takes the reply over: nothing may be sent
   * on it afterwards. Resolves when the response is finished; never rejects.
   */
  serve(request: FastifyRequest, reply: FastifyReply, file: ServeFile): Promise<void>;
}

export interface ByteServerOptions {
  /** Maximum time without a byte read by the caller before its connection is closed, in ms. */
  readonly stallMs?: number;
  readonly pool?: BufferPool;
}

/** A caller that reads no byte for a minute is gone or hostile. */
export const defaultStallMs = 60_000;

/**
 * Sends stored files by positional reads into pooled buffers. Each response has one read in flight, and reads on only
 * after the socket took the last buffer: memory grows neither with the file nor with slow readers.
 */
export function createByteServer(options: ByteServerOptions = {}): ByteServer {
  const { stallMs = defaultStallMs, pool = createBufferPool() } = options;
  return {
    async serve(request, reply, file) {
      reply.hijack();
      const plan = planBytes(byteRequest(request), { size: file.blob.size, etag: file.etag });
      if (plan.kind === 'unsatisfiable') file.onUnsatisfiable?.();
      const head = responseHead(plan, file);
      const { raw } = reply;
      for (const [name, value] of Object.entries({
        ...reply.getHeaders(),
        ...file.headers,
        ...head.headers,
      })) {
        if (value !== undefined) raw.setHeader(name, value);
      }
      raw.writeHead(head.status);
      const delivery = new Delivery({ request, response: raw, file, pool });
      const served = await delivery.run({ head, stallMs });
      file.onClosed(await closeBlob(file.blob, served));
    },
  };
}

async function closeBlob(blob: OpenBlob, served: ServedFile): Promise<ServedFile> {
  try {
    await blob.close();
    return served;
  } catch (error) {
    return { ...served, end: 'failed', error };
  }
}

function byteRequest({ method, headers }: FastifyRequest): ByteRequest {
  const ifRange = headers['if-range'];
  return {
    method,
    range: headers.range,
    ifRange: Array.isArray(ifRange) ? ifRange.join() : ifRange,
    ifNoneMatch: headers['if-none-match'],
  };
}

function responseHead(plan: BytePlan, file: ServeFile): ResponseHead {
  const { size } = file.blob;
  const always = { etag: file.etag, 'accept-ranges': 'bytes' };
  const none = { stretch: null, text: '' };
  switch (plan.kind) {
    case 'not-modified':
      return { status: 304, headers: always, ...none };
    case 'unsatisfiable': {
      const text = file.unsatisfiableBody;
      const headers = {
        ...always,
        'content-type': jsonContentType,
        'content-range': `bytes */${size}`,
        'content-length': String(Buffer.byteLength(text)),
      };
      return { status: 416, headers, stretch: null, text };
    }
    case 'whole': {
      const headers = {
        ...always,
        'content-type': file.contentType,
        'content-length': String(size),
      };
      return { status: 200, headers, stretch: { start: 0, end: size - 1 }, text: '' };
    }
    case 'part': {
      const { start, end } = plan;
      const headers = {
        ...always,
        'content-type': file.contentType,
        'content-range': `bytes ${start}-${end}/${size}`,
        'content-length': String(end - start + 1),
      };
      return { status: 206, headers, stretch: { start, end }, text: '' };
    }
  }
}
