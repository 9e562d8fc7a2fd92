import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseCoding, type ContentCoding } from './content-coding.ts';
import { entityTagOf, matchesEntityTag } from './entity-tag.ts';
import { jsonContentType } from './plain-json.ts';

/** Some ms for the longest list, once: the best quality takes a hundred times as long for a tenth less. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const codeAs: { readonly [K in ContentCoding]: (plain: Buffer) => Buffer } = {
  br: (plain) => brotliCompressSync(plain, brotliOptions),
  gzip: (plain) => gzipSync(plain),
  identity: (plain) => plain,
};

/** One document, and the codings of it that were asked for. */
class Document {
  readonly etag: string;
  readonly #plain: Buffer;
  readonly #coded = new Map<ContentCoding, Buffer>();

  constructor(content: object) {
    const text = JSON.stringify(content);
    this.etag = entityTagOf(text);
    this.#plain = Buffer.from(text);
  }

  in(coding: ContentCoding): Buffer {
    const coded = this.#coded.get(coding) ?? codeAs[coding](this.#plain);
    this.#coded.set(coding, coded);
    return coded;
  }
}

/** Sends the document of an object. */
export type SendCacheableJson<T extends object> = (
  source: T,
  exchange: { readonly request: FastifyRequest; readonly reply: FastifyReply },
) => FastifyReply;

/**
 * Sends long documents that seldom change: written and compressed once per object, and not at all (304) to callers that
 * have it. Sound only for objects that never change. The tag is weak, since it stands for every coding
 * (RFC 9110 §8.8.3.3).
 */
export function createCacheableJson<T extends object>(
  encode: (source: T) => object,
): SendCacheableJson<T> {
  const documents = new WeakMap<T, Document>();
  return (source, { request, reply }) => {
    const document = documents.get(source) ?? new Document(encode(source));
    documents.set(source, document);
    const { etag } = document;
    reply.headers({
      etag: `W/${etag}`,
      'cache-control': 'private, no-cache',
      vary: 'accept-encoding',
    });
    if (matchesEntityTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    const coding = chooseCoding(request.headers['accept-encoding']);
    if (coding !== 'identity') reply.header('content-encoding', coding);
    return reply.header('content-type', jsonContentType).send(document.in(coding));
  };
}
