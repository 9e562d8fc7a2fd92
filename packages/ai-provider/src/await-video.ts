import type { Gateway } from './gateway.ts';
import { FilmgateInterruption, type FilmgateOperation } from './interruption.ts';
import { pause } from './pause.ts';
import { readVideo, type VideoRead } from './read-video.ts';

/** A wait for an ordered video. */
export interface Wait {
  readonly operation: FilmgateOperation;
  /** Key of the order, named by the error that ends the wait. */
  readonly key: string;
  /** Milliseconds between two reads. */
  readonly intervalMs: number;
  /** Milliseconds until the wait ends without the video. */
  readonly timeoutMs: number;
  readonly headers: Readonly<Record<string, string | undefined>> | undefined;
  readonly signal: AbortSignal | undefined;
}

/** A video that has ended. */
export type EndedVideo = Extract<VideoRead, { readonly kind: 'failed' | 'completed' }>;

/**
 * Reads a video until it has ended.
 *
 * @throws FilmgateInterruption by the signal or the time limit; APICallError if the gateway refuses to show the video
 */
export async function awaitVideo(gateway: Gateway, wait: Wait): Promise<EndedVideo> {
  const { operation, intervalMs, timeoutMs, headers } = wait;
  const limit = AbortSignal.timeout(timeoutMs);
  const signal = wait.signal === undefined ? limit : AbortSignal.any([wait.signal, limit]);
  try {
    for (;;) {
      const read = await readVideo(gateway, operation, { headers, signal });
      if (read.kind === 'failed' || read.kind === 'completed') return read;
      await pause(intervalMs, signal);
    }
  } catch (cause) {
    if (!signal.aborted) throw cause;
    const name = wait.signal?.aborted === true ? 'AbortError' : 'TimeoutError';
    throw new FilmgateInterruption({ name, idempotencyKey: wait.key, operation, cause });
  }
}
