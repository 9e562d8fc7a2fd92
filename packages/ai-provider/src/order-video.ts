import { APICallError, type JSONObject } from '@ai-sdk/provider';
import { finalError, type Gateway, isPassing, send } from './gateway.ts';
import { FilmgateInterruption, sameVideo } from './interruption.ts';
import { pause } from './pause.ts';
import { type Task, taskIn } from './task.ts';

/** One logical order, however often it is sent. */
export interface Order {
  readonly body: JSONObject;
  /** Sent with each request: the gateway makes one video of one key. */
  readonly key: string;
  readonly headers: Readonly<Record<string, string | undefined>> | undefined;
  readonly signal: AbortSignal | undefined;
}

/** The task of an order. */
export interface Ordered {
  readonly task: Task;
  /** True if an earlier request with the key made the video. */
  readonly isReplay: boolean;
  readonly headers: Record<string, string>;
}

/** Milliseconds before each repetition, if the gateway names none. */
const pausesMs = [1000, 2000, 4000];
/** The longest Retry-After that the gateway sends. */
const longestPauseMs = 60_000;

/**
 * Orders a video. A request without a clear response is repeated with its own key here, because the AI SDK repeats a
 * call without it. An error after such a request is never retryable for the AI SDK, and names the key.
 *
 * @throws APICallError, retryable only if nothing was accepted; FilmgateInterruption after the signal
 */
export async function orderVideo(gateway: Gateway, order: Order): Promise<Ordered> {
  const { signal, key } = order;
  signal?.throwIfAborted();
  let isOpen = false;
  let pauseMs = 0;
  for (let attempt = 0; ; attempt += 1) {
    try {
      if (attempt > 0) await pause(pauseMs, signal);
      return await orderOnce(gateway, order);
    } catch (error) {
      if (signal?.aborted === true) {
        throw new FilmgateInterruption({ name: 'AbortError', idempotencyKey: key, cause: error });
      }
      if (!APICallError.isInstance(error)) throw error;
      isOpen ||= leavesOpen(error);
      // Nothing was accepted: the AI SDK may repeat the call, with another key.
      if (!isOpen) throw error;
      const next = pausesMs[attempt];
      if (next === undefined || !isPassing(error)) {
        const message = `${error.message} A video may have been ordered. ${sameVideo(key)}`;
        throw finalError(error, { message, data: { idempotencyKey: key } });
      }
      pauseMs = retryAfterMs(error) ?? next;
    }
  }
}

async function orderOnce(gateway: Gateway, order: Order): Promise<Ordered> {
  const { headers, signal } = order;
  const response = await send(gateway, { path: '/videos', order, headers, signal });
  return {
    task: taskIn(response),
    isReplay: response.headers['idempotency-replayed'] === 'true',
    headers: response.headers,
  };
}

/** True if a video may have been ordered: no response, or one that a proxy may have given after the order arrived. */
function leavesOpen({ statusCode }: APICallError): boolean {
  return statusCode === undefined || statusCode >= 500;
}

function retryAfterMs({ responseHeaders }: APICallError): number | undefined {
  const seconds = Number(responseHeaders?.['retry-after'] ?? Number.NaN);
  return seconds >= 0 ? Math.min(seconds * 1000, longestPauseMs) : undefined;
}
