/** Reference to an ordered video that survives JSON. It contains no key. */
export type FilmgateOperation = {
  /** Id of the video at the gateway. */
  readonly videoId: string;
  /** Base URL of the gateway that took the order; shown in errors, never called. */
  readonly baseURL: string;
};

/**
 * End of a wait by the caller's signal (`AbortError`) or by the time limit (`TimeoutError`). The gateway goes on: the
 * video is still made and paid for. The AI SDK never repeats a call that ends like this.
 */
export class FilmgateInterruption extends Error {
  override readonly name: 'AbortError' | 'TimeoutError';
  /** Key of the order: another call with it gets the same video, and not a second one. */
  readonly idempotencyKey: string;
  /** Argument of `experimental_getVideoStatus`; undefined if the order had no response yet. */
  readonly operation: FilmgateOperation | undefined;

  constructor(given: {
    readonly name: 'AbortError' | 'TimeoutError';
    readonly idempotencyKey: string;
    readonly operation?: FilmgateOperation;
    readonly cause: unknown;
  }) {
    const { name, idempotencyKey, operation, cause } = given;
    const ended = name === 'AbortError' ? 'was aborted' : 'exceeded pollTimeoutMs';
    super(
      operation === undefined
        ? `The order ${ended} without a response, and a video may be made. ${sameVideo(idempotencyKey)}`
        : `The wait for video ${operation.videoId} ${ended}. The video is still made: fetch it by its id. ${sameVideo(idempotencyKey)}`,
      { cause },
    );
    this.name = name;
    this.idempotencyKey = idempotencyKey;
    this.operation = operation;
  }
}

/** Words the way to the same video. */
export function sameVideo(key: string): string {
  return `The same call with providerOptions.filmgate.idempotencyKey "${key}" gets the same video, and pays for no second one.`;
}
