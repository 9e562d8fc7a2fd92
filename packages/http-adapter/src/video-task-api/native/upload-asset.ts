import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { type Asset, type StoreAssetResult, takenFormats } from '@filmgate/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { match } from 'ts-pattern';
import { z } from 'zod';
import { drainUpload } from '../../http/drain-upload.ts';
import { RefusedRequest } from '../../http/refused-request.ts';
import { noValidation } from '../../http/route-compilers.ts';
import { spaceLow, storageFailure } from '../accept-failure.ts';
import type { VideoTaskContext } from '../context.ts';
import { ownerOf, upstreamSecurity } from '../credentials.ts';
import { errorResponses, type Failure, sendFailure } from '../failure.ts';
import { instant, isoInstant, referenceKind } from './native-job.ts';

/** A raw file as a body. */
const fileBody = z.instanceof(Uint8Array).meta({ type: 'string', format: 'binary' });

const uploadHeaders = z.object({
  'x-file-name': z
    .string()
    .optional()
    .meta({ description: 'Percent-encoded; default `asset.<ext>`.' }),
});

/** Encodes an asset for the native API. */
function encodeAsset(asset: Asset): AssetRecord {
  return {
    assetId: asset.id,
    kind: asset.kind,
    contentType: asset.contentType,
    fileName: asset.fileName,
    size: asset.size,
    sha256: asset.sha256,
    createdAt: isoInstant(asset.createdAt),
  };
}

/** An uploaded asset [native.assets.created]. */
export const assetRecord = z.object({
  assetId: z.string(),
  kind: referenceKind,
  contentType: z.string(),
  fileName: z.string(),
  size: z.int().meta({ description: 'Bytes.' }),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  createdAt: instant,
});

type AssetRecord = z.infer<typeof assetRecord>;

/** Longest file name kept, in characters. */
const longest = 255;
const controlCharacters = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Returns the file name of a header: percent-decoded, or read as UTF-8, if that is valid, without control and direction
 * characters, cut to 255 characters. Metadata only: it is never a path. Null if nothing is left of it.
 */
export function readFileName(header: string | undefined): string | null {
  if (header === undefined) return null;
  const name = Array.from(percentDecoded(header).replaceAll(controlCharacters, ''))
    .slice(0, longest)
    .join('');
  return name.trim() === '' ? null : name;
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(utf8(text));
  } catch {
    return utf8(text);
  }
}

/** Node decodes header bytes as one character each; callers that send raw UTF-8 mean it as such. */
function utf8(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : header;
}

/** `POST /api/v1/assets` [native.assets.created]: the raw body, streamed. */
export function registerUploadAsset(app: FastifyInstance, context: VideoTaskContext): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.post('/api/v1/assets', {
    schema: {
      tags: ['Native jobs'],
      summary: 'Upload an asset',
      description: 'Raw file as the body, with its type as Content-Type.',
      consumes: ['application/octet-stream'],
      security: upstreamSecurity,
      headers: uploadHeaders,
      body: fileBody,
      response: { 201: assetRecord, ...errorResponses },
    },
    config: { streamsBody: true },
    validatorCompiler: noValidation,
    onRequest: (request, reply, done) => {
      const { assetBytes } = context.settings;
      if ((announcedBytes(request) ?? 0) <= assetBytes) {
        done();
        return;
      }
      drainUpload(request, reply);
      sendFailure(reply, tooLarge(assetBytes));
    },
    handler: (request, reply) => uploadAsset(context, request, reply),
  });
}

async function uploadAsset(
  { deps }: VideoTaskContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { body } = request;
  if (!isStream(body)) return sendFailure(reply, empty);
  const fileName = request.headers['x-file-name'];
  const result = await deps.gateway.storeAsset({
    owner: ownerOf(request),
    // The connection must survive a refusal in the middle of the body, or the caller would never receive it.
    source: body.iterator({ destroyOnReturn: false }),
    announcedBytes: announcedBytes(request),
    declaredContentType: mediaType(request.headers['content-type']),
    fileName: readFileName(typeof fileName === 'string' ? fileName : undefined),
  });
  if (result.kind === 'stored') return reply.code(201).send(encodeAsset(result.asset));
  // We ended the body, and our reason is more specific.
  if (result.kind === 'interrupted' && body.errored instanceof RefusedRequest) throw body.errored;
  drainUpload(request, reply);
  return sendFailure(reply, failureOf(result));
}

function failureOf(result: Exclude<StoreAssetResult, { readonly kind: 'stored' }>): Failure {
  return match(result)
    .returnType<Failure>()
    .with({ kind: 'invalid-request' }, (refusal) => ({ ...refusal, kind: 'payload-invalid' }))
    .with({ kind: 'empty' }, () => empty)
    .with({ kind: 'too-large' }, ({ maxBytes }) => tooLarge(maxBytes))
    .with({ kind: 'allowance-exhausted' }, storageFailure)
    .with({ kind: 'space-low' }, () => spaceLow)
    .with({ kind: 'interrupted' }, () => ({
      kind: 'payload-invalid',
      message: 'The upload ended early.',
    }))
    .with({ kind: 'type-unsupported' }, (refusal) => ({
      kind: 'asset-type-unsupported',
      message: unsupported(refusal),
      param: 'Content-Type',
    }))
    .exhaustive();
}

function unsupported({
  declared,
  found,
  format,
}: Extract<StoreAssetResult, { readonly kind: 'type-unsupported' }>): string {
  if (found !== null)
    return `The file is ${found}, which does not match the Content-Type: ${declared ?? 'none'}.`;
  const subject = format === null ? 'of an unsupported type' : `${format}, which is not supported`;
  return `The file is ${subject}; supported are ${Object.values(takenFormats).join(', ')}.`;
}

const empty: Failure = {
  kind: 'payload-invalid',
  message: 'The body is empty; send the file as the body.',
};

function tooLarge(maxBytes: number): Failure {
  return {
    kind: 'asset-too-large',
    message: `An asset must not have more than ${maxBytes} bytes.`,
  };
}

function announcedBytes({ headers }: FastifyRequest): number | null {
  const length = headers['content-length'];
  return length === undefined ? null : Number(length);
}

function mediaType(contentType: string | undefined): string | null {
  const type = contentType?.split(';')[0]?.trim().toLowerCase();
  return type === undefined || type === '' ? null : type;
}

function isStream(body: unknown): body is IncomingMessage {
  return (
    typeof body === 'object' &&
    body !== null &&
    'iterator' in body &&
    typeof body.iterator === 'function'
  );
}
