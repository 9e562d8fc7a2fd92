import type {
  Clock,
  OpenResultOutcome,
  PollOutcome,
  UpstreamClient,
  UpstreamOutput,
} from '@filmgate/core';

type OpenCall = Parameters<UpstreamClient['openResult']>[0];

/** One opening of a result as its host received it. */
export interface SeenOpening {
  readonly job: string;
  readonly at: number;
  /** Offset from which the reader resumes; 0 = from the beginning. */
  readonly from: number;
}

/** Behaviour of the host for one opening. */
export type Serve = (call: OpenCall, opening: SeenOpening) => OpenResultOutcome;

/** An upstream whose jobs end at once, and the scripted host of its results. */
export interface ResultHost {
  readonly client: UpstreamClient;
  readonly openings: readonly SeenOpening[];
  /** Polls so far. */
  readonly polls: () => number;
  serve: Serve;
  /** Expiry reported by a poll beside the location of the result. */
  keptUntil: number | undefined;
  /** True if polls of finished jobs get no response. */
  isMute: boolean;
  /** True if polls report the job as failed, whatever they reported before. */
  saysFailed: boolean;
  /** File in the response to a submission; undefined = the result is polled. */
  delivers: Uint8Array | undefined;
}

const failed: PollOutcome = {
  kind: 'failed',
  error: {
    kind: 'internal',
    scope: 'request',
    charge: 'not-charged',
    retryAfterMs: null,
    detail: 'it failed after all',
  },
};

export function createResultHost(now: () => number, serve: Serve): ResultHost {
  const openings: SeenOpening[] = [];
  let polls = 0;
  const output = (): UpstreamOutput => {
    const { keptUntil } = host;
    const kept = keptUntil === undefined ? {} : { keptUntil };
    return { mediaType: 'video', value: { link: polls }, ...kept };
  };
  const client: UpstreamClient = {
    capabilities: () => ({
      endpoint: 'scripted',
      minimumPollIntervalMs: 1_000,
      visibilityLagMs: 0,
      reconcileAfterMs: null,
      handlesBelongTo: 'account',
      findsBy: 'none',
      unit: 'credits',
      charges: 'acceptance',
    }),
    accepts: () => ({ kind: 'accepted', size: null }),
    prepare: ({ correlationId }) => ({ version: 1, value: correlationId }),
    submit: async ({ correlationId }) =>
      host.delivers === undefined
        ? {
            kind: 'accepted',
            handle: { version: 1, value: correlationId.split('.')[0] ?? '' },
          }
        : { kind: 'delivered', bytes: host.delivers },
    poll: async () => {
      polls += 1;
      if (host.isMute) return { kind: 'transient', detail: 'no answer', retryAfterMs: null };
      return host.saysFailed ? failed : { kind: 'succeeded', output: output() };
    },
    openResult: async (call) => {
      const job = typeof call.handle.value === 'string' ? call.handle.value : '';
      const opening = { job, at: now(), from: call.resume?.offset ?? 0 };
      openings.push(opening);
      return host.serve(call, opening);
    },
  };
  const host: ResultHost = {
    client,
    openings,
    polls: () => polls,
    serve,
    keptUntil: undefined,
    isMute: false,
    saysFailed: false,
    delivers: undefined,
  };
  return host;
}

export const unreachable: Serve = () => ({ kind: 'unavailable', detail: 'no connection' });

/** Behaviour of a host for its files. */
interface FileOptions {
  /** Entity tag of the bytes; null = they cannot be resumed. */
  readonly validator?: string | null;
  /** Delivery of the bytes; all at once when absent. */
  readonly pour?: (bytes: Uint8Array, call: OpenCall) => AsyncIterable<Uint8Array>;
}

/** Serves a file, from the requested offset where possible. */
export function serveFile(file: Uint8Array, options: FileOptions = {}): Serve {
  const { validator = '"the-film"', pour = atOnce } = options;
  return (call) => {
    const { resume } = call;
    const startsAt = resume !== undefined && resume.validator === validator ? resume.offset : 0;
    const body = pour(file.subarray(startsAt), call);
    const { length } = file;
    return { kind: 'opened', body, length, contentType: 'video/mp4', startsAt, validator };
  };
}

async function* atOnce(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Breaks after `most` bytes. */
export function breakingAfter(most: number) {
  return async function* pour(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
    yield bytes.subarray(0, most);
    if (bytes.length > most) throw new Error('the connection was reset');
  };
}

/** Ends after `most` bytes, as if complete. */
export function endingAfter(most: number) {
  return async function* pour(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
    yield bytes.subarray(0, most);
  };
}

/** Sends some bytes, and then nothing until it is aborted. */
export function silentAfter(most: number) {
  return async function* pour(bytes: Uint8Array, { signal }: OpenCall): AsyncGenerator<Uint8Array> {
    yield bytes.subarray(0, most);
    if (bytes.length > most) await givenUp(signal);
  };
}

function givenUp(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const giveUp = (): void => reject(new Error('given up'));
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
  });
}

/** A line that all connections share: each piece waits until those requested before it have passed. */
export function slowLine(
  clock: Clock,
  { bytesPerSecond, pieceBytes }: { readonly bytesPerSecond: number; readonly pieceBytes: number },
) {
  let freeAt = 0;
  return async function* pour(bytes: Uint8Array, { signal }: OpenCall): AsyncGenerator<Uint8Array> {
    for (let from = 0; from < bytes.length; from += pieceBytes) {
      const piece = bytes.subarray(from, from + pieceBytes);
      freeAt = Math.max(freeAt, clock.monotonicMs()) + (piece.length / bytesPerSecond) * 1_000;
      await clock.sleep(freeAt - clock.monotonicMs(), signal);
      if (signal.aborted) throw new Error('given up');
      yield piece;
    }
  };
}
