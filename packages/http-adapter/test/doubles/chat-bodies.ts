import { createHash } from 'node:crypto';
import { defaultCatalog } from '@filmgate/core';
import {
  type ChatRules,
  decodeChatRequest,
} from '../../src/local-generation-api/chat/chat-request.ts';
import { offered } from './offered.ts';

/** Offers and limits of the gateway in these tests. */
export const chatRules: ChatRules = {
  catalog: defaultCatalog,
  digest: { sha256: (data) => createHash('sha256').update(data).digest('hex') },
  takesTitlePrompts: false,
  dataUrlBytes: 8,
};
/** A model that accepts one image. */
export const fast = 'vidA-fast-4s-16x9-720p';
/** Makes a message of the user. */
export const user = (content: unknown) => ({ role: 'user', content });
/** Makes a text part of a message. */
export const text = (words: string) => ({ type: 'text', text: words });
/** Makes an image part of a message. */
export const image = (url: string, role?: string) => ({
  type: 'image_url',
  image_url: { url, ...(role === undefined ? {} : { role }) },
});
/** An image that is small enough. */
export const png = 'data:image/png;base64,AAAA';

/** Decodes a body of the model. Throws when it is refused. */
export function decoded(fields: object) {
  const result = offered(decodeChatRequest({ model: fast, ...fields }, chatRules));
  if (result.kind === 'refused') throw new Error(result.failure.message);
  return result;
}

/** Returns the refusal of a body with a prompt. Throws when it is accepted. */
export function refusal(fields: object) {
  const body = { model: fast, prompt: 'a fox', ...fields };
  const result = offered(decodeChatRequest(body, chatRules));
  if (result.kind === 'decoded') throw new Error('the request was taken');
  const { kind, param, message } = result.failure;
  return { kind, param, message };
}
