import type { OpenResultOutcome, SubmitOutcome, UpstreamUsage } from '@filmgate/core';
import type { OutputLocation, PollReading } from './poll-reading.ts';
import type { JsonResponse, ReadCall } from './provider-call.ts';

/** A finished result in the response to its submission. */
export interface AtOnceReading {
  /** A link (`own`, `foreign`) is read at once: no later response names another one. */
  readonly output: Pick<OutputLocation, 'kind' | 'at'>;
  readonly usage?: UpstreamUsage;
}

/** A protocol whose responses contain the result, as image APIs have it: nothing can be read or found later. */
export interface AtOnceRule {
  /** Maximum size of the response and of the file, in bytes. */
  readonly largest: number;
  /** Returns the result of a 2xx response; undefined = none: the outcome is unknown. */
  read(response: JsonResponse): AtOnceReading | undefined;
}

/** The polls of a protocol that delivers everything at once: none is ever made. */
export const notPolled = {
  request: (): ReadCall => {
    throw new Error('A result that was delivered at once is not polled.');
  },
  read: (): PollReading => ({ kind: 'unclear', detail: 'not polled' }),
};

/** First and maximum pause between reads of a link, in ms. */
const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

/** Way to the bytes of a delivered result. */
export interface Delivery {
  /** Maximum size of the file, in bytes. */
  readonly largest: number;
  readonly open: (output: AtOnceReading['output']) => Promise<OpenResultOutcome>;
  readonly pause: (ms: number) => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Reads the bytes of a delivered result. The provider has been paid and names no other link, so a link that does not
 * open is read again for as long as the submission may last.
 */
export async function deliver(
  { output, usage }: AtOnceReading,
  { largest, open, pause, signal }: Delivery,
): Promise<SubmitOutcome> {
  let detail = '';
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      const opened = await open(output);
      if (opened.kind === 'opened') {
        const bytes = await gather(opened.body, largest);
        if (bytes !== undefined)
          return { kind: 'delivered', bytes, ...(usage !== undefined && { usage }) };
        return lost(`it is empty, or has more than ${largest} bytes`);
      }
      ({ detail } = opened);
      if (opened.kind === 'not-allowed') return lost(detail);
    } catch {
      detail = 'the download of the result was interrupted';
    }
    if (signal.aborted || output.kind === 'inline') return lost(detail);
    await pause(pauseMs);
  }
}

function lost(detail: string): SubmitOutcome {
  return { kind: 'unknown', detail: `sent; made, but ${detail}` };
}

/** Returns the bytes; undefined if there are none, or too many. */
async function gather(
  body: AsyncIterable<Uint8Array>,
  largest: number,
): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    pieces.push(piece);
    size += piece.length;
    if (size > largest) return undefined;
  }
  const [only] = pieces;
  if (size === 0) return undefined;
  return pieces.length === 1 ? only : Buffer.concat(pieces);
}
