import { createHash } from 'node:crypto';
import { defaultCatalog } from '@filmgate/core';
import type { DecodedRequest } from '../../src/video-task-api/request-fields.ts';
import type { DecodeRules } from '../../src/video-task-api/tasks/task-fields.ts';
import { decodeTaskRequest } from '../../src/video-task-api/tasks/task-request.ts';

const rules: DecodeRules = {
  catalog: defaultCatalog,
  digest: { sha256: (data) => createHash('sha256').update(data).digest('hex') },
  dataUrlBytes: 100,
  defaultModel: 'vm_std-2.0',
  mostImages: 9,
};
/** Decodes as the gateway does in these tests. */
export const decode = (body: unknown): DecodedRequest => decodeTaskRequest(body, rules);
/** Returns the draft of a body with a prompt. */
export const draftOf = (body: object): Extract<DecodedRequest, { kind: 'decoded' }>['draft'] => {
  const decoded = decode({ prompt: 'a cat', ...body });
  if (decoded.kind === 'refused') throw new Error(decoded.failure.message);
  return decoded.draft;
};
/** Returns the identity of a repeated request. */
export const contentOf = (body: object): unknown => {
  const decoded = decode({ prompt: 'a cat', ...body });
  return decoded.kind === 'decoded' ? decoded.content : decoded;
};
/** Returns the warnings of a body with a prompt. */
export const warningsOf = (body: object): unknown => {
  const decoded = decode({ prompt: 'a cat', ...body });
  return decoded.kind === 'decoded' ? decoded.warnings : decoded;
};
/** Returns the refusal of a body with a prompt. */
export const refusalOf = (body: object): unknown => {
  const decoded = decode({ prompt: 'a cat', ...body });
  return decoded.kind === 'refused'
    ? { kind: decoded.failure.kind, param: decoded.failure.param }
    : decoded;
};
/** Makes a refusal that names a field. */
export const invalid = (param: string): unknown => ({ kind: 'payload-invalid', param });
/** An image that is small enough. */
export const pixel = 'data:image/png;base64,AAAA';
