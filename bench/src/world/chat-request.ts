import { usualPrompt } from './create-body.ts';

/** A synchronous generation of usual size: 4 s of 720p. */
export const chatBody: string = JSON.stringify({
  model: 'vidA-fast-4s-16x9-720p',
  messages: [{ role: 'user', content: usualPrompt }],
});

/** The headers a chat client sends with it. */
export function chatHeaders(key: string): { readonly [name: string]: string } {
  return { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: '*/*' };
}
