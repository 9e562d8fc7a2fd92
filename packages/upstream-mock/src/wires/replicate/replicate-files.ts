import { createHash } from 'node:crypto';
import type { WireCall } from '../../engine/wire-call.ts';
import { boundaryOf, readFormParts } from '../../http/multipart-form.ts';
import { jsonReply, type ProviderResponse } from '../../http/provider-request.ts';

/** Maximum size of an upload (replicate.com/docs/topics/predictions/input-files, read 2026-12-01), and of its form. */
const longestForm = 100_000_000 + 64 * 1024;

/** An uploaded file as the official client types it (replicate 1.4.0, index.d.ts). Its bytes are not kept. */
export async function receiveFile(call: WireCall): Promise<ProviderResponse> {
  const { base, space } = call;
  const boundary = boundaryOf(call.header('content-type') ?? '');
  if (boundary === undefined) return space.refuse('bad_request', 'The body is not a form.');
  const body = await call.readBody(longestForm);
  if (body.kind === 'too-long') return space.refuse('bad_request', 'The file is too large.');
  const file = readFormParts(body.bytes, boundary)?.find(({ name }) => name === 'content');
  if (file === undefined) return space.refuse('bad_request', 'content: required');
  const { contentType, bytes } = file;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const id = Buffer.from(sha256, 'hex').toString('base64url');
  return jsonReply(201, {
    id,
    content_type: contentType,
    size: bytes.length,
    checksums: { sha256 },
    metadata: {},
    created_at: new Date(space.world.clock.now()).toISOString(),
    expires_at: null,
    urls: { get: `${base}/v1/files/${id}` },
  });
}
