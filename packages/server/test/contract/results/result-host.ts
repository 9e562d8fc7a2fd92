import type {
  Clock,
  OpenResultOutcome,
  PollOutcome,
  UpstreamClient,
  UpstreamOutput,
} from '@filmgate/core';

type OpenCall = Parameters<UpstreamClient['openResult']>[0];

/** One opening of a result as its host saw it. */
export interface SeenOpening {
  readonly job: string;
  readonly at: number;
  /** Where the reader wanted to go on; 0 = from the beginning. */
  readonly from: number;
}

/** What the host does with one opening. */
export type Serve = (call: OpenCall, opening: SeenOpening) => OpenResultOutcome;

/** An upstream whose jobs are done at once, and the host of its results, which does as it is told. */
export interface ResultHost {
  readonly client: UpstreamClient;
  readonly openings: readonly SeenOpening[];
  /** Polls so far. */
  readonly polls: () => number;
  serve: Serve;
  /** What a poll says besides where the result lies. */
  keptUntil: number | undefined;
  /** Whether polls of finished jobs go unanswered. */
  isMute: boolean;
  /** Whether polls say that the job failed, whatever they said before. */
  saysFailed: boolean;
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
      provider: 'scripted',
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
    submit: async ({ correlationId }) => ({
      kind: 'accepted',
      handle: { version: 1, value: correlationId.split('.')[0] ?? '' },
    }),
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
  };
  return host;
}

export const unreachable: Serve = () => ({ kind: 'unavailable', detail: 'no connection' });

/** What a host does with its files. */
interface FileOptions {
  /** Names the bytes; null = they cannot be gone on with. */
  readonly validator?: string | null;
  /** How the bytes arrive; all at once when absent. */
  readonly pour?: (bytes: Uint8Array, call: OpenCall) => AsyncIterable<Uint8Array>;
}

/** Serves a file, from where it is wanted where that is possible. */
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

/** Breaks after so many bytes. */
export function breakingAfter(most: number) {
  return async function* pour(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
    yield bytes.subarray(0, most);
    if (bytes.length > most) throw new Error('the connection was reset');
  };
}

/** Ends after so many bytes, as if that were all. */
export function endingAfter(most: number) {
  return async function* pour(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
    yield bytes.subarray(0, most);
  };
}

/** Gives some bytes, and then nothing until it is given up. */
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

/** A line all connections share: each piece waits until those asked for before it have passed. */
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
