import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { CallbackMessage } from '../job/word-callback.ts';

/** Timeout of a receiver, in ms of the real clock. */
const longestMs = 5_000;

/** Maximum bytes read of a response; its body is discarded. */
const maxResponseBytes = 64 * 1024;

/**
 * Posts a message once. Resolves with the status of the response, or with null if there is none. Redirects are not
 * followed, and the body of the response is discarded.
 *
 * @param ended - aborts the connection
 */
export function sendCallback(
  url: string,
  { headers, body }: CallbackMessage,
  ended: AbortSignal,
): Promise<number | null> {
  const receiver = new URL(url);
  const send = receiver.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    let status: number | null = null;
    const request = send(receiver, {
      method: 'POST',
      agent: false,
      signal: ended,
      headers: {
        'user-agent': 'filmgate-mock',
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        ...headers,
      },
    });
    // A timer that tests cannot fake.
    AbortSignal.timeout(longestMs).addEventListener('abort', () => request.destroy());
    request.once('response', (response) => {
      status = response.statusCode ?? null;
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxResponseBytes) request.destroy();
      });
      // The request is closed with it.
      response.on('error', () => undefined);
    });
    request.on('error', () => resolve(status));
    request.once('close', () => resolve(status));
    request.end(body);
  });
}
