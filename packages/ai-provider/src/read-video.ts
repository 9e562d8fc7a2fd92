import { APICallError, InvalidArgumentError, type JSONValue } from '@ai-sdk/provider';
import { finalError, type Gateway, isPassing, isRecord, send } from './gateway.ts';
import type { FilmgateOperation } from './interruption.ts';
import { type Task, taskIn } from './task.ts';

/** One read of a video, with the headers of its response. */
export type VideoRead = { readonly headers: Record<string, string> | undefined } & (
  | { readonly kind: 'pending'; readonly task: Task }
  /** The gateway could not be read now. */
  | { readonly kind: 'unread'; readonly reason: string }
  | { readonly kind: 'failed'; readonly task: Task }
  | {
      readonly kind: 'completed';
      readonly task: Task;
      readonly data: Uint8Array;
      readonly mediaType: string;
    }
);

/** Options of one read. */
export interface ReadCall {
  readonly headers: Readonly<Record<string, string | undefined>> | undefined;
  readonly signal: AbortSignal | undefined;
}

/**
 * Reads an operation that was stored as JSON.
 *
 * @throws InvalidArgumentError if another provider started the operation
 */
export function operationIn(value: JSONValue): FilmgateOperation {
  const { videoId, baseURL } = isRecord(value) ? value : {};
  const isId = typeof videoId === 'string' && /^\w+$/.test(videoId);
  if (isId && typeof baseURL === 'string') return { videoId, baseURL };
  const message = 'operation is not one that experimental_startVideo returned for Filmgate.';
  throw new InvalidArgumentError({ argument: 'operation', message });
}

/**
 * Reads a video once, with its bytes if it is completed: they need the key, and the AI SDK would refuse a link to a
 * private address. Nothing but the gateway's own report ends a paid video: other failures of a read pass.
 *
 * @throws APICallError that names the video, if the gateway refuses to show it
 */
export async function readVideo(
  gateway: Gateway,
  operation: FilmgateOperation,
  call: ReadCall,
): Promise<VideoRead> {
  const path = `/videos/${operation.videoId}`;
  try {
    const response = await send(gateway, { ...call, path });
    const { headers } = response;
    const task = taskIn(response);
    if (task.status === 'in_progress') return { kind: 'pending', task, headers };
    if (task.status === 'failed') return { kind: 'failed', task, headers };
    const content = await send(gateway, { ...call, path: `${path}/content` });
    const mediaType = content.headers['content-type'] ?? 'video/mp4';
    return { kind: 'completed', task, data: content.bytes, mediaType, headers };
  } catch (error) {
    if (!APICallError.isInstance(error)) throw error;
    if (!isPassing(error)) throw unshown(error, operation, gateway);
    return { kind: 'unread', reason: error.message, headers: error.responseHeaders };
  }
}

function unshown(
  error: APICallError,
  operation: FilmgateOperation,
  gateway: Gateway,
): APICallError {
  const { videoId, baseURL } = operation;
  const elsewhere = baseURL === gateway.baseURL ? '' : ` It was ordered at ${baseURL}.`;
  const message = `Video ${videoId}: ${error.message}${elsewhere}`;
  return finalError(error, { message, data: { operation } });
}
