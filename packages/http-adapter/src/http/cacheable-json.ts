import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { entityTagOf, matchesEntityTag } from './entity-tag.ts';
import { jsonContentType } from './route-compilers.ts';

/** Content codings of our responses, the smallest first. */
const contentCodings = ['br', 'gzip', 'identity'] as const;

type ContentCoding = (typeof contentCodings)[number];

/** Weight of `identity` if the header does not name it: acceptable, but less wanted than anything named. */
const leastWeight = 0.0001;

/**
 * Returns the coding a caller prefers, of equals the smallest (RFC 9110 §12.5.3). Returns `identity` if the header is
 * silent or accepts none of ours: a response the caller may not read is more useful than none.
 *
 * @param header - the value of `Accept-Encoding`, undefined when absent
 */
export function chooseCoding(header: string | undefined): ContentCoding {
  const weights = new Map((header ?? '').split(',').map(readMember));
  const others = weights.get('*');
  const weightOf = (coding: ContentCoding): number =>
    weights.get(coding) ?? others ?? (coding === 'identity' ? leastWeight : 0);
  const [best] = contentCodings.toSorted((one, other) => weightOf(other) - weightOf(one));
  return best === undefined || weightOf(best) === 0 ? 'identity' : best;
}

function readMember(member: string): readonly [string, number] {
  const [name = '', ...parameters] = member.split(';');
  const weight = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/i.exec(parameter)?.[1]).at(-1);
  return [name.trim().toLowerCase(), weight === undefined ? 1 : Number(weight)];
}

/** A few ms for the longest list, once: the best quality takes a hundred times as long for a tenth less. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const codeAs: { readonly [K in ContentCoding]: (plain: Buffer) => Buffer } = {
  br: (plain) => brotliCompressSync(plain, brotliOptions),
  gzip: (plain) => gzipSync(plain),
  identity: (plain) => plain,
};

/** One document and the codings of it that were requested. */
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
 * Sends long documents that seldom change: encoded and compressed once per object, and not at all (304) to callers that
 * have the current one. Sound only for immutable objects. The tag is weak, because it covers every coding (RFC 9110
 * §8.8.3.3).
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
